import { lstat } from 'node:fs/promises';
import { ToolFailure, type GlobQuery } from '@tackroom/core';
import type { FileTree } from '../workspace/file-tree.js';
import { OWN_FOLDER, TEMPORARY_GLOB } from '../workspace/host-write.js';
import { segmentsOf } from '../workspace/rooted-tree.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import { InsideCheck } from './confirm-inside.js';
import { inheritedRules } from './inherited-ignore.js';
import { mayReachDepth } from './reaches-depth.js';
import { complaints, runRipgrep, type RipgrepEnd } from './ripgrep-process.js';

const MAX_WARNINGS = 5;
/** How ripgrep names the rules that it is handed. */
const RULES_FILE = '/dev/fd/3: ';
/** How many directories deep a search goes unless a workspace says otherwise. */
export const DEFAULT_MAX_DEPTH = 24;

/** What searches share: the files, the engine and how deep a walk goes. */
export interface SearchContext {
  readonly tree: FileTree;
  /** Path of the ripgrep binary. Rejects with `SEARCH_UNAVAILABLE`. */
  readonly ripgrep: () => Promise<string>;
  readonly maxDepth: number;
}

/** What one run over a directory needs besides its own arguments. */
export interface DirectoryRun {
  readonly args: readonly string[];
  readonly includeIgnored: boolean;
  /** Path patterns: only files that match one. They outdo ignore files. */
  readonly only?: readonly string[];
  /** Whether to go further down than the depth of searches. */
  readonly anyDepth?: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onOutput: (chunk: Buffer) => boolean;
}

/** A directory that is being searched: pinned, with the ignore rules of the directories above it. */
export class SearchBase {
  /** Whether what ripgrep printed is in the workspace. */
  readonly inside: InsideCheck;

  private constructor(
    private readonly context: SearchContext,
    /** Relative to the root. */
    readonly path: string,
    private readonly directory: PinnedDirectory,
    private readonly rules: Awaited<ReturnType<typeof inheritedRules>>,
  ) {
    this.inside = new InsideCheck(context.tree, directory);
  }

  /**
   * Runs `use` with the directory pinned and releases everything afterwards. Undefined when no process can be started in it, which
   * does not keep this one from listing it.
   */
  static async with<T>(context: SearchContext, path: string, use: (base: SearchBase) => Promise<T>): Promise<T | undefined> {
    const directory = await context.tree.directory(path);
    try {
      if (!(await canEnter(directory))) return undefined;
      const rules = await inheritedRules(context.tree, path);
      try {
        return await use(new SearchBase(context, path, directory, rules));
      } finally {
        await rules?.close();
      }
    } finally {
      await directory.close();
    }
  }

  /** Runs ripgrep over the directory. Paths that it prints are relative to it. */
  async run(run: DirectoryRun): Promise<RipgrepEnd> {
    const rules = run.includeIgnored ? undefined : this.rules;
    const { tree, maxDepth } = this.context;
    const depth = run.anyDepth === true ? [] : [`--max-depth=${maxDepth}`];
    const only = (run.only ?? []).map((pattern) => `--glob=${pattern}`);
    // Only ignore files inside the root count: neither the user's global ones nor those above the root.
    const walk = ['--no-config', '--color=never', '--hidden', '--no-require-git', '--no-ignore-parent', '--no-ignore-global'];
    const never = [tree.caseInsensitive ? '--iglob=!.git' : '--glob=!.git', `--glob=!${OWN_FOLDER}`, `--glob=!${TEMPORARY_GLOB}`];
    const ignore = run.includeIgnored ? ['--no-ignore'] : rules === undefined ? [] : ['--ignore-file=/dev/fd/3'];
    const separator = process.platform === 'win32' ? ['--path-separator=/'] : [];
    return runRipgrep({
      binary: await this.context.ripgrep(),
      args: [...walk, '--no-ignore-exclude', ...only, ...never, ...depth, ...ignore, ...separator, ...run.args],
      directory: this.directory.at(),
      extra: rules?.fd,
      signal: run.signal,
      onOutput: run.onOutput,
    });
  }

  /** Whether files may lie further down than searches go. */
  async mayBeTooDeep(signal: AbortSignal | undefined): Promise<boolean> {
    return mayReachDepth(this.directory.at(), this.context.maxDepth, signal);
  }

  /** A path that ripgrep printed, relative to the root. */
  fromRoot(found: string): string {
    const inside = found.replace(/^\.\//, '');
    return this.path === '' ? inside : `${this.path.replace(/\/$/, '')}/${inside}`;
  }

  /** Whether what ripgrep could not read is in the workspace. */
  async hasComplaints(end: RipgrepEnd): Promise<boolean> {
    for (const line of complaints(end.stderr)) {
      if (line.startsWith(RULES_FILE)) continue;
      // The path is not marked off from the reason, and may look like one.
      const ends = [...line.matchAll(/: /g)].map(({ index }) => line.slice(0, index));
      const found = await Promise.all(ends.map((path) => this.inside.hasEntries([path])));
      if (!found.includes(true)) return false;
    }
    return true;
  }

  /** Matches the files of {@link SearchBase.isTooDeep}. */
  get tooDeepPattern(): string {
    return `/${'*/'.repeat(this.context.maxDepth)}**`;
  }

  /** Whether a file, by its path relative to the base, lies further down than searches go. */
  isTooDeep(path: string): boolean {
    return segmentsOf(path).length > this.context.maxDepth;
  }
}

/** To be the working directory of a process it takes the right that it takes to look at what is in it. */
async function canEnter(directory: PinnedDirectory): Promise<boolean> {
  return lstat(directory.at('.')).then(
    () => true,
    () => false,
  );
}

/** Options that keep ripgrep from opening files whose own name cannot match. */
export function nameOptions(names: readonly string[] | undefined): readonly string[] {
  if (names === undefined) return [];
  return [...names.map((name) => `--type-add=tackroom:${name}`), '--type=tackroom'];
}

/** Warnings for what could not be read in a search that started at `base`; the first five and a count. */
export function readWarnings(end: RipgrepEnd, base = ''): readonly string[] {
  const isRules = (line: string): boolean => line.startsWith(RULES_FILE);
  return unreadWarnings(
    complaints(end.stderr).map((line) => (isRules(line) ? line.replace(RULES_FILE, 'ignore rules: ') : unreadFromRoot(base, line))),
  );
}

/** What is said of a path that could not be read, relative to where a search started, relative to the root. */
export function unreadFromRoot(base: string, line: string): string {
  if (base === '') return line;
  const start = base.replace(/\/$/, '');
  return line.startsWith('.: ') ? `${start}${line.slice(1)}` : `${start}/${line}`;
}

/** What is said of a tree with files below the depth of searches. */
export function depthWarning(maxDepth: number): string {
  return `not searched: files more than ${maxDepth} levels down; search further down with path`;
}

/** The first five of these as warnings, and a count. */
export function unreadWarnings(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, MAX_WARNINGS).map((line) => `not searched: ${line}`);
  return lines.length > MAX_WARNINGS ? [...shown, `not searched: ${lines.length - MAX_WARNINGS} more could not be read`] : shown;
}

/** Refuses a limit that no search could keep. */
export function checkLimit(query: Pick<GlobQuery, 'limit'>): void {
  if (!Number.isSafeInteger(query.limit) || query.limit < 1) {
    throw new ToolFailure('The limit of a search must be a whole number from 1.', { code: 'SEARCH_FAILED' });
  }
}
