import type { JsonObject, StructuredReturn } from '@tackroom/core';
import { DEFAULT_GIT_LIMITS, runGit, type GitCtx, type GitLimits } from './run-git.js';
import { unquotePath } from './unquote-path.js';
import { LIST_CUT, wholeLines } from './whole-lines.js';

/** Arguments of `git_status`. */
export interface GitStatusArgs {
  /** Directory in the workspace whose repository is meant. Default: the working directory. */
  readonly repo?: string;
}

/** What differs between the last commit, the index and the files. Rejects as `runGit` does. */
export async function gitStatus(args: GitStatusArgs, ctx: GitCtx, limits: GitLimits = DEFAULT_GIT_LIMITS): Promise<StructuredReturn> {
  const { stdout } = await runGit(ctx, {
    args: ['status', '--porcelain=v2', '--branch', '--untracked-files=normal', '--ignore-submodules=dirty'],
    repo: args.repo,
    maxOutputChars: limits.maxOutputChars,
  });
  const { branch, entries, isCut } = parseStatus(stdout);
  const lines = entries.map(({ state, path, from }) => `${state} ${path}${from === undefined ? '' : ` (was ${from})`}`);
  if (isCut) lines.push(LIST_CUT);
  return {
    output: { ...branch, entries: entries.map((entry) => ({ ...entry })), ...(isCut ? { more: true } : {}) },
    content: [branchText(branch), ...(lines.length === 0 ? ['Nothing to commit, nothing changed.'] : lines)].join('\n'),
  };
}

interface BranchState extends JsonObject {
  readonly branch: string | null;
  readonly commit: string | null;
}

interface StatusEntry {
  /** As in `git status --short`: index, then files. */
  readonly state: string;
  readonly path: string;
  readonly from?: string;
}

/** Reads `git status --porcelain=v2 --branch`. Lines of a kind that is not known are skipped. */
function parseStatus(text: string): { readonly branch: BranchState; readonly entries: readonly StatusEntry[]; readonly isCut: boolean } {
  const headers = new Map<string, string>();
  const entries: StatusEntry[] = [];
  const { lines, isCut } = wholeLines(text);
  for (const line of lines) {
    const [, header = '', value = ''] = /^# branch\.(\S+) (.*)$/.exec(line) ?? [];
    if (header !== '') headers.set(header, value);
    const entry = entryOf(line);
    if (entry !== undefined) entries.push(entry);
  }
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(headers.get('ab') ?? '') ?? [];
  const upstream = headers.get('upstream');
  const commit = headers.get('oid');
  const branch = headers.get('head');
  return {
    branch: {
      branch: branch === undefined || branch === '(detached)' ? null : branch,
      commit: commit === undefined || commit === '(initial)' ? null : commit,
      ...(upstream === undefined ? {} : { upstream }),
      ...(ahead === undefined ? {} : { ahead: Number(ahead), behind: Number(behind) }),
    },
    entries,
    isCut,
  };
}

function entryOf(line: string): StatusEntry | undefined {
  const fields = line.split(' ');
  const state = (fields[1] ?? '').replaceAll('.', ' ');
  const rest = (count: number): string => fields.slice(count).join(' ');
  switch (fields[0]) {
    case '1':
      return { state, path: unquotePath(rest(8)) };
    case '2': {
      const [path = '', from = ''] = rest(9).split('\t');
      return { state, path: unquotePath(path), from: unquotePath(from) };
    }
    case 'u':
      return { state, path: unquotePath(rest(10)) };
    case '?':
      return { state: '??', path: unquotePath(rest(1)) };
    default:
      return undefined;
  }
}

function branchText({ branch, commit, upstream, ahead, behind }: BranchState): string {
  const where = branch === null ? `no branch, at ${commit?.slice(0, 10) ?? 'nothing'}` : `branch ${branch}`;
  const distance = ahead === undefined ? '' : `, ${String(ahead)} ahead of and ${String(behind)} behind ${String(upstream)}`;
  return `On ${where}${commit === null ? ', no commits yet' : ''}${distance}.`;
}
