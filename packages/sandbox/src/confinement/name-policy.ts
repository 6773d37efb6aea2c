import { findObeyedInRepository, findProtected } from '@tackroom/core';

/** What of a path is not a sandbox's to change: the names that lead to it, and the others of the path below. */
export interface GuardedPart {
  readonly length: number;
  /** `keys` are not shown either. */
  readonly kind: 'obeyed' | 'keys';
}

/** What commands may not change in a workspace. Paths are relative to its root. */
export interface NamePolicy {
  /** The guarded part of a path. `repositories` are directories, `''` the root, that git takes for one whatever they are called. */
  guarded(names: readonly string[], repositories?: ReadonlySet<string>): GuardedPart | undefined;
  /** Whether a path is guarded for its own names, wherever its first ones come to lie. */
  isGuardedAnywhere(names: readonly string[], repositories?: ReadonlySet<string>): boolean;
  /** Whether these names lead to a place of keys. */
  isKey(names: readonly string[]): boolean;
}

/** How many names the longest entry of the list has, and one for the repository that it is in. */
const LONGEST = 4;

/**
 * The policy of a sandbox. Unless `protect` names paths from the root, it is the list of what programs outside obey, at any
 * depth; of a repository only what git obeys in it, so that commits work. Keys are guarded in any case.
 */
export function namePolicy(protect?: readonly string[]): NamePolicy {
  const own = protect?.map((path) => path.split('/'));
  return {
    guarded: (names, repositories) => (own === undefined ? listedPart(names, repositories) : outer(ownPart(names, own), keyPart(names))),
    isGuardedAnywhere: (names, repositories) => {
      if (own === undefined && inSome(names, repositories)) return true;
      const parts = own === undefined ? listedPart : keyPart;
      return (
        names.some((_, from) => parts(names.slice(from))?.length === names.length - from) ||
        ownPart(names, own ?? [])?.length === names.length
      );
    },
    isKey: (names) => {
      // Whoever asks has asked about what is above before.
      const end = names.slice(-LONGEST);
      return keyPart(end)?.length === end.length;
    },
  };
}

/** Whether git takes a directory that holds these names for a repository, whatever it is called. */
export function isRepository(has: (name: string) => boolean): boolean {
  return has('HEAD') && ((has('objects') && has('refs')) || has('commondir'));
}

function listedPart(names: readonly string[], repositories: ReadonlySet<string> = new Set()): GuardedPart | undefined {
  let first: GuardedPart | undefined;
  // What is below a repository may be guarded for another reason.
  for (let from = 0; from < names.length;) {
    const found = findProtected(names.slice(from));
    if (found === undefined) break;
    const length = from + found.length;
    if (found.kind !== 'repository') {
      first = outer(first, { kind: found.kind, length });
      break;
    }
    first = outer(first, inRepository(names, length));
    from = length;
  }
  for (let length = 0; repositories.size > 0 && length < names.length; length += 1) {
    if (repositories.has(names.slice(0, length).join('/'))) first = outer(first, inRepository(names, length));
  }
  return first;
}

/** Whether a path is what git obeys in one of these repositories. */
function inSome(names: readonly string[], repositories: ReadonlySet<string> = new Set()): boolean {
  return names.some(
    (_, length) => repositories.has(names.slice(0, length).join('/')) && inRepository(names, length)?.length === names.length,
  );
}

function outer(a: GuardedPart | undefined, b: GuardedPart | undefined): GuardedPart | undefined {
  return a === undefined || (b !== undefined && b.length < a.length) ? b : a;
}

function inRepository(names: readonly string[], length: number): GuardedPart | undefined {
  const part = findObeyedInRepository(names.slice(length));
  return part === undefined ? undefined : { kind: 'obeyed', length: length + part.length };
}

function ownPart(names: readonly string[], own: readonly (readonly string[])[]): GuardedPart | undefined {
  const found = own.find((path) => path.length <= names.length && path.every((name, at) => name === names[at]));
  return found === undefined ? undefined : { kind: 'obeyed', length: found.length };
}

/** Keys lie in a directory of settings now and then, so each start is looked at. */
function keyPart(names: readonly string[]): GuardedPart | undefined {
  for (let from = 0; from < names.length; from += 1) {
    const found = findProtected(names.slice(from));
    if (found === undefined) return undefined;
    if (found.kind === 'keys') return { kind: 'keys', length: from + found.length };
    from += found.start;
  }
  return undefined;
}
