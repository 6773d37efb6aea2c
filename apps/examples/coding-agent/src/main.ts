import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BubblewrapSandbox } from '@tackroom/sandbox';
import { RecordingApprover } from '@tackroom/testing';
import { HarnessModule, tryIsolation } from 'tackroom';
import { scriptedAgent } from './scripted-agent.js';

/** A copy of a small project with a test that fails. */
const root = await realpath(await mkdtemp(join(tmpdir(), 'word-count-')));
await cp(fileURLToPath(new URL('../word-count/', import.meta.url)), root, { recursive: true });

const isolation = await tryIsolation();
console.log(isolation.works ? `Commands run in ${isolation.detail}.` : `Commands run on this machine, as you. ${isolation.detail}`);

/** Stands in for the person at the keyboard, who looks at each change and each command. */
const person = new RecordingApprover(() => ({ type: 'approve' }));

// #region harness
const harness = await HarnessModule.create({
  workspace: root,
  bundles: ['filesystem', 'shell'],
  // Node may be installed where a sandbox does not look for programs.
  ...(isolation.works ? { sandbox: new BubblewrapSandbox({ readable: [dirname(process.execPath)] }) } : {}),
  permissions: { allow: ['read_file'], ask: ['edit_file', 'run_command'] },
  approver: person,
});
// #endregion

const agent = harness.createAgent({ name: 'coder', model: scriptedAgent(), system: 'Mend what the tests say is wrong.' });
const result = (await agent.run('The tests fail. Mend it.')).throwIfFailed();
await harness.close();
console.log(result.text);

assert.equal(result.text, '2 tests failed before, 0 fail now.');
assert.deepEqual(
  person.requests.map(({ toolName }) => toolName),
  ['run_command', 'edit_file', 'run_command'],
);
assert.match(await readFile(join(root, 'src/count-words.js'), 'utf8'), /match\(/);
await rm(root, { recursive: true });
