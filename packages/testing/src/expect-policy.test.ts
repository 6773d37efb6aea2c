import { defineTool, HarnessError, rule } from '@tackroom/core';
import { expectPolicy } from './expect-policy.js';
import { InMemoryWorkspace } from './in-memory-workspace/in-memory-workspace.js';

const policy = {
  allow: [
    rule('run_command', { command: 'git log *' }),
    rule('run_command', { command: 'npm test' }),
    rule('write_file', { path: 'src/**' }),
  ],
  deny: [rule('run_command', { command: 'rm *' }), rule('*', { path: 'secrets/**' })],
};

test('built-in tools need not be given', async () => {
  const expected = expectPolicy(policy);
  await expected.call('run_command', { command: 'git log && npm test' }).toAllow();
  await expected.call('run_command', { command: 'git push' }).toAsk();
  await expected.call('run_command', { command: 'sudo rm x' }).toDeny();
  await expected.call('write_file', { path: 'src/../src/a.ts' }).toAllow();
  await expected.call('write_file', { path: 'src/../secrets/k' }).toDeny();
  await expected.call('write_file', { path: 'src/.env' }).toAsk();
});

test('what is not as expected is told with every rule that was tried', async () => {
  const wrong = expectPolicy(policy).call('run_command', { command: 'rm x' }).toAllow();
  await expect(wrong).rejects.toThrowErrorMatchingInlineSnapshot(`
   "Expected allow of run_command {"command":"rm x"}, but it is deny: a rule forbids run_command with this command
     yes  deny rule: run_command{"command":"rm *"}
      no  session grant: nothing to grant: deny by deny-rule"
  `);
});

test.each(['toAllow', 'toAsk', 'toDeny'] as const)('%s fails for each other verdict', async (expectation) => {
  const commands = { toAllow: 'npm test', toAsk: 'ls', toDeny: 'rm x' };
  for (const [name, command] of Object.entries(commands)) {
    const passes = await expectPolicy(policy)
      .call('run_command', { command })
      [expectation]()
      .then(
        () => true,
        () => false,
      );
    expect([name, passes]).toEqual([name, name === expectation]);
  }
});

test('tools of one’s own, with a workspace whose links count', async () => {
  const tool = defineTool({
    name: 'publish',
    description: 'Publishes a page.',
    riskLevel: 'high',
    semantics: { page: 'path' },
    inputSchema: { type: 'object', properties: { page: { type: 'string' } }, required: ['page'] },
    handler: () => '',
  });
  const expected = expectPolicy(
    { allow: [rule('publish', { page: 'docs/**' })] },
    { tools: [tool], workspace: new InMemoryWorkspace({ 'docs/a.md': '' }) },
  );
  await expected.call('publish', { page: 'docs/a.md' }).toAllow();
  await expect(expected.call('publish').toAsk()).rejects.toThrow('The policy is not asked about publish: page');
  await expect(expected.call('nope').toAsk()).rejects.toThrow('There is no tool named nope.');
});

test('a policy that no harness would boot with is refused', () => {
  const refused = (): unknown => expectPolicy({ deny: ['run_comand'] });
  expect(refused).toThrow('no registered tool is meant');
  expect(refused).toThrow(HarnessError);
});
