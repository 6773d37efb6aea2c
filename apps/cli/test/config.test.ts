import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf, runMain, scratchFolder, writeFiles, type Ran } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const TOOL = (name: string): string =>
  `import { defineTool } from 'tackroom'; export const tool = defineTool({ name: '${name}', description: 'x', input: { type: 'object' }, handler: () => '${name}' });`;

// The project has a file of the same name in each folder that may become the root.
const cwd = scratchFolder({
  'which.txt': 'the folder of the configuration',
  'data/which.txt': 'data',
  'sub/which.txt': 'sub',
  'sub/data/which.txt': 'sub/data',
  'lib/which.txt': 'lib',
  'lib/docs/which.txt': 'lib/docs',
  'lib/bundle.mjs': `import { filesystem } from 'tackroom'; export const files = filesystem({ root: 'docs' });`,
  'made.mjs': `import { filesystem, defineTool } from 'tackroom';
    export default { bundles: [filesystem({ root: 'data' })], tools: ['./one.mjs'] };`,
  'one.mjs': TOOL('one'),
  'sub/two.mjs': TOOL('two'),
});
const sub = join(cwd, 'sub');

/** Runs a command line below a configuration in JSON. */
async function below(config: unknown, args: readonly string[], options: { readonly input?: string } = {}): Promise<Ran> {
  writeFiles(cwd, { 'tackroom.config.json': config });
  return runMain(args, { cwd: sub, ...options });
}

const named = (name: string): { readonly name: string } => ({ name });

describe('where paths start', () => {
  const FILES = (root: string) => ({ name: 'filesystem', options: { root } });
  const READ = ['call', 'read_file', 'path=which.txt', '--json'];

  test.each<[string, unknown, readonly string[], string]>([
    ['nothing is said', {}, [], 'the folder of the configuration'],
    ['root', { root: 'data' }, [], 'data'],
    ['an absolute root', { root: join(cwd, 'lib') }, [], 'lib'],
    ['the root of a bundle', { bundles: [FILES('data')] }, [], 'data'],
    ['--root beats root', { root: 'data' }, ['--root', '.'], 'sub'],
    ['--root beats a bundle', { bundles: [FILES('lib')] }, ['--root', 'data'], 'sub/data'],
    ['--root is relative to --cwd', {}, ['--root', 'data', '--cwd', '..'], 'data'],
    ['a bundle of --bundle', { root: 'data' }, ['--bundle', 'filesystem:{"root":"data"}'], 'sub/data'],
    ['--bundle without a root', { root: 'data', bundles: [FILES('lib')] }, ['--bundle', 'filesystem'], 'data'],
  ])('%s', async (_name, config, flags, expected) => {
    const ran = await below(config, [...READ, ...flags]);
    expect(jsonOf(ran)).toMatchObject({ success: true, output: { content: expected } });
  });

  for (const [config, flags, expected] of [
    ['made.mjs', [], 'data'],
    ['made.mjs', ['--root', '.'], 'sub'],
  ] as const) {
    testBuilt(`bundles that code makes: ${config} ${flags.join(' ')}`, async () => {
      const ran = await spawnCommand([...READ, '--config', `../${config}`, ...flags], { cwd: sub });
      expect(jsonOf(ran)).toMatchObject({ success: true, output: { content: expected } });
    });
  }

  testBuilt('the bundle of a module starts from the folder of the module', async () => {
    writeFiles(cwd, { 'lib.json': { bundles: [], tools: ['./lib/bundle.mjs'] } });
    const ran = await spawnCommand([...READ, '--config', '../lib.json'], { cwd: sub });
    expect(jsonOf(ran)).toMatchObject({ output: { content: 'lib/docs' } });
  });

  test('the file of the audit trail', async () => {
    await below({ audit: { file: 'audit.jsonl' } }, READ);
    expect(readFileSync(join(cwd, 'audit.jsonl'), 'utf8')).toContain('read_file');
    expect(existsSync(join(sub, 'audit.jsonl'))).toBe(false);
  });
});

