import { defineTool, type ToolDefinition, type ToolOptions } from '@tackroom/core';
import { globArgs, grepArgs, readFileArgs } from '../generated/argument-schemas.js';
import { fileTexts } from './descriptions.js';
import { fileKey } from './file-key.js';
import type { FileLimits } from './file-limits.js';
import type { FilesystemToolName } from './filesystem-tools.js';
import { glob, type GlobArgs } from './glob.js';
import { grep, type GrepArgs } from './grep.js';
import { listDirectoryTool } from './list-directory-tool.js';
import { namingDirectory } from './name-directory.js';
import { readFile, type ReadFileArgs, type ReadSettings } from './read-file.js';

/** The tools that only look, under these names. */
export function readerTools(
  names: Readonly<Record<FilesystemToolName, string>>,
  settings: FileLimits & ReadSettings,
): readonly ToolDefinition[] {
  const texts = fileTexts(names);
  return [
    reader({
      name: names.read_file,
      description: texts.readFile,
      inputSchema: readFileArgs,
      concurrency: { key: fileKey, mode: 'read' },
      pages: true,
      handler: (args, ctx) => readFile(args as object as ReadFileArgs, ctx, settings), // checked by the schema
    }),
    listDirectoryTool(names.list_directory, settings),
    reader({
      name: names.glob,
      description: texts.glob,
      inputSchema: globArgs,
      handler: (args, ctx) => glob(args as object as GlobArgs, ctx, settings), // checked by the schema
    }),
    reader({
      name: names.grep,
      description: texts.grep,
      inputSchema: grepArgs,
      handler: (args, ctx) => grep(args as object as GrepArgs, ctx, settings), // checked by the schema
    }),
  ];
}

/** What all readers have in common: harmless, repeatable, about a path. */
function reader(options: ToolOptions): ToolDefinition {
  return defineTool({
    category: 'read',
    riskLevel: 'low',
    replayPolicy: 'safe',
    semantics: { path: 'path' },
    ...options,
    handler: namingDirectory(options.handler),
  });
}
