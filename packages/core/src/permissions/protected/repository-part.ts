import type { WorkspaceSession } from '../../contracts/workspace.js';
import { foldCase, joinPath } from '../match/path-glob.js';

/** What git looks for in a directory to take it for a repository, and what it then obeys there. */
const PARTS = new Set(['head', 'objects', 'refs', 'commondir', 'gitdir', 'config', 'config.worktree', 'hooks', 'info', 'modules']);
const MAX_CONFIG_BYTES = 65_536;

/** Why a path counts as protected that no name tells. */
export type ObeyedPart = 'repository' | 'hooks';

/**
 * Whether a path is part of a repository that is not called `.git`, or would make a directory one: git takes any directory with
 * `HEAD`, `objects` and `refs` for a repository, and obeys its `config`. Also whether it lies where the repository of the root
 * keeps its hooks. Never rejects.
 */
export async function obeyedPart(path: string, workspace: WorkspaceSession): Promise<ObeyedPart | undefined> {
  const names = path.split('/').filter((name) => name !== '');
  for (const [at, name] of names.entries()) {
    if (PARTS.has(foldCase(name)) && (await isRepository(names.slice(0, at).join('/'), name, workspace))) return 'repository';
  }
  const hooks = await hooksPath(workspace);
  return hooks !== undefined && (path === hooks || path.startsWith(`${hooks}/`)) ? 'hooks' : undefined;
}

/** Whether git would take a directory for a repository once something called `added` is in it. */
async function isRepository(directory: string, added: string, workspace: WorkspaceSession): Promise<boolean> {
  const has = async (name: string): Promise<boolean> => {
    if (foldCase(added) === foldCase(name)) return true;
    return workspace.stat(joinPath(directory, name)).then(
      () => true,
      () => false,
    );
  };
  return (await has('HEAD')) && (((await has('objects')) && (await has('refs'))) || (await has('commondir')));
}

/** Whether a directory with these entries below it holds such a repository. */
export function holdsRepository(entries: readonly string[]): boolean {
  const heads = entries.filter((entry) => entry === 'HEAD' || entry.endsWith('/HEAD'));
  if (heads.length === 0) return false;
  const all = new Set(entries);
  return heads.some((head) => {
    const within = head.slice(0, -'HEAD'.length);
    return all.has(`${within}commondir`) || (all.has(`${within}objects`) && all.has(`${within}refs`));
  });
}

/** Where the repository of the root says that its hooks are, relative to the root; undefined where it does not say so or they lie outside. */
async function hooksPath(workspace: WorkspaceSession): Promise<string | undefined> {
  try {
    const file = await workspace.open('.git/config');
    try {
      const text = new TextDecoder().decode(await file.read(0, MAX_CONFIG_BYTES));
      const value = /^\s*hookspath\s*=\s*"?([^"\n]*?)"?\s*$/im.exec(text)?.[1] ?? '';
      const path = value === '' ? '' : workspace.normalize(value.startsWith('/') ? value : `./${value}`);
      return path === '' ? undefined : path;
    } finally {
      await file.close();
    }
  } catch {
    return undefined; // no repository, or one that says nothing
  }
}
