import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@tackroom/source-tree';
import { builtInTools, expectPolicy } from '@tackroom/testing';
import { format, resolveConfig } from 'prettier';
import { policyFacts, policyFactsModule } from './policy-facts.js';

test('every fact of every built-in tool that a policy looks at is what the tool says', async () => {
  if (process.env['WRITE_FACTS'] === '1') {
    const path = join(repositoryRoot(), 'packages/testing/src/generated/built-in-tools.ts');
    writeFileSync(path, await format(policyFactsModule(policyFacts()), { ...(await resolveConfig(path)), filepath: path }));
    return;
  }
  expect(builtInTools).toEqual(JSON.parse(JSON.stringify(policyFacts())));
});

test('a stand-in is decided about as the tool is: deleting is of high risk, reading is not asked about', async () => {
  const guarded = expectPolicy({});
  await guarded.call('delete', { path: 'a' }).toAsk();
  await guarded.call('git_show', { ref: 'HEAD' }).toAllow();
  await guarded.call('git_add', { paths: ['a'] }).toAsk();
  await expectPolicy({ ask: ['category:git'] })
    .call('git_status')
    .toAsk();
});
