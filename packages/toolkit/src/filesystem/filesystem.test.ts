import { ToolRegistry, NO_FACTS, type JsonObject, type ToolDefinition } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import { fileKey } from './file-key.js';
import { filesystem, type FilesystemOptions } from './filesystem.js';

const policy = ({
  name,
  category,
  riskLevel,
  replayPolicy,
  concurrency,
  timeoutMs,
  ownLimits,
  pages,
  permission,
  semantics,
}: ToolDefinition): object => ({
  name,
  category,
  riskLevel,
  replayPolicy,
  concurrency: typeof concurrency === 'string' ? concurrency : `key, ${concurrency.mode}`,
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
  ownLimits,
  pages,
  permission,
  semantics,
});

test('the tools, as they are registered', () => {
  const { tools, problems, workspaceRoot } = filesystem();
  const writing = {
    category: 'write',
    riskLevel: 'medium',
    replayPolicy: 'manual',
    concurrency: 'key, write',
    ownLimits: false,
    pages: false,
    permission: undefined,
    semantics: { path: 'path' },
  };
  const common = {
    category: 'read',
    riskLevel: 'low',
    replayPolicy: 'safe',
    ownLimits: false,
    permission: undefined,
    semantics: { path: 'path' },
  };
  expect(problems).toEqual([]);
  expect(workspaceRoot).toBeUndefined();
  expect(tools.map(policy)).toEqual([
    { ...common, name: 'read_file', concurrency: 'key, read', pages: true },
    { ...common, name: 'list_directory', concurrency: 'parallel', pages: false },
    { ...common, name: 'glob', concurrency: 'parallel', pages: false },
    { ...common, name: 'grep', concurrency: 'parallel', pages: false },
    { ...writing, name: 'write_file' },
    { ...writing, name: 'edit_file' },
    { ...writing, name: 'delete', riskLevel: 'high' },
    { ...writing, name: 'generate_file' },
  ]);
});

test('the key of a file is the place that its path leads to', () => {
  const fact = { raw: './link/../f', normalized: 'f', canonical: 'real/F', outside: false };
  const facts = { ...NO_FACTS, paths: { path: fact } };
  expect(fileKey({ path: './link/../f' }, facts)).toEqual(['workspace', 'real', 'F']);
  expect(fileKey({ path: 'x' }, { ...facts, caseInsensitivePaths: true })).toEqual(['workspace', 'real', 'f']);
  expect(fileKey({ path: 'a/b' }, { ...NO_FACTS, paths: { path: { ...fact, canonical: undefined } } })).toEqual(['workspace', 'f']);
  expect(fileKey({ path: 'a//b' }, NO_FACTS)).toEqual(['workspace', 'a', 'b']);
});

