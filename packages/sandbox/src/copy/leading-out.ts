import type { NamePolicy } from '../confinement/name-policy.js';
import { bytePath, textPath, type BytePath } from './byte-path.js';
import type { TreeSnapshot } from './tree-snapshot.js';

/** More links than this on one way are a loop: the bound of Linux. */
const MAX_LINKS = 40;

/** The tree that a link was made in. */
export interface LinkedTree {
  readonly entries: TreeSnapshot;
  /** Absolute path of the workspace: to commands a copy is there. */
  readonly root: string;
  readonly policy: NamePolicy;
}

/**
 * Why a link must not come into the workspace; undefined if it may. Its way is gone as the system goes it, through every link that
 * it meets. A `..` that follows a name is not judged: where it leads changes with what that name comes to be.
 */
export function leadsOut(path: BytePath, target: BytePath, tree: LinkedTree): string | undefined {
  const names = target.split('/').filter((name) => name !== '' && name !== '.');
  if (names.some((name, index) => name === '..' && index > 0 && names[index - 1] !== '..')) {
    return 'it is a link whose way goes up again after a name';
  }
  const at = resolveLink(path, target, tree);
  if (at === undefined) return 'it is a link that leads out of the workspace';
  const kind = tree.policy.guarded(textPath(at.join('/')).split('/'))?.kind;
  return kind === 'keys' ? 'it is a link to where keys are kept' : undefined;
}

/** Where a link leads, as names from the root; undefined if that is outside or cannot be told. */
function resolveLink(path: BytePath, target: BytePath, { entries, root }: LinkedTree): readonly BytePath[] | undefined {
  let done = path.split('/').slice(0, -1);
  let pending = stepsOf(target, root);
  if (pending === undefined) return undefined;
  if (target.startsWith('/')) done = [];
  for (let links = 0; pending.length > 0;) {
    const [name = '', ...rest]: readonly BytePath[] = pending;
    pending = rest;
    if (name === '..') {
      if (done.length === 0) return undefined;
      done = done.slice(0, -1);
      continue;
    }
    const found = entries.get([...done, name].join('/'));
    if (found?.kind !== 'link') {
      done = [...done, name];
      continue;
    }
    links += 1;
    const way = links > MAX_LINKS ? undefined : stepsOf(found.target, root);
    if (way === undefined) return undefined;
    if (found.target.startsWith('/')) done = [];
    pending = [...way, ...rest];
  }
  return done;
}

/** The names that a target says, one after the other; undefined for an absolute one outside the root. */
function stepsOf(target: BytePath, root: string): readonly BytePath[] | undefined {
  const names = target.split('/').filter((name) => name !== '' && name !== '.');
  if (!target.startsWith('/')) return names;
  const base = bytePath(root)
    .split('/')
    .filter((name) => name !== '');
  return base.every((name, at) => name === names[at]) ? names.slice(base.length) : undefined;
}
