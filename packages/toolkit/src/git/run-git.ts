import { posix } from 'node:path';
import { ToolFailure, type CommandResult, type Ctx } from '@tackroom/core';
import { GUARD_CODES, GUARDED_GIT } from './guarded-script.js';

/** The part of a call's context that git tools use. */
export type GitCtx = Pick<Ctx, 'workspace' | 'sandbox' | 'signal'>;

/** Bounds of the git tools: options of the bundle. */
export interface GitLimits {
  /** How much of a diff or a list a model is shown, in characters; 30 000 unless given. */
  readonly maxOutputChars: number;
}

/** The bounds unless a bundle says others. */
export const DEFAULT_GIT_LIMITS: GitLimits = Object.freeze({ maxOutputChars: 30_000 });

/** One git command: its arguments, and the paths in the workspace that it is about. */
export interface GitRun {
  readonly args: readonly string[];
  /** Directory in the workspace whose repository is meant; the working directory unless given. */
  readonly repo?: string | undefined;
  /** Given, even if there are none, what stands before is no path, also where a file has the name of a branch. */
  readonly paths?: readonly string[] | undefined;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly writes?: true;
  /** What it means if git ends with 1 and without a complaint. */
  readonly ifNothing?: string;
  readonly maxOutputChars: number;
}

const TIMEOUT_MS = 55_000;

/**
 * Runs git through the sandbox: arguments as they are, no shell reads them. Rejects with `ToolFailure`: `PATH_*`,
 * `GIT_MISSING`, `GIT_REPOSITORY_MISSING`, `GIT_OUTSIDE`, `GIT_FAILED` with what git said, `COMMAND_CANCELLED`, `SANDBOX_*`.
 */
export async function runGit(ctx: GitCtx, run: GitRun): Promise<CommandResult> {
  const { workspace, sandbox, signal } = ctx;
  const directory = workspace.normalize(run.repo ?? '.');
  const paths = (run.paths ?? []).map((path) => posix.relative(`/${directory}`, `/${workspace.normalize(path)}`) || '.');
  const mode = [workspace.root === null ? 'open' : 'rooted', run.writes === true ? 'writer' : 'reader'];
  const result = await sandbox.exec(GUARDED_GIT, {
    args: [directory, ...mode, ...run.args, ...(run.paths === undefined ? [] : ['--', ...paths])],
    timeoutMs: TIMEOUT_MS,
    maxOutputChars: run.maxOutputChars,
    signal,
    ...(run.stdin === undefined ? {} : { stdin: run.stdin }),
    ...(run.env === undefined ? {} : { env: run.env }),
  });
  if (result.exitCode !== 0) throw failureOf(result, run);
  return result;
}

/** A revision as git may be given it. Throws `ToolFailure` `GIT_REF_INVALID` for what git could take for an option. */
export function checkRef(ref: string): string {
  if (ref !== '' && !ref.startsWith('-') && !/[\s\p{Cc}]/u.test(ref)) return ref;
  throw new ToolFailure(`${JSON.stringify(ref)} is no revision: write a branch, a tag, a commit, or two of those with .. between.`, {
    code: 'GIT_REF_INVALID',
  });
}

function failureOf(result: CommandResult, { ifNothing }: GitRun): ToolFailure {
  const said = result.stderr.trim();
  if (result.aborted) return new ToolFailure('git was cancelled; it may have partly run.', { code: 'COMMAND_CANCELLED' });
  if (result.timedOut)
    return new ToolFailure(`git was stopped after ${TIMEOUT_MS / 1_000} s; it may have partly run.`, { code: 'GIT_FAILED' });
  if (result.exitCode === 1 && said === '' && ifNothing !== undefined) return new ToolFailure(ifNothing, { code: 'GIT_FAILED' });
  switch (result.exitCode) {
    case 127:
      return new ToolFailure('There is no git where commands run. Whoever runs this can install it.', { code: 'GIT_MISSING' });
    case GUARD_CODES.noDirectory:
      return new ToolFailure('That directory does not exist.', { code: 'GIT_REPOSITORY_MISSING' });
    case GUARD_CODES.noRepository:
      if (/command not found/.test(said))
        return new ToolFailure('There is no git where commands run. Whoever runs this can install it.', { code: 'GIT_MISSING' });
      return new ToolFailure(`There is no repository to work in here: ${said}`, { code: 'GIT_REPOSITORY_MISSING' });
    case GUARD_CODES.outside:
      return new ToolFailure('This repository, or the files that it is about, lie outside the workspace.', { code: 'GIT_OUTSIDE' });
    case GUARD_CODES.borrowed:
      return new ToolFailure('This repository borrows objects from another one, which may lie outside the workspace.', {
        code: 'GIT_OUTSIDE',
      });
    default:
      return new ToolFailure(`git failed: ${said === '' ? `exit code ${result.exitCode ?? 'unknown'}` : said}`, { code: 'GIT_FAILED' });
  }
}
