import { readFileSync } from 'node:fs';
import { defineTool, rule, RuleBasedPermissionService, ToolRegistry } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';

const readLines = (name: string): readonly string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '));
const unescaped = (text: string): string => text.replace(/\\(\\n|n)/g, (_found, what: string) => (what === 'n' ? '\n' : '\\n'));

const everyday = readLines('everyday-lines.txt').map((line) => line.split('\t', 2) as [string, string]);
const rules = everyday.flatMap(([kind, text]) => (kind === 'rule' ? [rule('run', { command: text })] : []));
const lines = everyday.filter(([kind]) => kind !== 'rule');

const run = defineTool({
  name: 'run',
  description: 'Runs a command.',
  category: 'execute',
  riskLevel: 'high',
  inputSchema: { type: 'object', properties: { command: { type: 'string' }, cwd: { type: 'string' } } },
  semantics: { command: 'shell-command', cwd: 'path' },
  handler: () => '',
});
const registry = new ToolRegistry();
registry.register(run);
const permissions = new RuleBasedPermissionService({ allow: rules, deny: [rule('*', { path: 'secrets/' })] });
const workspace = new InMemoryWorkspace({ f: '', 'secrets/key': '', 'src/a.ts': '' });

async function explain(command: string, service = permissions, cwd?: string) {
  const args = { command, ...(cwd === undefined ? {} : { cwd }) };
  return registry.explain({ name: 'run', args }, { permissions: service, ctx: { workspace: workspace.session('') } });
}

test('175 everyday lines are decided as their authors expect', async () => {
  expect(lines).toHaveLength(175);
  const other: string[] = [];
  for (const [verdict, text] of lines) {
    const decided = await explain(unescaped(text));
    if (decided.verdict !== verdict) other.push(`${decided.verdict}: ${text}`);
  }
  expect(other).toEqual([]);
  expect(lines.filter(([verdict]) => verdict === 'ask')).toHaveLength(14);
});

test('what looks like them and is not is never allowed', async () => {
  const lookalikes = readLines('lookalike-lines.txt');
  const allowed: string[] = [];
  for (const text of lookalikes) if ((await explain(unescaped(text))).verdict === 'allow') allowed.push(text);
  expect(allowed).toEqual([]);
  expect(lookalikes.length).toBeGreaterThan(150);
});

const deciding = async (allow: readonly string[], command: string, cwd?: string): Promise<string> => {
  const service = new RuleBasedPermissionService({ allow: allow.map((pattern) => rule('run', { command: pattern })) });
  return (await explain(command, service, cwd)).verdict;
};

test.each(["fix(core): don't ask", 'say `foo()` (once)', 'a "quoted (text)" and it\'s (fine)', '# heading (one)\n- it (two)', '$X `id`'])(
  'a message given in a here-document is known: %j',
  async (message) => {
    expect(await deciding(['git commit *'], `git commit -m "$(cat <<'EOF'\n${message}\nEOF\n)"`)).toBe('allow');
  },
);

test.each([
  ['CI=* npm test', 'CI=1 npm test', 'allow'],
  ['CI=* npm test', 'CI="a b; c" npm test', 'allow'],
  ['CI=* npm test', 'npm test', 'ask'],
  ['CI=* npm test', 'CI=1 npm run x npm test', 'ask'],
  ['FOO=* npm *', 'FOO=a LANG=C npm test', 'allow'],
  ['FOO=* npm *', 'BAR=a npm test', 'ask'],
  ['FOO=[0-9] npm *', 'FOO=1 npm test', 'allow'],
  ["FOO='a b' npm test", "FOO='a b' npm test", 'allow'],
  ['PATH=* npm test', 'PATH=. npm test', 'ask'],
  ['PATH=? npm test', 'PATH=. npm test', 'ask'],
  ['PATH=/usr/bin npm test', 'PATH=/usr/bin npm test', 'allow'],
  ['PATH=/usr/bin npm test', 'PATH=/usr/bin PATH=. npm test', 'ask'],
  ['* npm test', 'FOO=1 npm test', 'ask'],
  ['FOO=* timeout *', 'FOO=1 timeout 5 npm test', 'ask'],
])('a rule names variables: %j, %j is %s', async (pattern, command, expected) => {
  expect(await deciding([pattern], command)).toBe(expected);
});

test('a started command needs the variables in its rule as well', async () => {
  expect(await deciding(['FOO=* timeout *', 'npm test'], 'FOO=1 timeout 5 npm test')).toBe('ask');
  expect(await deciding(['FOO=* timeout *', 'FOO=1 npm test'], 'FOO=1 timeout 5 npm test')).toBe('allow');
});

test('a file that is read counts from the directory in which the line starts', async () => {
  expect(await deciding(['cat *', 'tr *'], 'tr a b < a.ts', 'src')).toBe('allow');
  expect(await deciding(['cat *', 'tr *'], 'tr a b < ../f', 'src')).toBe('allow');
  expect(await deciding(['cat *', 'tr *'], 'tr a b < ../../f', 'src')).toBe('ask');
  expect(await deciding(['tr *'], 'tr a b < f')).toBe('ask');
  expect(await deciding(['cat src/*', 'tr *'], 'tr a b < f')).toBe('ask');
});

test('a rule that says where commands start says nothing of the directory that git is given', async () => {
  const service = new RuleBasedPermissionService({ allow: [rule('run', { command: 'git status *', cwd: 'src' })] });
  expect((await explain('git status', service, 'src')).verdict).toBe('allow');
  expect((await explain('git -C . status', service, 'src')).verdict).toBe('allow');
  expect((await explain('git -C .. status', service, 'src')).verdict).toBe('ask');
  expect(await deciding(['git status *'], 'git -C src status')).toBe('allow');
});

test('the explanation says what is missing', async () => {
  const detail = async (pattern: string, command: string): Promise<string | undefined> => {
    const service = new RuleBasedPermissionService({ allow: [rule('run', { command: pattern })] });
    const { steps, reason } = await explain(command, service);
    return `${reason} | ${steps.find(({ step }) => step === 'allow rule')?.detail ?? ''}`;
  };
  expect([
    await detail('npm test', 'FOO=1 npm test'),
    await detail('PATH=* npm test', 'PATH=. npm test'),
    await detail('tr *', 'tr a b < f'),
    await detail('* f', 'tr a b < ../f'),
  ]).toMatchInlineSnapshot(`
   [
     "run is of high risk; the allow rule cannot judge this command by its text: it sets FOO | run{"command":"npm test"} cannot be decided by pattern: it sets FOO",
     "run is of high risk; the allow rule cannot judge this command by its text: it sets PATH | run{"command":"PATH=* npm test"} cannot be decided by pattern: it sets PATH",
     "run is of high risk; the allow rule cannot judge this command by its text: it reads a file by redirection | run{"command":"tr *"} cannot be decided by pattern: it reads a file by redirection",
     "run is of high risk | run{"command":"* f"}: it does not cover "cat ../f", which is what "<" does",
   ]
  `);
});
