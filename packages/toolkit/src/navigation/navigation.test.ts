import { ToolRegistry, type JsonObject } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import { filesystem } from '../filesystem/filesystem.js';
import { navigation, type NavigationOptions } from './navigation.js';

test('the tools, as they are registered', () => {
  const { tools, problems, workspaceRoot } = navigation({ root: '/data', names: { change_directory: 'cd' } });
  expect([problems, workspaceRoot, tools.map(({ name }) => name)]).toEqual([[], '/data', ['cd', 'list_directory']]);
  expect(tools[0]).toMatchObject({
    category: 'navigate',
    riskLevel: 'low',
    concurrency: 'serial',
    replayPolicy: 'safe',
    semantics: { path: 'path' },
  });
});

test.each<[object, string]>([
  [{ depth: 1 }, 'navigation.depth is not an option; the options are include, exclude, permission, replace, root, names.'],
  [{ names: { cd: 'x' } }, 'navigation.names names no tool of this bundle with cd; it has change_directory, list_directory.'],
])('%j is a problem', (options, expected) => {
  expect(navigation(options as NavigationOptions).problems.map(({ where, message }) => `${where} ${message}`)).toEqual([expected]);
});

test('with the file tools there is one list_directory, wherever each says its root', () => {
  const registry = new ToolRegistry();
  registry.registerAll([filesystem({ root: '/data', maxReadBytes: 9 }), navigation()]);
  expect(registry.list().filter(({ name }) => name === 'list_directory')).toHaveLength(1);
});

test('the working directory lasts for the session', async () => {
  const registry = new ToolRegistry();
  registry.registerAll([filesystem(), navigation()]);
  const workspace = new InMemoryWorkspace({ 'src/deep/a.txt': 'A', 'b.txt': 'B' }).session('s');
  const call = async (name: string, args: JsonObject): Promise<string> =>
    String((await registry.execute({ name, args }, { ctx: { workspace } })).content);
  expect(await call('change_directory', { path: 'src/deep' })).toBe('The working directory is src/deep, below the root of the workspace.');
  expect(await call('read_file', { path: 'a.txt' })).toBe('a.txt, line 1 of 1; no line end after the last line\n1\tA');
  expect(await call('glob', { pattern: '*', path: '../..' })).toBe('../../b.txt\na.txt');
  expect(await call('change_directory', { path: '../../..' })).toMatch(/outside the workspace/);
  const where = 'Paths in this message start at the root of the workspace; the working directory is src/deep.';
  expect(await call('read_file', { path: 'A.txt' })).toBe(`"src/deep/A.txt" does not exist. ${where}`);
  expect(await call('write_file', { path: '../../b.txt', content: '' })).toBe(
    `"b.txt" exists already. Set overwrite to replace it, or edit a part of it. ${where}`,
  );
  expect(await call('list_directory', { path: 'a.txt' })).toBe(`"src/deep/a.txt" is not a directory. ${where}`);
  expect(await call('change_directory', { path: 'a.txt' })).toBe(`"src/deep/a.txt" is not a directory. ${where}`);
  expect(await call('read_file', { path: 'a.txt', offset: 9 })).toBe('a.txt has 1 line; there is no line 9.');
  expect(await call('list_directory', {})).toBe('., 1 entry\na.txt (1 byte)');
  expect(await call('change_directory', { path: '../..' })).toBe('The working directory is the root of the workspace.');
});
