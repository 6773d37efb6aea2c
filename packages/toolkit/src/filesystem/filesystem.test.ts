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

test('what a model is told', () => {
  const told = filesystem().tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(told).toMatchInlineSnapshot(`
   [
     {
       "description": "Read a text file. Each line comes with its number and a tab in front, which are not part of the file. A long file comes in pages: the last line of a page then says with which offset (and inside one very long line, byte_offset) to go on. Read only the part you need with offset and limit. Binary files are refused.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "byte_offset": {
             "description": "Byte within line \`offset\` to go on from. Only as a page that ended inside a line says it.",
             "minimum": 0,
             "type": "integer",
           },
           "limit": {
             "description": "How many lines to read at most; as many as fit on a page unless given.",
             "minimum": 1,
             "type": "integer",
           },
           "offset": {
             "default": 1,
             "description": "First line to read, from 1.",
             "minimum": 1,
             "type": "integer",
           },
           "path": {
             "description": "The file, relative to the working directory.",
             "type": "string",
           },
         },
         "required": [
           "path",
         ],
         "type": "object",
       },
       "name": "read_file",
     },
     {
       "description": "List one directory, not what lies below its subdirectories: files with their size, directories with a slash at the end, symbolic links with an arrow and their target.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "path": {
             "default": ".",
             "description": "The directory, relative to the working directory.",
             "type": "string",
           },
         },
         "type": "object",
       },
       "name": "list_directory",
     },
     {
       "description": "Find files by name, in path order. \`*\` and \`?\` stay within a name, \`**\` crosses directories, \`[abc]\` is a set and \`{a,b}\` are alternatives; names that begin with a dot are matched like any others. A pattern without a slash matches at any depth: \`*.ts\`. One with a slash is matched from the directory that is searched: \`src/**/*.ts\`, \`./*.md\`. Files that ignore files such as .gitignore exclude are left out unless include_ignored is set. \`.git\` is never searched, and symbolic links are not followed.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "include_ignored": {
             "default": false,
             "description": "Also files that ignore files exclude.",
             "type": "boolean",
           },
           "path": {
             "default": ".",
             "description": "The directory to search, relative to the working directory.",
             "type": "string",
           },
           "pattern": {
             "description": "Which files, for example \`*.ts\` or \`tests/**\`.",
             "type": "string",
           },
         },
         "required": [
           "pattern",
         ],
         "type": "object",
       },
       "name": "glob",
     },
     {
       "description": "Find lines in files with a regular expression. Gives \`path:line:text\`, in path order; long lines are shown around the match. The expression is matched within single lines, in the syntax of ripgrep: \`(?i)\` ignores case, there is no look-around and no back-reference. Binary files are passed over. Files that ignore files such as .gitignore exclude are left out unless include_ignored is set. \`.git\` is never searched, and symbolic links are not followed.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "context": {
             "default": 0,
             "description": "How many lines to show before and after each match.",
             "maximum": 50,
             "minimum": 0,
             "type": "integer",
           },
           "include": {
             "description": "Only files whose path matches this pattern, for example \`*.ts\` or \`src/**\`.",
             "type": "string",
           },
           "include_ignored": {
             "default": false,
             "description": "Also files that ignore files exclude.",
             "type": "boolean",
           },
           "max_matches": {
             "default": 200,
             "description": "How many matching lines to show at most.",
             "minimum": 1,
             "type": "integer",
           },
           "path": {
             "default": ".",
             "description": "The directory or file to search, relative to the working directory.",
             "type": "string",
           },
           "pattern": {
             "description": "The regular expression. Escape \`.\`, \`(\`, \`[\` and the like to find them literally.",
             "type": "string",
           },
         },
         "required": [
           "pattern",
         ],
         "type": "object",
       },
       "name": "grep",
     },
     {
       "description": "Write a whole text file; directories above it are made. An existing file is replaced only with overwrite. Build a long file section by section: write its first part, then add the others with edit_file, instead of sending all of it at once or again. To change a file, use edit_file.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "content": {
             "description": "The whole text of the file, exactly as it shall be, line ends included.",
             "type": "string",
           },
           "overwrite": {
             "default": false,
             "description": "Replace the file if it exists.",
             "type": "boolean",
           },
           "path": {
             "description": "The file, relative to the working directory.",
             "type": "string",
           },
         },
         "required": [
           "path",
           "content",
         ],
         "type": "object",
       },
       "name": "write_file",
     },
     {
       "description": "Replace exact text in a file; everything else stays as it is, byte by byte. old_string must occur in the file exactly once, white space, quotes and line ends included: copy it from read_file without the line numbers, and take enough of the text around it. With replace_all every occurrence is replaced. Several changes of one file go together as edits, made one after the other, each on what the one before left: all are made or none. To grow a long file section by section, replace its last lines by themselves and what follows.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "edits": {
             "description": "Several replacements instead of old_string and new_string, in order.",
             "items": {
               "additionalProperties": false,
               "properties": {
                 "new_string": {
                   "description": "The text that takes its place, taken literally; empty to delete.",
                   "type": "string",
                 },
                 "old_string": {
                   "description": "The text to replace, exactly as it is in the file.",
                   "type": "string",
                 },
                 "replace_all": {
                   "default": false,
                   "description": "Replace every occurrence instead of the only one.",
                   "type": "boolean",
                 },
               },
               "required": [
                 "old_string",
                 "new_string",
               ],
               "type": "object",
             },
             "maxItems": 100,
             "minItems": 1,
             "type": "array",
           },
           "new_string": {
             "description": "The text that takes its place, taken literally; empty to delete.",
             "type": "string",
           },
           "old_string": {
             "description": "The text to replace, exactly as it is in the file.",
             "type": "string",
           },
           "path": {
             "description": "The file, relative to the working directory.",
             "type": "string",
           },
           "replace_all": {
             "default": false,
             "description": "Replace every occurrence instead of the only one.",
             "type": "boolean",
           },
         },
         "required": [
           "path",
         ],
         "type": "object",
       },
       "name": "edit_file",
     },
     {
       "description": "Delete a file, a symbolic link (never what it leads to) or a directory. A directory that is not empty needs recursive. There is no undo.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "path": {
             "description": "What to delete, relative to the working directory. The workspace itself cannot be deleted.",
             "type": "string",
           },
           "recursive": {
             "default": false,
             "description": "Delete a directory with everything in it.",
             "type": "boolean",
           },
         },
         "required": [
           "path",
         ],
         "type": "object",
       },
       "name": "delete",
     },
     {
       "description": "Write a text file that the user shall receive, such as a report or a table, and publish a copy of it. For files of the project use write_file. An existing file is replaced only with overwrite.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "content": {
             "description": "The whole text of the file.",
             "type": "string",
           },
           "display_name": {
             "default": "",
             "description": "File name that the user sees, such as "report.md"; the name in path unless given.",
             "type": "string",
           },
           "overwrite": {
             "default": false,
             "description": "Replace the file if it exists, and its published copy.",
             "type": "boolean",
           },
           "path": {
             "description": "Where to write it, relative to the working directory.",
             "type": "string",
           },
         },
         "required": [
           "path",
           "content",
         ],
         "type": "object",
       },
       "name": "generate_file",
     },
   ]
  `);
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
    ['grep', { pattern: 'x' }, 'ok: a.txt:1:x\n[These are the first 1; there are more. Narrow the pattern or the path.]'],
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