describe('flags beside a configuration', () => {
  testBuilt('--tools adds, and --bundle replaces', async () => {
    const line = ['tools', 'ls', '--json', '--config', '../made.mjs'];
    const added = jsonOf(await spawnCommand([...line, '--tools', 'two.mjs', '--tools', '../one.mjs'], { cwd: sub }));
    expect(added).toMatchObject(['glob', 'grep', 'list_directory', 'one', 'read_file', 'two'].map(named));
    const replaced = jsonOf(await spawnCommand([...line, '--bundle', 'shell'], { cwd: sub }));
    expect(replaced).toMatchObject(['one', 'run_command'].map(named));
  });

  const CALL = ['call', 'read_file', 'path=which.txt', '--json'];
  const DENY = { permissions: { deny: ['read_file'] } };
  test.each<[string, unknown, readonly string[], string, string]>([
    ['a deny beats what flags allow', DENY, ['--allow', 'read_file', '--profile', 'open', '--approve'], 'deny', 'deny-rule'],
    ['also under another root', DENY, ['--root', '.', '--bundle', 'filesystem'], 'deny', 'deny-rule'],
    ['a deny of a flag beats what it allows', { permissions: { allow: ['read_file'] } }, ['--deny', 'read_file'], 'deny', 'deny-rule'],
    ['an allow of a flag beats an ask of it', { permissions: { ask: ['read_*'] } }, ['--allow', 'read_file'], 'allow', 'allow-rule'],
    ['its profile', { profile: 'locked' }, [], 'deny', 'profile'],
    ['--profile beats its profile', { profile: 'locked' }, ['--profile', 'open'], 'allow', 'profile'],
    ['--profile beats its default', { permissions: { defaultLevel: 'deny' } }, ['--profile', 'guarded'], 'allow', 'profile'],
    ['rules of flags are added', { profile: 'locked' }, ['--allow', 'read_file'], 'allow', 'allow-rule'],
  ])('%s', async (_name, config, flags, verdict, source) => {
    const ran = await below(config, [...CALL, ...flags]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ decision: { verdict, source } });
  });

  test('what is wrong is said of the flag or the key that it came from', async () => {
    const config = {
      bundles: ['nowhere', { name: 'shell', options: { unheard: 1 } }],
      tools: ['missing_tool'],
    };
    const ran = await below(config, ['tools', 'ls']);
    expect(ran.stderr.replaceAll(cwd, '/project')).toMatchInlineSnapshot(`
     "tackroom: The harness cannot boot: 3 problems. [BOOT_INVALID]
       - bundles[0] in /project/tackroom.config.json: "nowhere" is neither a bundle nor a built-in tool; the bundles are filesystem, shell, all, the tools glob, grep, list_directory, read_file, run_command. [BUNDLE_UNKNOWN]
       - bundles[1], shell.unheard in /project/tackroom.config.json: is not an option; the options are include, exclude, permission, replace, root, names, timeoutSeconds, maxOutputChars. [BUNDLE_OPTION_INVALID]
       - tools[0] in /project/tackroom.config.json: "missing_tool" is neither a bundle nor a built-in tool; the bundles are filesystem, shell, all, the tools glob, grep, list_directory, read_file, run_command. [BUNDLE_UNKNOWN]
     "
    `);
    const rules = { permissions: { deny: ['nothing', 'read_file'], ask: ['less'] } };
    const ruled = await below(rules, ['tools', 'ls', '--deny', 'none', '--ask', 'read_file{"x":"*"}']);
    expect(ruled.stderr.replaceAll(cwd, '/project')).toMatchInlineSnapshot(`
     "tackroom: The harness cannot boot: 4 problems. [BOOT_INVALID]
       - permissions.deny[0] (nothing) in /project/tackroom.config.json: no registered tool is meant; registered tools: glob, grep, list_directory, read_file, read_todos, run_command, write_todos [PERMISSIONS_TOOL_UNKNOWN]
       - --deny none: no registered tool is meant; registered tools: glob, grep, list_directory, read_file, read_todos, run_command, write_todos [PERMISSIONS_TOOL_UNKNOWN]
       - permissions.ask[0] (less) in /project/tackroom.config.json: no registered tool is meant; registered tools: glob, grep, list_directory, read_file, read_todos, run_command, write_todos [PERMISSIONS_TOOL_UNKNOWN]
       - --ask read_file{"x":"*"}: read_file has no argument "x"; arguments: byte_offset, limit, offset, path [PERMISSIONS_ARGUMENT_UNKNOWN]
     "
    `);
    expect((await below({ root: 'gone' }, ['tools', 'ls'])).stderr.replaceAll(cwd, '/project')).toMatchInlineSnapshot(`
     "tackroom: The harness cannot boot: 1 problem. [BOOT_INVALID]
       - root in /project/tackroom.config.json: The root of the workspace does not exist: /project/gone. Create it or give another one. [WORKSPACE_ROOT_MISSING]
     "
    `);
    expect((await below({}, ['tools', 'ls', '--root', 'gone'])).stderr.replaceAll(cwd, '/project')).toMatchInlineSnapshot(`
     "tackroom: The harness cannot boot: 1 problem. [BOOT_INVALID]
       - --root gone: The root of the workspace does not exist: /project/sub/gone. Create it or give another one. [WORKSPACE_ROOT_MISSING]
     "
    `);
  });
});