describe('options', () => {
  const problemsOf = (options: object): readonly string[] =>
    filesystem(options as FilesystemOptions).problems.map(({ where, message }) => `${where} ${message}`);

  test('choose and change tools', () => {
    const bundle = filesystem({ root: '/data', readonly: true, include: ['read_*', 'grep'], permission: 'ask', maxMatches: 50 });
    expect(bundle.workspaceRoot).toBe('/data');
    expect(bundle.tools.map(({ name, permission }) => [name, permission])).toEqual([
      ['read_file', 'ask'],
      ['grep', 'ask'],
    ]);
    expect(filesystem({ root: null }).workspaceRoot).toBeNull();
    expect(filesystem({ exclude: ['grep'], names: { list_directory: 'list_files' } }).tools.map(({ name }) => name)).toEqual([
      'read_file',
      'list_files',
      'glob',
      'write_file',
      'edit_file',
      'delete',
      'generate_file',
    ]);
    expect(filesystem({ readonly: true }).tools.map(({ name }) => name)).toEqual(['read_file', 'list_directory', 'glob', 'grep']);
  });

  test('a limit that is said takes the parameter from the model', () => {
    const grepOf = (options: FilesystemOptions): ToolDefinition | undefined =>
      filesystem(options).tools.find(({ name }) => name === 'grep');
    expect(grepOf({ maxMatches: 50 })).toMatchObject({ hidden: { max_matches: 50 } });
    expect(Object.keys(grepOf({ maxMatches: 50 })?.inputSchema.properties ?? {})).not.toContain('max_matches');
    expect(Object.keys(grepOf({ maxMatches: 200 })?.inputSchema.properties ?? {})).toContain('max_matches');
  });

  test.each<[object, readonly string[]]>([
    [
      { maxReadByte: 1 },
      [
        'filesystem.maxReadByte is not an option; the options are include, exclude, permission, replace, root, names, readonly, requireRead, images, outputDir, maxReadBytes, maxWriteBytes, maxDirectoryEntries, maxFiles, maxMatches.',
      ],
    ],
    [{ maxReadBytes: 0 }, ['filesystem.maxReadBytes is 0; write a whole number from 1.']],
    [{ maxFiles: '9' }, ['filesystem.maxFiles is "9"; write a whole number from 1.']],
    [{ root: 5 }, ['filesystem.root is number; write a directory, or null for the whole file system.']],
    [{ readonly: 'yes' }, ['filesystem.readonly is not a boolean; write true or false.']],
    [
      { requireRead: 1, images: 'no' },
      ['filesystem.requireRead is not a boolean; write true or false.', 'filesystem.images is not a boolean; write true or false.'],
    ],
    [{ outputDir: '' }, ['filesystem.outputDir is no path; write a directory, for example "./output".']],
    [
      { readonly: true, include: ['write_file'] },
      ['filesystem.include names no tool of this bundle with write_file; it has read_file, list_directory, glob, grep.'],
    ],
    [
      { names: { raed_file: 'x' } },
      [
        'filesystem.names names no tool of this bundle with raed_file; it has read_file, list_directory, glob, grep, write_file, edit_file, delete, generate_file.',
      ],
    ],
    [{ names: { grep: 'a b' } }, ['filesystem.names.grep is no name for a tool: write 1 to 64 of A-Z a-z 0-9 _ -.']],
    [{ names: { grep: 'glob' } }, ['filesystem.names gives two tools the name glob; give each its own.']],
    [{ names: 'x' }, ["filesystem.names is not an object; write { read_file: 'another_name' }."]],
    [
      { include: ['write_flie'] },
      [
        'filesystem.include names no tool of this bundle with write_flie; it has read_file, list_directory, glob, grep, write_file, edit_file, delete, generate_file.',
      ],
    ],
  ])('%j is a problem', (options, expected) => {
    expect(problemsOf(options)).toEqual(expected);
  });
});

describe('through a registry', () => {
  const registry = new ToolRegistry();
  registry.registerAll([filesystem({ maxMatches: 1 })]);
  const workspace = new InMemoryWorkspace({ 'a.txt': 'x\nx\n', '..evil': '' }).session('s');
  const call = async (name: string, args: JsonObject): Promise<string> => {
    const { success, content } = await registry.execute({ name, args }, { ctx: { workspace } });
    return `${success ? 'ok' : 'error'}: ${String(content)}`;
  };

  test.each<[string, JsonObject, RegExp | string]>([
    ['read_file', { path: 'a.txt' }, 'ok: a.txt, lines 1-2 of 2\n1\tx\n2\tx'],
    ['grep', { pattern: 'x' }, 'ok: a.txt:1:x\n[This is the first one; there are more. Narrow the pattern or the path.]'],
    ['list_directory', {}, 'ok: ., 2 entries\n..evil (0 bytes)\na.txt (4 bytes)'],
    ['glob', { pattern: '*.txt' }, 'ok: a.txt'],
    ['read_file', { path: 'a.txt', offset: 0 }, /^error: .*offset/],
    ['read_file', { path: 'a.txt', offset: 1.5 }, /^error: .*offset/],
    ['read_file', { path: 'a.txt', offset: '3' }, /^error: .*offset/],
    ['read_file', { path: 'a.txt', offest: 5 }, /^error: .*offest/],
    ['read_file', {}, /^error: .*path/],
    ['read_file', { path: '../x' }, /^error: .*outside the workspace/],
    ['grep', { pattern: 'x', max_matches: 100 }, /^error: .*max_matches/],
    ['write_file', { path: 'b.txt' }, /^error: .*content/],
    ['edit_file', { path: 'a.txt', edits: [] }, /^error: .*edits/],
    ['edit_file', { path: 'a.txt', old_string: 'x' }, /^error: .*Give old_string and new_string, or a list of them as edits/],
  ])('%s %j', async (name, args, expected) => {
    const said = await call(name, args);
    if (typeof expected === 'string') expect(said).toBe(expected);
    else expect(said).toMatch(expected);
  });

  test('without a workspace the tools say so', async () => {
    const result = await registry.execute({ name: 'read_file', args: { path: 'a' } });
    expect(result).toMatchObject({ success: false, error: { code: 'WORKSPACE_MISSING' } });
  });
});
