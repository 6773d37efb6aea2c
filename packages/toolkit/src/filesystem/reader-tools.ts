import { defineTool, type JsonSchema, type ToolDefinition, type ToolOptions } from '@tackroom/core';
import { flag, object, text, whole } from '../parameter-schema.js';
import type { ToolName } from '../tool-name.js';
import { FILE_TEXTS } from './descriptions.js';
import { fileKey } from './file-key.js';
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.js';
import { glob, type GlobArgs } from './glob.js';
import { grep, type GrepArgs } from './grep.js';
import { listDirectoryTool } from './list-directory-tool.js';
import { readFile, type ReadFileArgs, type ReadSettings } from './read-file.js';

type ReaderName = typeof ToolName.ReadFile | typeof ToolName.ListDirectory | typeof ToolName.Glob | typeof ToolName.Grep;

/** The tools that only look, under these names. */
export function readerTools(names: Readonly<Record<ReaderName, string>>, settings: FileLimits & ReadSettings): readonly ToolDefinition[] {
  return [
    reader({
      name: names.read_file,
      description: FILE_TEXTS.readFile.description,
      inputSchema: readFileSchema(),
      concurrency: { key: fileKey, mode: 'read' },
      pages: true,
      handler: (args, ctx) => readFile(args as object as ReadFileArgs, ctx, settings), // checked by the schema
    }),
    listDirectoryTool(names.list_directory, settings),
    reader({
      name: names.glob,
      description: FILE_TEXTS.glob.description,
      inputSchema: globSchema(),
      handler: (args, ctx) => glob(args as object as GlobArgs, ctx, settings), // checked by the schema
    }),
    reader({
      name: names.grep,
      description: FILE_TEXTS.grep.description,
      inputSchema: grepSchema(),
      handler: (args, ctx) => grep(args as object as GrepArgs, ctx, settings), // checked by the schema
    }),
  ];
}

/** What all readers have in common: harmless, repeatable, about a path. */
function reader(options: ToolOptions): ToolDefinition {
  return defineTool({ category: 'read', riskLevel: 'low', replayPolicy: 'safe', semantics: { path: 'path' }, ...options });
}

function readFileSchema(): JsonSchema {
  const { path, offset, limit, byteOffset } = FILE_TEXTS.readFile;
  return object(
    { path: text(path), offset: { ...whole(1, offset), default: 1 }, limit: whole(1, limit), byte_offset: whole(0, byteOffset) },
    'path',
  );
}

function globSchema(): JsonSchema {
  const { pattern, path, includeIgnored } = FILE_TEXTS.glob;
  return object({ pattern: text(pattern), path: { ...text(path), default: '.' }, include_ignored: flag(includeIgnored) }, 'pattern');
}

function grepSchema(): JsonSchema {
  const { pattern, path, include, context, maxMatches, includeIgnored } = FILE_TEXTS.grep;
  return object(
    {
      pattern: text(pattern),
      path: { ...text(path), default: '.' },
      include: text(include),
      context: { ...whole(0, context), maximum: 50, default: 0 },
      max_matches: { ...whole(1, maxMatches), default: DEFAULT_FILE_LIMITS.maxMatches },
      include_ignored: flag(includeIgnored),
    },
    'pattern',
  );
}
