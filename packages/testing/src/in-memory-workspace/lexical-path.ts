import { pathFailure } from './path-failure.js';

const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4096;

/**
 * Segments of a path relative to the root, `.` and `..` taken by spelling; relative paths start at `cwd`. Nothing is
 * expanded or decoded. Throws `ToolFailure` with `PATH_INVALID`, or `PATH_OUTSIDE` for a path that is absolute (there is no
 * host path of the root) or climbs above the root.
 */
export function locate(path: string, cwd: readonly string[]): string[] {
  checkSpelling(path);
  if (path.startsWith('/')) throw outside();
  const segments = [...cwd];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') segments.push(checkName(name));
    else if (segments.pop() === undefined) throw outside();
  }
  return segments;
}

/** Segments of a normalised path. */
export function segmentsOf(normalized: string): readonly string[] {
  return normalized === '' ? [] : normalized.split('/');
}

/** What is said of a path that leads out of the root. */
export function outside(): Error {
  return pathFailure('PATH_OUTSIDE', 'That path leads outside the workspace. Use a path inside it, relative to the working directory.');
}

function checkSpelling(path: string): void {
  if (path === '') throw pathFailure('PATH_INVALID', 'The path is empty. Use "." for the working directory.');
  if (path.includes('\0')) throw pathFailure('PATH_INVALID', 'The path holds a NUL character.');
  if (/\p{Surrogate}/u.test(path)) throw pathFailure('PATH_INVALID', 'The path is not well-formed Unicode.');
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw pathFailure('PATH_INVALID', `The path is too long: at most ${MAX_PATH_BYTES} bytes.`);
}

function checkName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  throw pathFailure('PATH_INVALID', `A name in the path is too long: at most ${MAX_NAME_BYTES} bytes.`);
}
