import { defineTool, rule, RuleBasedPermissionService, ToolRegistry, type JsonObject } from '../src/index.js';

// What `explain` says of rules that do not match.

const registry = new ToolRegistry();
registry.register(
  defineTool({
    name: 'run_command',
    description: 'Runs a command.',
    handler: () => '',
    riskLevel: 'high',
    inputSchema: { type: 'object', properties: { command: { type: ['string', 'null'] }, note: { type: 'string' } } },
    semantics: { command: 'shell-command' },
  }),
);

async function said(args: JsonObject): Promise<readonly string[]> {
  const permissions = new RuleBasedPermissionService({
    deny: [rule('run_command', { command: 'rm *' })],
    allow: [
      rule('run_command', { command: 'git log *' }),
      rule('run_command', { command: 'sort *' }),
      rule('run_command', { command: 'ls *', note: 'x' }),
    ],
  });
  const { steps } = await registry.explain({ name: 'run_command', args }, { permissions });
  return steps.filter(({ step }) => step.endsWith(' rule')).map(({ detail, outcome }) => `${outcome}: ${detail}`);
}

test('a command that a rule does not cover is named', async () => {
  expect(await said({ command: 'git log; touch "a b" $X' })).toMatchInlineSnapshot(`
   [
     "not-matched: run_command{"command":"rm *"}: it is about another command",
     "not-matched: run_command{"command":"git log *"}: it does not cover "touch 'a b' …"",
     "not-matched: run_command{"command":"sort *"}: it does not cover "git log"",
     "not-matched: run_command{"command":"ls *","note":"x"}: it does not cover "git log"",
   ]
  `);
});

test('so is an option that a rule would have to name', async () => {
  expect(await said({ command: 'sort -o x f' })).toMatchInlineSnapshot(`
   [
     "not-matched: run_command{"command":"rm *"}: it is about another command",
     "not-matched: run_command{"command":"git log *"}: it does not cover "sort -o x f"",
     "not-matched: run_command{"command":"sort *"}: it would have to name "-o", which writes, runs something or says what runs",
     "not-matched: run_command{"command":"ls *","note":"x"}: it does not cover "sort -o x f"",
   ]
  `);
});

test('an argument that the call has not, or that is no text', async () => {
  expect(await said({ command: 'ls x' })).toMatchInlineSnapshot(`
   [
     "not-matched: run_command{"command":"rm *"}: it is about another command",
     "not-matched: run_command{"command":"git log *"}: it does not cover "ls x"",
     "not-matched: run_command{"command":"sort *"}: it does not cover "ls x"",
     "not-matched: run_command{"command":"ls *","note":"x"}: it names note, which the call leaves out",
   ]
  `);
  expect(await said({ command: null })).toMatchInlineSnapshot(`
   [
     "not-matched: run_command{"command":"rm *"}: it names command, which is no text here",
     "not-matched: run_command{"command":"git log *"}: it names command, which is no text here",
     "not-matched: run_command{"command":"sort *"}: it names command, which is no text here",
     "not-matched: run_command{"command":"ls *","note":"x"}: it names command, which is no text here",
   ]
  `);
});

test('why a line cannot be judged', async () => {
  expect(await said({ command: 'git log > f' })).toMatchInlineSnapshot(`
   [
     "not-matched: run_command{"command":"rm *"}: it is about another command",
     "not-matched: run_command{"command":"git log *"} cannot be decided by pattern: it reads or writes a file by redirection",
     "not-matched: run_command{"command":"sort *"}: it does not cover "git log"",
     "not-matched: run_command{"command":"ls *","note":"x"}: it does not cover "git log"",
   ]
  `);
  expect(await said({ command: '$X y' })).toMatchInlineSnapshot(`
   [
     "not-matched: run_command{"command":"rm *"} cannot be decided by pattern: the name of a program is not on the line",
     "not-matched: run_command{"command":"git log *"}: it does not cover "… y"",
     "not-matched: run_command{"command":"sort *"}: it does not cover "… y"",
     "not-matched: run_command{"command":"ls *","note":"x"}: it does not cover "… y"",
   ]
  `);
});
