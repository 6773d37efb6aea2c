import { bundleFactory, defineBundle, type BundleOptions, type Problem, type ToolBundle } from '@tackroom/core';
import { optionProblem, resolveLimits, resolveNames, resolveRoot, type ToolAliases } from '../tool-settings.js';
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.js';
import { FILESYSTEM_TOOLS, type FilesystemToolName } from './filesystem-tools.js';
import { ReadRevisions } from './read-revisions.js';
import { readerTools } from './reader-tools.js';
import { writerTools } from './writer-tools.js';

/** Options of {@link filesystem}. */
export interface FilesystemOptions extends BundleOptions, Partial<FileLimits> {
  /** The directory that the tools work in: shorthand for the harness's workspace. `null` opens the whole file system. */
  readonly root?: string | null;
  /** Register only the tools that read. */
  readonly readonly?: boolean;
  /** Other names for single tools, such as `{ read_file: 'view' }`. */
  readonly names?: ToolAliases<FilesystemToolName>;
  /** Change existing files only as the run has read them last; false unless given. */
  readonly requireRead?: boolean;
  /** Let `read_file` show images, to a model that sees; false unless given. */
  readonly images?: boolean;
  /**
   * Where `generate_file` puts copies, relative to where the process started; the environment variable `AGENT_OUTPUT_DIR`
   * unless given, else `./output`.
   */
  readonly outputDir?: string;
}

const SWITCHES = ['readonly', 'requireRead', 'images'] as const;

/**
 * The file tools over the harness's workspace: `read_file`, `list_directory`, `glob` and `grep`, and unless `readonly` is set
 * `write_file`, `edit_file`, `delete` and `generate_file`. Mistakes in the options are problems of the bundle, which a
 * registry refuses with `BUNDLE_OPTION_INVALID`.
 */
export const filesystem = bundleFactory('filesystem', (options: FilesystemOptions = {}): ToolBundle => {
  const { names, problems: nameProblems } = resolveNames('filesystem', FILESYSTEM_TOOLS, options.names);
  const { limits, problems: limitProblems } = resolveLimits('filesystem', DEFAULT_FILE_LIMITS, options);
  const { problems: rootProblems, ...root } = resolveRoot('filesystem', options.root);
  const revisions = options.requireRead === true ? new ReadRevisions() : undefined;
  const outputDir = options.outputDir ?? (process.env['AGENT_OUTPUT_DIR'] || 'output');
  const readers = readerTools(names, { ...limits, revisions, images: options.images === true });
  const writers = options.readonly === true ? [] : writerTools(names, { ...limits, revisions, outputDir, copies: new Map() });
  return defineBundle({
    name: 'filesystem',
    tools: [...readers, ...writers],
    options,
    names,
    knownOptions: ['root', 'names', ...SWITCHES, 'outputDir'],
    defaults: { ...DEFAULT_FILE_LIMITS },
    hides: { maxMatches: 'max_matches' },
    ...root,
    problems: [...nameProblems, ...limitProblems, ...rootProblems, ...checkOptions(options)],
  });
});

function checkOptions(options: Readonly<Partial<Record<(typeof SWITCHES)[number] | 'outputDir', unknown>>>): readonly Problem[] {
  const problems: Problem[] = [];
  for (const name of SWITCHES) {
    if (options[name] === undefined || typeof options[name] === 'boolean') continue;
    problems.push(optionProblem(`filesystem.${name}`, 'is not a boolean; write true or false'));
  }
  const { outputDir } = options;
  if (outputDir !== undefined && (typeof outputDir !== 'string' || outputDir === '' || outputDir.includes('\0'))) {
    problems.push(optionProblem('filesystem.outputDir', 'is no path; write a directory, for example "./output"'));
  }
  return problems;
}
