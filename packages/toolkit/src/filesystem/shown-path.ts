import type { WorkspaceSession } from '@tackroom/core';

const PLAIN = /^[^\p{Cc}\u2028\u2029]*$/u;

/** Where a path is seen from. */
export type Viewpoint = Pick<WorkspaceSession, 'cwd' | 'normalize'>;

/** A path as a model sees it: as {@link wayTo} says it, and on one line. */
export function shownPath(path: string, from: Viewpoint): string {
  return quoteOddName(wayTo(path, from));
}

/**
 * A path, relative to the root, as it can be passed back: relative to the working directory. An absolute path, and one in a
 * further root, stays as it is.
 */
export function wayTo(path: string, from: Viewpoint): string {
  const isWhole = path.startsWith('/') || (/^[^/:]+:(?:\/|$)/.test(path) && from.cwd !== '' && from.normalize(path) === path);
  return isWhole ? path : relativePath(path, from.cwd);
}

/** A name that would not read as one plain line, quoted with escapes; any other as it is. */
export function quoteOddName(name: string): string {
  if (PLAIN.test(name) && name.trim() === name) return name;
  return JSON.stringify(name).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The way from one directory to a path, both relative to the root. */
export function relativePath(path: string, from: string): string {
  const target = names(path);
  const start = names(from);
  let shared = 0;
  while (shared < start.length && start[shared] === target[shared]) shared += 1;
  const way = [...start.slice(shared).map(() => '..'), ...target.slice(shared)];
  return way.length === 0 ? '.' : way.join('/');
}

function names(path: string): readonly string[] {
  return path === '' ? [] : path.split('/');
}
