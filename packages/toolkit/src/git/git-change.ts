import { ToolFailure, type StructuredReturn } from '@tackroom/core';
import { runGit, type GitCtx } from './run-git.js';

/** Arguments of `git_add`. */
export interface GitAddArgs {
  /**
   * Files and directories to stage.
   * @minItems 1
   * @maxItems 200
   */
  readonly paths: readonly string[];
  /** Directory in the workspace whose repository is meant. Default: the working directory. */
  readonly repo?: string;
}

/** Arguments of `git_commit`. */
export interface GitCommitArgs {
  /**
   * Message of the commit: a short first line that says what it does, an empty line, then why.
   * @minLength 1
   */
  readonly message: string;
  /** Directory in the workspace whose repository is meant. Default: the working directory. */
  readonly repo?: string;
}

/** Who commits are by, if not whom the user's configuration of git names. */
export interface GitAuthor {
  readonly name: string;
  readonly email: string;
}

const MAX_TEXT = 10_000;

/** Puts files, or their removal, into the index. Rejects as `runGit` does. */
export async function gitAdd(args: GitAddArgs, ctx: GitCtx): Promise<StructuredReturn> {
  await runGit(ctx, { args: ['add', '--all'], repo: args.repo, paths: args.paths, writes: true, maxOutputChars: MAX_TEXT });
  const { stdout } = await runGit(ctx, {
    args: ['diff', '--cached', '--name-only', '--no-ext-diff', '--ignore-submodules=dirty'],
    repo: args.repo,
    maxOutputChars: MAX_TEXT,
  });
  return {
    output: {},
    content:
      stdout === '' ? 'Nothing is staged: the files are as they were committed.' : `Staged for the next commit:\n${stdout.trimEnd()}`,
  };
}

/**
 * Commits what is in the index. The repository's hooks are not run and nothing is signed. Rejects as `runGit` does, and with
 * `GIT_MESSAGE_INVALID`.
 */
export async function gitCommit(args: GitCommitArgs, ctx: GitCtx, author?: GitAuthor): Promise<StructuredReturn> {
  if (args.message.trim() === '') throw new ToolFailure('message is empty. Say what the commit does.', { code: 'GIT_MESSAGE_INVALID' });
  const said = { repo: args.repo, maxOutputChars: MAX_TEXT };
  await runGit(ctx, {
    ...said,
    args: ['commit', '--no-verify', '--no-gpg-sign', '--cleanup=whitespace', '--file=-'],
    stdin: args.message,
    writes: true,
    ifNothing: 'Nothing is staged, so no commit was made. Stage the files first.',
    ...(author === undefined ? {} : { env: identity(author) }),
  });
  const { stdout } = await runGit(ctx, { ...said, args: ['log', '--max-count=1', '--format=%H %s', '--no-show-signature'] });
  const commit = stdout.slice(0, stdout.indexOf(' '));
  return { output: { commit }, content: `Committed ${commit.slice(0, 10)}: ${stdout.slice(commit.length + 1).trimEnd()}` };
}

/** What a commit would hold. Rejects as `runGit` does. */
export async function previewCommit({ repo }: GitCommitArgs, ctx: GitCtx): Promise<string> {
  const args = ['diff', '--cached', '--stat=100', '--no-ext-diff', '--no-color', '--ignore-submodules=dirty'];
  const { stdout } = await runGit(ctx, { args, repo, maxOutputChars: MAX_TEXT });
  return stdout.trim() === '' ? 'Nothing is staged: nothing will be committed.' : `Commits what is staged:\n${stdout.trimEnd()}`;
}

function identity({ name, email }: GitAuthor): Readonly<Record<string, string>> {
  return { TACKROOM_GIT_NAME: name, TACKROOM_GIT_EMAIL: email };
}
