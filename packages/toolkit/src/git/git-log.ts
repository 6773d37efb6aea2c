import type { JsonObject, StructuredReturn } from '@tackroom/core';
import { parseDiff, SAFE_DIFF } from './git-diff.js';
import { checkRef, DEFAULT_GIT_LIMITS, runGit, type GitCtx, type GitLimits } from './run-git.js';
import { isMostlyUndecodable } from '../undecodable.js';
import { LIST_CUT, wholeLines } from './whole-lines.js';

/** Arguments of `git_log`. */
export interface GitLogArgs {
  /** Branch, tag or commit to start from, or a range: two with .. between. Default: HEAD. */
  readonly ref?: string;
  /** Only what concerns this file or directory. */
  readonly path?: string;
  /**
   * How many commits.
   * @integer
   * @minimum 1
   * @maximum 500
   * @default 20
   */
  readonly limit?: number;
  /** Directory in the workspace whose repository is meant. Default: the working directory. */
  readonly repo?: string;
}

/** Arguments of `git_show`. */
export interface GitShowArgs {
  /** Branch, tag or commit, or `commit:path` for a file as it was. Default: HEAD. */
  readonly ref?: string;
  /** Only what concerns this file or directory. */
  readonly path?: string;
  /** Directory in the workspace whose repository is meant. Default: the working directory. */
  readonly repo?: string;
}

/** Commit, date, author, subject. Only the subject may hold a tab that matters, and it is the last. */
const LINE = '%H%x09%aI%x09%an%x09%s';

/** Commits, newest first. Rejects as `runGit` does, and with `GIT_REF_INVALID`. */
export async function gitLog(args: GitLogArgs, ctx: GitCtx, limits: GitLimits = DEFAULT_GIT_LIMITS): Promise<StructuredReturn> {
  const limit = args.limit ?? 20;
  const { stdout } = await runGit(ctx, {
    args: ['log', `--max-count=${limit + 1}`, `--format=${LINE}`, '--no-show-signature', ...revision(args.ref)],
    repo: args.repo,
    paths: args.path === undefined ? [] : [args.path],
    maxOutputChars: limits.maxOutputChars,
  });
  const { lines: printed, isCut } = wholeLines(stdout);
  const all = printed.flatMap((line) => readCommit(line) ?? []);
  const commits = all.slice(0, limit);
  const lines = commits.map(commitLine);
  const isMore = isCut || all.length > limit;
  if (isCut) lines.push(LIST_CUT);
  else if (isMore) lines.push(`[These are the newest ${limit}; there are more. Set limit, or a range with ref.]`);
  return {
    output: { commits, ...(isMore ? { more: true } : {}) },
    content: lines.length === 0 ? 'No commits.' : lines.join('\n'),
  };
}

/** One commit with its message and its patch. Rejects as `runGit` does, and with `GIT_REF_INVALID`. */
export async function gitShow(args: GitShowArgs, ctx: GitCtx, limits: GitLimits = DEFAULT_GIT_LIMITS): Promise<StructuredReturn> {
  const { stdout } = await runGit(ctx, {
    args: [...['show', '--numstat', '--patch', ...SAFE_DIFF, '--no-show-signature', `--format=${LINE}%n%n%B`], ...revision(args.ref)],
    repo: args.repo,
    paths: args.path === undefined ? [] : [args.path],
    maxOutputChars: limits.maxOutputChars,
  });
  const start = isTag(args.ref, stdout) ? stdout.search(COMMIT_START) : 0;
  const end = stdout.indexOf('\n', start);
  const commit = start < 0 ? undefined : readCommit(stdout.slice(start, end));
  // A revision such as HEAD:file names a file: its text is the answer.
  if (commit === undefined) return fileAsItWas(stdout);
  const { files, patch } = parseDiff(stdout.slice(end));
  const parts = [stdout.slice(0, start).trim(), commitLine(commit), messageOf(stdout.slice(end)), patch];
  return { output: { commit, files }, content: parts.filter((part) => part !== '').join('\n\n') };
}

const COMMIT_START = /^[0-9a-f]{40,64}\t/m;

/** Of a tag with a message git shows that, and then the commit. */
function isTag(ref: string | undefined, text: string): boolean {
  return ref?.includes(':') === false && text.startsWith('tag ');
}

function fileAsItWas(text: string): StructuredReturn {
  const shown = isMostlyUndecodable(text) ? '[This is no text. `git show` in a command can write it to a file.]' : text;
  return { output: { text: shown }, content: shown };
}

/** Unless one is named git takes HEAD by itself, and says in plain words that there are no commits yet. */
function revision(ref: string | undefined): readonly string[] {
  return ref === undefined ? [] : ['--end-of-options', checkRef(ref)];
}

interface Commit extends JsonObject {
  readonly id: string;
  readonly date: string;
  readonly author: string;
  readonly subject: string;
}

function readCommit(line: string): Commit | undefined {
  const [, id = '', date = '', author = '', subject = ''] = /^([0-9a-f]{40,64})\t([^\t]*)\t([^\t]*)\t(.*)$/.exec(line) ?? [];
  return id === '' ? undefined : { id, date, author, subject };
}

function commitLine({ id, date, author, subject }: Commit): string {
  return `${id.slice(0, 10)} ${date.slice(0, 10)} ${author}: ${subject}`;
}

/** The message's body, without its first paragraph, which is the subject. */
function messageOf(text: string): string {
  const message = text.split(/^(?:(?:\d+|-)\t(?:\d+|-)\t|diff --)/m)[0] ?? '';
  return message.trim().split('\n\n').slice(1).join('\n\n').trim();
}
