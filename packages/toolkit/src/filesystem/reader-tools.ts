import { defineTool, type ToolDefinition, type ToolOptions } from '@tackroom/core';
import { globArgs, grepArgs, readFileArgs } from '../generated/argument-schemas.js';
import type { ToolName } from '../tool-name.js';
import { FILE_TEXTS } from './descriptions.js';
import { fileKey } from './file-key.js';
import type { FileLimits } from './file-limits.js';
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
      description: FILE_TEXTS.readFile,
      inputSchema: readFileArgs,
      concurrency: { key: fileKey, mode: 'read' },
      pages: true,
      handler: (args, ctx) => readFile(args as object as ReadFileArgs, ctx, settings), // checked by the schema
    }),
    listDirectoryTool(names.list_directory, settings),
    reader({
      name: names.glob,
      description: FILE_TEXTS.glob,
      inputSchema: globArgs,
      handler: (args, ctx) => glob(args as object as GlobArgs, ctx, settings), // checked by the schema
    }),
    reader({
      name: names.grep,
      description: FILE_TEXTS.grep,
      inputSchema: grepArgs,
      handler: (args, ctx) => grep(args as object as GrepArgs, ctx, settings), // checked by the schema
    }),
  ];
}

/** What all readers have in common: harmless, repeatable, about a path. */
function reader(options: ToolOptions): ToolDefinition {
  return defineTool({ category: 'read', riskLevel: 'low', replayPolicy: 'safe', semantics: { path: 'path' }, ...options });
}
