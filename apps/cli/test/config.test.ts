import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf, runMain, scratchFolder, writeFiles } from './run-main.js';

const turns = (...words: readonly string[]) => ({ turns: words.map((text) => ({ text })) });

const cwd = scratchFolder({
  'a.txt': 'top\n',
  'sub/a.txt': 'below\n',
  'sub/deeper/x.txt': '',
  'turns.json': turns('From the configuration.'),
  'sub/turns.json': turns('From the line.'),
});

/** Runs a command in a project with this configuration, below its folder unless said otherwise. */
async function withConfig(config: unknown, args: readonly string[], from = 'sub') {
  writeFiles(cwd, { 'tackroom.config.json': config });
  return runMain([...args, '--json'], { cwd: join(cwd, from) });
}

const read = ['call', 'read_file', 'path=a.txt'];
const names = (ran: Awaited<ReturnType<typeof withConfig>>): readonly string[] => {
  const tools: readonly { readonly name: string }[] = jsonOf(ran);
  return tools.map(({ name }) => name);
};

// What a configuration and a line say together: the file that is read or the verdict.
test.each<[string, object, readonly string[], object]>([
  ['the folder of the configuration is the root', {}, [], { output: { content: 'top\n' } }],
  ['its root starts from its folder', { root: 'sub' }, [], { output: { content: 'below\n' } }],
  ['the root of a bundle too', { bundles: [{ name: 'filesystem', options: { root: 'sub' } }] }, [], { output: { content: 'below\n' } }],
  ['--root starts from the current directory', { root: '.' }, ['--root', '.'], { output: { content: 'below\n' } }],
  [
    '--root beats the root of a bundle',
    { bundles: [{ name: 'filesystem', options: { root: '.' } }] },
    ['--root', '.'],
    { output: { content: 'below\n' } },
  ],
  ['the root of --bundle beats the root', { root: '.' }, ['--bundle', 'filesystem:{"root":"."}'], { output: { content: 'below\n' } }],
  ['a rule denies', { permissions: { deny: ['read_file'] } }, [], { decision: { verdict: 'deny', source: 'deny-rule' } }],
  [
    'a rule denies whatever the line allows',
    { permissions: { deny: ['read_file'] } },
    ['--allow', 'read_file', '--profile', 'open'],
    { decision: { verdict: 'deny' } },
  ],
  [
    'a rule of the line denies what the configuration allows',
    { permissions: { allow: ['*'] } },
    ['--deny', 'read_file'],
    { decision: { verdict: 'deny' } },
  ],
  ['a rule asks', { permissions: { ask: ['read_file'] } }, [], { kind: 'approval', rule: 'read_file' }],
  ['a profile', { profile: 'locked' }, [], { decision: { verdict: 'deny', source: 'profile' } }],
  ['another profile on the line', { profile: 'locked' }, ['--profile', 'guarded'], { success: true }],
  ['a default level', { permissions: { defaultLevel: 'deny' } }, [], { decision: { verdict: 'deny' } }],
  ['another profile in place of a default level', { permissions: { defaultLevel: 'deny' } }, ['--profile', 'guarded'], { success: true }],
])('%s', async (_what, config, flags, shown) => {
  const ran = await withConfig(config, [...read, ...flags]);
  expect(jsonOf(ran)).toMatchObject(shown);
});

test('a root of null is the whole disk, which is logged', async () => {
  const ran = await withConfig({ root: null }, ['call', 'read_file', `path=${join(cwd, 'a.txt')}`]);
  expect(jsonOf(ran)).toMatchObject({ success: true, content: expect.stringContaining('top') });
  expect(ran.stderr).toContain('has no root');
  const missing = await withConfig({ root: null }, ['call', 'read_file', `path=${join(cwd, 'gone.txt')}`]);
  expect(jsonOf(missing)).toMatchObject({ error: { message: `"${join(cwd, 'gone.txt')}" does not exist.` } });
});

