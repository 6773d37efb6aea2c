import type { StructuredReturn } from '@tackroom/core';
import { DEFAULT_GIT_LIMITS, runGit, type GitCtx, type GitLimits } from './run-git.js';
import { LIST_CUT, wholeLines } from './whole-lines.js';

/** Arguments of `git_branch`. */
export interface GitBranchArgs {
  /**
   * List branches of remotes too.
   * @default false
   */
  readonly all?: boolean;
  /** Directory in the workspace whose repository is meant. Default: the working directory. */
  readonly repo?: string;
}

/** The branches, the one that is checked out marked. Rejects as `runGit` does. */
export async function gitBranch(args: GitBranchArgs, ctx: GitCtx, limits: GitLimits = DEFAULT_GIT_LIMITS): Promise<StructuredReturn> {
  const { stdout } = await runGit(ctx, {
    args: [
      ...['for-each-ref', '--format=%(HEAD)%09%(refname:short)%09%(objectname:short=10)%09%(upstream:short)%09%(contents:subject)'],
      ...['refs/heads', ...(args.all === true ? ['refs/remotes'] : [])],
    ],
    repo: args.repo,
    maxOutputChars: limits.maxOutputChars,
  });
  const { lines: printed, isCut } = wholeLines(stdout);
  const branches = printed.flatMap((line) => {
    const [, head, name = '', commit = '', upstream = '', subject = ''] = /^([* ])\t([^\t]+)\t([^\t]*)\t([^\t]*)\t(.*)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, current: head === '*', commit, ...(upstream === '' ? {} : { upstream }), subject }];
  });
  const lines = branches.map(({ name, current, commit, subject }) => `${current ? '*' : ' '} ${name} ${commit} ${subject}`);
  if (isCut) lines.push(LIST_CUT);
  return { output: { branches, ...(isCut ? { more: true } : {}) }, content: lines.length === 0 ? 'No branches.' : lines.join('\n') };
}
