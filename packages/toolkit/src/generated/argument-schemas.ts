// Written by `npm run toolkit-schemas` from the interfaces of these names; a check compares them.
import type { JsonSchema } from '@tackroom/core';

/** Schema of `ChangeDirectoryArgs`. */
export const changeDirectoryArgs: JsonSchema = {
  type: 'object',
  properties: { path: { type: 'string', description: 'The directory, relative to the working directory; ".." goes up.' } },
  required: ['path'],
  additionalProperties: false,
};

/** Schema of `DeleteArgs`. */
export const deleteArgs: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'What to delete, relative to the working directory. The workspace itself cannot be deleted.' },
    recursive: { type: 'boolean', description: 'Delete a directory with everything in it.', default: false },
  },
  required: ['path'],
  additionalProperties: false,
};

/** Schema of `EditFileArgs`. */
export const editFileArgs: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The file, relative to the working directory.' },
    old_string: { type: 'string', description: 'The text to replace, exactly as it is in the file.' },
    new_string: { type: 'string', description: 'The text that takes its place, taken literally; empty to delete.' },
    replace_all: { type: 'boolean', description: 'Replace every occurrence instead of the only one.', default: false },
    edits: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          old_string: { type: 'string', description: 'The text to replace, exactly as it is in the file.' },
          new_string: { type: 'string', description: 'The text that takes its place, taken literally; empty to delete.' },
          replace_all: { type: 'boolean', description: 'Replace every occurrence instead of the only one.', default: false },
        },
        required: ['old_string', 'new_string'],
        additionalProperties: false,
      },
      minItems: 1,
      maxItems: 100,
      description: 'Several replacements instead of old_string and new_string, in order.',
    },
  },
  required: ['path'],
  additionalProperties: false,
};

/** Schema of `GenerateFileArgs`. */
export const generateFileArgs: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Where to write it, relative to the working directory.' },
    content: { type: 'string', description: 'The whole text of the file.' },
    display_name: {
      type: 'string',
      description: 'File name that the user sees, such as "report.md"; the name in path unless given.',
      default: '',
    },
    overwrite: { type: 'boolean', description: 'Replace the file if it exists, and its published copy.', default: false },
  },
  required: ['path', 'content'],
  additionalProperties: false,
};

/** Schema of `GitAddArgs`. */
export const gitAddArgs: JsonSchema = {
  type: 'object',
  properties: {
    paths: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 200, description: 'Files and directories to stage.' },
    repo: { type: 'string', description: 'Directory in the workspace whose repository is meant. Default: the working directory.' },
  },
  required: ['paths'],
  additionalProperties: false,
};

/** Schema of `GitBranchArgs`. */
export const gitBranchArgs: JsonSchema = {
  type: 'object',
  properties: {
    all: { type: 'boolean', description: 'List branches of remotes too.', default: false },
    repo: { type: 'string', description: 'Directory in the workspace whose repository is meant. Default: the working directory.' },
  },
  additionalProperties: false,
};

/** Schema of `GitCommitArgs`. */
export const gitCommitArgs: JsonSchema = {
  type: 'object',
  properties: {
    message: {
      type: 'string',
      minLength: 1,
      description: 'Message of the commit: a short first line that says what it does, an empty line, then why.',
    },
    repo: { type: 'string', description: 'Directory in the workspace whose repository is meant. Default: the working directory.' },
  },
  required: ['message'],
  additionalProperties: false,
};

/** Schema of `GitDiffArgs`. */
export const gitDiffArgs: JsonSchema = {
  type: 'object',
  properties: {
    ref: {
      type: 'string',
      description: 'Branch, tag or commit to compare the files with; two with .. between are compared with each other. Default: the index.',
    },
    staged: { type: 'boolean', description: 'Show what the next commit would hold.', default: false },
    path: { type: 'string', description: 'Only what concerns this file or directory.' },
    repo: { type: 'string', description: 'Directory in the workspace whose repository is meant. Default: the working directory.' },
  },
  additionalProperties: false,
};

