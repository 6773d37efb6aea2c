import type { JsonObject, StructuredReturn } from '@tackroom/core';
import { checkRef, DEFAULT_GIT_LIMITS, runGit, type GitCtx, type GitLimits } from './run-git.js';
import { unquotePath } from './unquote-path.js';
import { wholeLines } from './whole-lines.js';

/** Arguments of `git_diff`. */
export interface GitDiffArgs {
  /** Branch, tag or commit to compare the files with; two with .. between are compared with each other. Default: the index. */
  readonly ref?: string;
  /**
   * Show what the next commit would hold.
   * @default false
   */
  readonly staged?: boolean;
  /** Only what concerns this file or directory. */
  readonly path?: string;
  /** Directory in the workspace whose repository is meant. Default: the working directory. */
  readonly repo?: string;
}

/** Nothing that the repository names may be run for a diff, and other repositories in it are told by their commits. */
export const SAFE_DIFF = ['--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=dirty', '--submodule=short'];

/** What changed, as a patch. Rejects as `runGit` does, and with `GIT_REF_INVALID`. */
export async function gitDiff(args: GitDiffArgs, ctx: GitCtx, limits: GitLimits = DEFAULT_GIT_LIMITS): Promise<StructuredReturn> {
  const { stdout } = await runGit(ctx, {
    args: [
      ...['diff', '--numstat', '--patch', ...SAFE_DIFF],
      ...(args.staged === true ? ['--cached'] : []),
      ...(args.ref === undefined ? [] : ['--end-of-options', checkRef(args.ref)]),
    ],
    repo: args.repo,
    paths: args.path === undefined ? [] : [args.path],
    maxOutputChars: limits.maxOutputChars,
  });
  const { files, patch } = parseDiff(stdout);
  return { output: { files }, content: patch === '' ? 'No differences.' : patch };
}

const FILES_CUT = '[So many files differ that the list of them and the first patches are left out. Name a path.]';

/** Reads what `--numstat --patch` prints: how much changed in each file, then the patch. */
export function parseDiff(text: string): { readonly files: readonly JsonObject[]; readonly patch: string } {
  const start = text.search(/^diff --/m);
  const counts = start < 0 ? text : text.slice(0, start);
  const { lines, isCut } = wholeLines(counts);
  const files = lines.flatMap((line): readonly JsonObject[] => {
    const [, added, removed, path = ''] = /^(\d+|-)\t(\d+|-)\t(.+)$/.exec(line) ?? [];
    if (path === '') return [];
    return [
      added === '-'
        ? { path: unquotePath(path), binary: true }
        : { path: unquotePath(path), added: Number(added), removed: Number(removed) },
    ];
  });
  const patch = start < 0 ? '' : text.slice(start).trimEnd();
  return { files, patch: isCut ? `${FILES_CUT}\n${patch}` : patch };
}
