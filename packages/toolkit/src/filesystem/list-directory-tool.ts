import { defineTool, type ToolDefinition } from '@tackroom/core';
import { listDirectoryArgs } from '../generated/argument-schemas.js';
import { LIST_DIRECTORY_TEXT } from './descriptions.js';
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.js';
import { listDirectory } from './list-directory.js';
import { namingDirectory } from './name-directory.js';

/**
 * The tool that lists directories. Two bundles have it: its origin says the same in both, so that a registry takes the two
 * for one.
 */
export function listDirectoryTool(name: string, limits: Pick<FileLimits, 'maxDirectoryEntries'> = DEFAULT_FILE_LIMITS): ToolDefinition {
  const { maxDirectoryEntries } = limits;
  const isDefault = maxDirectoryEntries === DEFAULT_FILE_LIMITS.maxDirectoryEntries;
  return defineTool({
    name,
    description: LIST_DIRECTORY_TEXT,
    category: 'read',
    riskLevel: 'low',
    replayPolicy: 'safe',
    semantics: { path: 'path' },
    origin: { kind: 'builtin', bundle: 'filesystem', options: isDefault ? '{}' : JSON.stringify({ maxDirectoryEntries }) },
    inputSchema: listDirectoryArgs,
    handler: namingDirectory((args, ctx) => listDirectory(args, ctx, limits)), // checked by the schema
  });
}