test('further directories of the workspace start from the folder of the configuration', async () => {
  const docs = ['call', 'read_file', 'path=docs:/a.txt'];
  const config = { workspace: { also: { docs: 'sub' } } };
  for (const more of [{}, { root: '.' }, { bundles: [{ name: 'filesystem', options: { root: '.' } }] }]) {
    expect(jsonOf(await withConfig({ ...config, ...more }, docs))).toMatchObject({ output: { content: 'below\n' } });
  }
  for (const flags of [
    ['--root', '.'],
    ['--bundle', 'filesystem:{"root":"."}'],
  ]) {
    expect(jsonOf(await withConfig(config, [...docs, ...flags]))).toMatchObject({ output: { content: 'below\n' } });
  }
  const writes = ['call', 'write_file', 'path=docs:/new.txt', 'content=x', '--profile', 'open'];
  expect(jsonOf(await withConfig(config, writes))).toMatchObject({ error: { code: 'PATH_READ_ONLY' } });
  const missing = await withConfig({ workspace: { also: { docs: 'nowhere', d: '.' } } }, docs);
  const inFile = `workspace in ${join(cwd, 'tackroom.config.json')}`;
  expect(missing.code).toBe(2);
  expect(jsonOf(missing)).toMatchObject({
    error: { problems: [{ where: inFile }, { where: inFile }] },
  });
});

test('bundles: those of the configuration, unless the line names others', async () => {
  const config = { bundles: ['shell'], tools: ['glob'] };
  expect(names(await withConfig(config, ['tools', 'ls']))).toEqual(['glob', 'run_command']);
  expect(names(await withConfig(config, ['tools', 'ls', '--bundle', 'filesystem:{"include":["grep"]}']))).toEqual(['glob', 'grep']);
});

test('the audit trail is a file beside the configuration', async () => {
  await withConfig({ audit: { file: 'logs/audit.jsonl' } }, read);
  expect(readFileSync(join(cwd, 'logs/audit.jsonl'), 'utf8')).toContain('read_file');
  expect(existsSync(join(cwd, 'sub/logs'))).toBe(false);
});

test('--config chooses one, and its folder is the root', async () => {
  writeFiles(cwd, { 'sub/deeper/other.json': { profile: 'locked', permissions: { allow: ['glob'] } } });
  const ran = await withConfig({}, ['call', 'glob', 'pattern=*.txt', '--config', 'deeper/other.json']);
  expect(jsonOf(ran)).toMatchObject({ success: true, content: 'x.txt' });
  expect((await withConfig({}, [...read, '--config', 'deeper/other.json'])).code).toBe(4);
});

test('a configuration is not read for help', async () => {
  writeFiles(cwd, { 'tackroom.config.json': '{' });
  for (const line of [['--help'], ['--version'], ['call', '--help']]) expect((await runMain(line, { cwd })).code).toBe(0);
  expect((await runMain(['tools', 'ls'], { cwd })).code).toBe(2);
});

test('what is wrong with a configuration is told to a person', async () => {
  writeFiles(cwd, { 'tackroom.config.json': { bundle: ['shell'], agents: { a: { sytem: '' } }, store: 'x' } });
  const ran = await runMain(['tools', 'ls'], { cwd });
  expect({ ...ran, stderr: '' }).toEqual({ code: 2, stdout: '', stderr: '' });
  expect(ran.stderr).toMatchInlineSnapshot(`
   "tackroom: The configuration tackroom.config.json cannot be used: 3 problems. [CONFIG_INVALID]
     - bundle: is no key. Did you mean bundles? [OPTION_UNKNOWN]
     - agents.a.sytem: is no option of an agent. Did you mean system? [AGENT_OPTION_INVALID]
     - store: is not available in this version; keep a paused run with tackroom run --state FILE. [OPTION_NOT_AVAILABLE]
   "
  `);
});

