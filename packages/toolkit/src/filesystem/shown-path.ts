const PLAIN = /^[^\p{Cc}\u2028\u2029]*$/u;

/**
 * A path as a model sees it: relative to the working directory, so that it can be passed back, and on one line. Both
 * arguments are relative to the root; an absolute path stays as it is.
 */
export function shownPath(path: string, cwd: string): string {
  return quoteOddName(path.startsWith('/') ? path : relativePath(path, cwd));
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
