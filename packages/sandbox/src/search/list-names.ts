import { ToolFailure, type GlobQuery } from '@tackroom/core';
import type { RipgrepEnd } from './ripgrep-process.js';
import { readWarnings, type DirectoryRun, type SearchBase } from './search-base.js';

/** Which names ripgrep lists, and who takes them. */
export interface NameListing extends Omit<DirectoryRun, 'onOutput'> {
  /** Takes a path relative to the base; `false` ends the listing. */
  readonly take: (path: string) => boolean;
}

/** Lists files by ripgrep. Rejects as it does. */
export async function listNames(base: SearchBase, { take, args, ...run }: NameListing): Promise<RipgrepEnd> {
  let held = Buffer.alloc(0);
  return base.run({
    ...run,
    args: ['--files', '--null', ...args, '--', './'],
    onOutput: (chunk) => {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      let from = 0;
      for (let nul = bytes.indexOf(0); nul !== -1; nul = bytes.indexOf(0, from)) {
        if (!take(bytes.toString('utf8', from, nul).replace(/^\.\//, ''))) return false;
        from = nul + 1;
      }
      held = Buffer.from(bytes.subarray(from));
      return true;
    },
  });
}

/** The first file, not ignored unless asked for, further down than searches go; undefined when there is none. */
export async function findDeeperFile(
  base: SearchBase,
  { includeIgnored = false }: Pick<GlobQuery, 'includeIgnored'>,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (!(await base.mayBeTooDeep(signal))) return undefined;
  let found: string | undefined;
  const take = (path: string): boolean => {
    if (base.isTooDeep(path)) found = path;
    return found === undefined;
  };
  // By one thread: the search itself has need of the others.
  await listNames(base, { args: ['--threads=1'], includeIgnored, anyDepth: true, signal, take });
  return found;
}

/** Throws when ripgrep failed and did not say what it could not read. */
export function failUnlessRead(end: RipgrepEnd): void {
  if (end.code !== 2 || readWarnings(end).length > 0) return;
  throw new ToolFailure('The search failed. Try again with a narrower path.', { code: 'SEARCH_FAILED' });
}