test('what boot finds is said of the line or of the configuration', async () => {
  writeFiles(cwd, {
    'tackroom.config.json': {
      root: 'nowhere',
      bundles: ['filesytem', { name: 'shell', options: { rot: '.' } }],
      tools: ['nope'],
      permissions: { ask: ['x{'], deny: ['also{'], guards: 'all' },
      toolPolicy: { retries: 1 },
    },
  });
  const { stderr } = await runMain(['tools', 'ls', '--ask', 'y{', '--deny', 'z{'], { cwd });
  expect(stderr.replaceAll(cwd, '…')).toMatchInlineSnapshot(`
   "tackroom: The harness cannot boot: 10 problems. [BOOT_INVALID]
     - root in tackroom.config.json: The root of the workspace does not exist: …/nowhere. Create it or give another one. [WORKSPACE_ROOT_MISSING]
     - permissions.guards in tackroom.config.json: must be an array of: protected-paths, dangerous-commands [PERMISSIONS_OPTION_INVALID]
     - permissions.ask[0] in tackroom.config.json: The rule "x{" cannot be used: is not a tool name followed by one JSON object. Write tool, glob* or tool{"argument":"pattern"}. [PERMISSIONS_RULE_INVALID]
     - --ask y{: The rule "y{" cannot be used: is not a tool name followed by one JSON object. Write tool, glob* or tool{"argument":"pattern"}. [PERMISSIONS_RULE_INVALID]
     - permissions.deny[0] in tackroom.config.json: The rule "also{" cannot be used: is not a tool name followed by one JSON object. Write tool, glob* or tool{"argument":"pattern"}. [PERMISSIONS_RULE_INVALID]
     - --deny z{: The rule "z{" cannot be used: is not a tool name followed by one JSON object. Write tool, glob* or tool{"argument":"pattern"}. [PERMISSIONS_RULE_INVALID]
     - registry's toolPolicy.retries in tackroom.config.json: is not an option; the options are defaultTimeoutMs, dedupeCalls, retry. [POLICY_INVALID]
     - bundles[0] in tackroom.config.json: "filesytem" is neither a bundle nor a built-in tool; the bundles are filesystem, navigation, shell, git, ask_user, all, the tools ask_user, change_directory, delete, edit_file, generate_file, git_add, git_branch, git_commit, git_diff, git_log, git_show, git_status, glob, grep, list_directory, read_file, run_command, write_file. [BUNDLE_UNKNOWN]
     - bundles[1], shell.rot in tackroom.config.json: is not an option; the options are include, exclude, permission, replace, root, names, timeoutSeconds, maxOutputChars. [BUNDLE_OPTION_INVALID]
     - tools[0] in tackroom.config.json: "nope" is neither a bundle nor a built-in tool; the bundles are filesystem, navigation, shell, git, ask_user, all, the tools ask_user, change_directory, delete, edit_file, generate_file, git_add, git_branch, git_commit, git_diff, git_log, git_show, git_status, glob, grep, list_directory, read_file, run_command, write_file. [BUNDLE_UNKNOWN]
   "
  `);
});

test('a rule about a tool that is not there is said of its place', async () => {
  writeFiles(cwd, { 'tackroom.config.json': { permissions: { deny: ['nope'] } } });
  const ran = await runMain(['tools', 'ls', '--deny', 'nil', '--json'], { cwd: join(cwd, 'sub') });
  expect(jsonOf(ran)).toMatchObject({
    error: {
      code: 'BOOT_INVALID',
      problems: [{ where: `permissions.deny[0] (nope) in ${cwd}/tackroom.config.json` }, { where: '--deny nil' }],
    },
  });
});

test.each([
  ['{\n  "profile": "open",\n}', 'CLI_JSON_INVALID', 'at line 3, column 1'],
  ['[]', 'CONFIG_INVALID', 'must be an object'],
  ['{"store":"x"}', 'CLI_NOT_AVAILABLE', 'store is not available in this version'],
  ['{"store":"x","mcp":{"a":{"command":"b"}}}', 'CLI_NOT_AVAILABLE', 'mcp is not available in this version'],
  [
    '{"tools":["./nowhere.ts"]}',
    'CLI_TOOLS_UNREADABLE',
    './nowhere.ts (tools[0] in tackroom.config.json) cannot be loaded: there is no such file',
  ],
])('%s is refused with %s', async (config, code, says) => {
  const ran = await withConfig(config, ['tools', 'ls'], '.');
  expect(ran).toMatchObject({ code: 2, stderr: '' });
  expect(jsonOf(ran)).toEqual({ error: { code, message: expect.stringContaining(says), problems: expect.any(Array) } });
});