/** Schema of `GitLogArgs`. */
export const gitLogArgs: JsonSchema = {
  type: 'object',
  properties: {
    ref: { type: 'string', description: 'Branch, tag or commit to start from, or a range: two with .. between. Default: HEAD.' },
    path: { type: 'string', description: 'Only what concerns this file or directory.' },
    limit: { type: 'integer', minimum: 1, maximum: 500, description: 'How many commits.', default: 20 },
    repo: { type: 'string', description: 'Directory in the workspace whose repository is meant. Default: the working directory.' },
  },
  additionalProperties: false,
};

/** Schema of `GitShowArgs`. */
export const gitShowArgs: JsonSchema = {
  type: 'object',
  properties: {
    ref: { type: 'string', description: 'Branch, tag or commit, or `commit:path` for a file as it was. Default: HEAD.' },
    path: { type: 'string', description: 'Only what concerns this file or directory.' },
    repo: { type: 'string', description: 'Directory in the workspace whose repository is meant. Default: the working directory.' },
  },
  additionalProperties: false,
};

/** Schema of `GitStatusArgs`. */
export const gitStatusArgs: JsonSchema = {
  type: 'object',
  properties: {
    repo: { type: 'string', description: 'Directory in the workspace whose repository is meant. Default: the working directory.' },
  },
  additionalProperties: false,
};

/** Schema of `GlobArgs`. */
export const globArgs: JsonSchema = {
  type: 'object',
  properties: {
    pattern: { type: 'string', description: 'Which files, for example `*.ts` or `tests/**`.' },
    path: { type: 'string', description: 'The directory to search, relative to the working directory.', default: '.' },
    include_ignored: { type: 'boolean', description: 'Also files that ignore files exclude.', default: false },
  },
  required: ['pattern'],
  additionalProperties: false,
};

/** Schema of `GrepArgs`. */
export const grepArgs: JsonSchema = {
  type: 'object',
  properties: {
    pattern: { type: 'string', description: 'The regular expression. Escape `.`, `(`, `[` and the like to find them literally.' },
    path: { type: 'string', description: 'The directory or file to search, relative to the working directory.', default: '.' },
    include: { type: 'string', description: 'Only files whose path matches this pattern, for example `*.ts` or `src/**`.' },
    context: { type: 'integer', minimum: 0, maximum: 50, description: 'How many lines to show before and after each match.', default: 0 },
    max_matches: { type: 'integer', minimum: 1, description: 'How many matching lines to show at most.', default: 200 },
    include_ignored: { type: 'boolean', description: 'Also files that ignore files exclude.', default: false },
  },
  required: ['pattern'],
  additionalProperties: false,
};

/** Schema of `ListDirectoryArgs`. */
export const listDirectoryArgs: JsonSchema = {
  type: 'object',
  properties: { path: { type: 'string', description: 'The directory, relative to the working directory.', default: '.' } },
  additionalProperties: false,
};

/** Schema of `ReadFileArgs`. */
export const readFileArgs: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The file, relative to the working directory.' },
    offset: { type: 'integer', minimum: 1, description: 'First line to read, from 1.', default: 1 },
    limit: { type: 'integer', minimum: 1, description: 'How many lines to read at most; as many as fit on a page unless given.' },
    byte_offset: {
      type: 'integer',
      minimum: 0,
      description: 'Byte within line `offset` to go on from. Only as a page that ended inside a line says it.',
    },
  },
  required: ['path'],
  additionalProperties: false,
};

/** Schema of `RunCommandArgs`. */
export const runCommandArgs: JsonSchema = {
  type: 'object',
  properties: {
    command: { type: 'string', minLength: 1, description: 'The command, as you would type it in bash.' },
    timeout_seconds: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 300,
      description: 'Seconds after which the command is stopped.',
      default: 30,
    },
    cwd: { type: 'string', description: 'Directory to start in, relative to the working directory. It must lie inside the workspace.' },
  },
  required: ['command'],
  additionalProperties: false,
};

/** Schema of `WriteFileArgs`. */
export const writeFileArgs: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The file, relative to the working directory.' },
    content: { type: 'string', description: 'The whole text of the file, exactly as it shall be, line ends included.' },
    overwrite: { type: 'boolean', description: 'Replace the file if it exists.', default: false },
  },
  required: ['path', 'content'],
  additionalProperties: false,
};
