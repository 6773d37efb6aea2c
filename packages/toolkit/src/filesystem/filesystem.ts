import {
  bundleFactory,
  defineBundle,
  defineTool,
  type BundleOptions,
  type JsonSchema,
  type ToolBundle,
  type ToolDefinition,
  type ToolOptions,
} from '@tackroom/core';
import { flag, object, text, whole } from '../parameter-schema.js';
import { ToolName } from '../tool-name.js';
import { optionProblem, resolveLimits, resolveNames, resolveRoot, type ToolAliases } from '../tool-settings.js';
import { FILE_TEXTS } from './descriptions.js';
import { fileKey } from './file-key.js';
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.js';
import { glob, type GlobArgs } from './glob.js';
import { grep, type GrepArgs } from './grep.js';
import { listDirectory } from './list-directory.js';
import { readFile, type ReadFileArgs } from './read-file.js';

const READERS = [ToolName.ReadFile, ToolName.ListDirectory, ToolName.Glob, ToolName.Grep] as const;

/** Name of a tool of the bundle `filesystem`. */
export type FilesystemToolName = (typeof READERS)[number];

/** Options of {@link filesystem}. */
export interface FilesystemOptions extends BundleOptions, Partial<FileLimits> {
  /** The directory that the tools work in: shorthand for the harness's workspace. `null` opens the whole file system. */
  readonly root?: string | null;
  /** Register only the tools that read. */
  readonly readonly?: boolean;
  /** Other names for single tools, such as `{ read_file: 'view' }`. */
  readonly names?: ToolAliases<FilesystemToolName>;
}

/**
 * The file tools: `read_file`, `list_directory`, `glob` and `grep`, over the harness's workspace. Mistakes in the options
 * are problems of the bundle, which a registry refuses with `BUNDLE_OPTION_INVALID`.
 */
export const filesystem = bundleFactory('filesystem', (options: FilesystemOptions = {}): ToolBundle => {
  const { names, problems: nameProblems } = resolveNames('filesystem', READERS, options.names);
  const { limits, problems: limitProblems } = resolveLimits('filesystem', DEFAULT_FILE_LIMITS, options);
  const { problems: rootProblems, ...root } = resolveRoot('filesystem', options.root);
  return defineBundle({
    name: 'filesystem',
    tools: readers(names, limits),
    options,
    knownOptions: ['root', 'readonly', 'names'],
    defaults: { ...DEFAULT_FILE_LIMITS },
    hides: { maxMatches: 'max_matches' },
    ...root,
    problems: [...nameProblems, ...limitProblems, ...rootProblems, ...checkReadonly(options.readonly)],
  });
});

function checkReadonly(value: unknown): readonly ReturnType<typeof optionProblem>[] {
  return value === undefined || typeof value === 'boolean'
    ? []
    : [optionProblem('filesystem.readonly', 'is not a boolean; write true or false')];
}

function readers(names: Readonly<Record<FilesystemToolName, string>>, limits: FileLimits): readonly ToolDefinition[] {
  return [
    reader({
      name: names.read_file,
      description: FILE_TEXTS.readFile.description,
      inputSchema: readFileSchema(),
      concurrency: { key: fileKey, mode: 'read' },
      pages: true,
      handler: (args, ctx) => readFile(args as object as ReadFileArgs, ctx, limits), // checked by the schema
    }),
    reader({
      name: names.list_directory,
      description: FILE_TEXTS.listDirectory.description,
      inputSchema: object({ path: { ...text(FILE_TEXTS.listDirectory.path), default: '.' } }),
      handler: (args, ctx) => listDirectory(args, ctx, limits), // checked by the schema
    }),
    reader({
      name: names.glob,
      description: FILE_TEXTS.glob.description,
      inputSchema: globSchema(),
      handler: (args, ctx) => glob(args as object as GlobArgs, ctx, limits), // checked by the schema
    }),
    reader({
      name: names.grep,
      description: FILE_TEXTS.grep.description,
      inputSchema: grepSchema(),
      handler: (args, ctx) => grep(args as object as GrepArgs, ctx, limits), // checked by the schema
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
