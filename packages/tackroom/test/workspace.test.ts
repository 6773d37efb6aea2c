import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InMemoryWorkspace } from '@tackroom/testing';
import { configureBundle, filesystem, HarnessModule, shell, ToolName, Workspace, type Harness, type HarnessOptions } from 'tackroom';
import { HostWorkspace } from '@tackroom/sandbox';

let root: string;
let harness: Harness | undefined;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-root-')));
  await mkdir(join(root, 'inner'));
  await writeFile(join(root, 'hello.txt'), 'hello');
});
afterAll(() => rm(root, { recursive: true }));
afterEach(async () => {
  await harness?.close();
  harness = undefined;
});

test.each<[string, () => HarnessOptions]>([
  ['a root', () => ({ workspace: root, bundles: ['filesystem'] })],
  ['a root with options', () => ({ workspace: { root, symlinks: 'inside' }, bundles: ['fs'] })],
  ['a workspace', () => ({ workspace: new HostWorkspace(root), bundles: ['files'] })],
  ['the root of a bundle', () => ({ bundles: [filesystem({ root })] })],
  ['the root of a bundle among tools', () => ({ tools: [filesystem({ root }), 'run_command'] })],
  [
    'the same root twice, spelt differently',
    () => ({ workspace: join(root, 'inner', '..'), bundles: [filesystem({ root: `${root}/` }), shell({ root })] }),
  ],
  ['a provider', () => ({ providers: [{ provide: Workspace, useFactory: () => new HostWorkspace(root) }], bundles: ['filesystem'] })],
  ['a single tool by name', () => ({ workspace: root, tools: [ToolName.ReadFile] })],
  ['a bundle configured by name', () => ({ bundles: [configureBundle('fs', { root })] })],
])('the file tools work in the root that %s names', async (_name, options) => {
  harness = await HarnessModule.create(options());
  expect(harness.workspace?.root).toBe(root);
  expect((await harness.execute({ name: 'read_file', args: { path: 'hello.txt' } })).content).toContain('hello');
});

test('extra roots are read under their names', async () => {
  harness = await HarnessModule.create({ workspace: { root: join(root, 'inner'), also: { top: root } }, bundles: ['filesystem'] });
  expect((await harness.execute({ name: 'read_file', args: { path: 'top:/hello.txt' } })).content).toContain('hello');
  const missing = { workspace: { root, also: { docs: join(root, 'gone'), x: root } } };
  await expect(HarnessModule.create(missing)).rejects.toMatchObject({
    code: 'BOOT_INVALID',
    problems: [
      { code: 'WORKSPACE_ROOT_MISSING', where: 'workspace' },
      { code: 'WORKSPACE_OPTION_INVALID', where: 'workspace' },
    ],
  });
});

test('a workspace that is given needs no directory', async () => {
  harness = await HarnessModule.create({ workspace: new InMemoryWorkspace({ 'a.txt': 'in memory' }), bundles: ['filesystem'] });
  expect((await harness.execute({ name: 'read_file', args: { path: 'a.txt' } })).content).toContain('in memory');
});

test('the shell runs in the root, on the host, without being asked for a sandbox', async () => {
  harness = await HarnessModule.create({ workspace: root, bundles: ['shell'], permissions: { allow: ['run_command'] } });
  expect(harness.sandbox?.name).toBe('host');
  expect((await harness.execute({ name: 'run_command', args: { command: 'pwd; ls' } })).content).toContain(`${root}\nhello.txt\ninner`);
});

test('without the shell there is no sandbox, and without file tools no workspace', async () => {
  harness = await HarnessModule.create();
  expect([harness.sandbox, harness.workspace]).toEqual([undefined, undefined]);
});

test('an open root is a warning', async () => {
  const warned: string[] = [];
  const ignore = (): void => undefined;
  const logger = { debug: ignore, info: ignore, error: ignore, warn: (message: string) => void warned.push(message) };
  harness = await HarnessModule.create({ workspace: { root: null }, bundles: ['filesystem'], logger });
  expect(warned).toEqual(['The workspace has no root: file tools reach every file that this process can.']);
});

test.each<[string, HarnessOptions, string]>([
  [
    'file tools',
    { bundles: ['filesystem'] },
    'nobody says which directory delete, edit_file, generate_file, glob, grep, list_directory, read_file, write_file work in',
  ],
  ['the shell', { tools: ['run_command'] }, 'nobody says which directory run_command works in'],
  [
    'a bundle that does not exist',
    { bundles: [configureBundle('webb')] },
    'is no bundle that takes options. The bundles are filesystem, navigation, shell, git, ask_user.',
  ],
  ['a name that is none', { bundles: ['webb'] }, '"webb" is neither a bundle nor a built-in tool'],
  [
    'a factory that was not called',
    { workspace: '.', bundles: [filesystem as never] },
    'is the bundle factory filesystem, not called; call it: filesystem()',
  ],
])('boot refuses %s without a root, or a name that means nothing', async (_name, options, message) => {
  await expect(HarnessModule.create(options)).rejects.toThrow(message);
});

test('tools can come later', async () => {
  harness = await HarnessModule.create({ workspace: root });
  expect(harness.tools.load('filesystem', { include: ['read_file'] })).toEqual(['read_file']);
  expect((await harness.execute({ name: 'read_file', args: { path: 'hello.txt' } })).success).toBe(true);
});
