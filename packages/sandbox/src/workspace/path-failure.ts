import { ToolFailure } from '@tackroom/core';

/** Codes of the failures that a path can have. They reach the model as the code of an error result. */
export type PathFailureCode =
  | 'PATH_INVALID'
  | 'PATH_OUTSIDE'
  | 'PATH_LINK'
  | 'PATH_NOT_FOUND'
  | 'PATH_NOT_FILE'
  | 'PATH_NOT_DIRECTORY'
  | 'PATH_DENIED'
  | 'PATH_CHANGED'
  | 'PATH_EXISTS'
  | 'PATH_NOT_EMPTY'
  | 'PATH_READ_ONLY'
  | 'PATH_IO';

const MAX_SHOWN = 200;

/** A path as messages show it: quoted, control characters escaped, at most 200 characters. */
export function showPath(path: string): string {
  if (path === '') return '"."';
  const points = Array.from(path.length > 4 * MAX_SHOWN ? path.slice(0, 4 * MAX_SHOWN) : path);
  return JSON.stringify(points.length > MAX_SHOWN ? `${points.slice(0, MAX_SHOWN).join('')}…` : points.join(''));
}

/** A final failure about a path. */
export function pathFailure(code: PathFailureCode, message: string, cause?: unknown): ToolFailure {
  return new ToolFailure(message, cause === undefined ? { code } : { code, cause });
}

/** What is said of a path that leads out of the root. It never repeats the path: it may name host files. */
export function outsideFailure(): ToolFailure {
  return pathFailure('PATH_OUTSIDE', 'That path leads outside the workspace. Use a path inside it, relative to the working directory.');
}

/** Turns an error of the operating system into a failure about `path`, which is relative to the root. */
export function systemFailure(error: unknown, path: string): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const code = errorCode(error);
  const shown = showPath(path);
  switch (code) {
    case 'ENOENT':
      return pathFailure('PATH_NOT_FOUND', `${shown} does not exist.`, error);
    case 'EACCES':
    case 'EPERM':
      return pathFailure('PATH_DENIED', `${shown} cannot be accessed: permission denied.`, error);
    case 'ENOTDIR':
      return pathFailure('PATH_NOT_DIRECTORY', `A part of ${shown} is not a directory.`, error);
    case 'ELOOP':
      return pathFailure('PATH_LINK', `${shown} is a symbolic link or leads through one, and links are not followed here.`, error);
    case 'ENXIO':
      return pathFailure('PATH_NOT_FILE', `${shown} is not a regular file.`, error);
    case 'EEXIST':
      return pathFailure('PATH_EXISTS', `${shown} exists already.`, error);
    case 'EISDIR':
      return pathFailure('PATH_NOT_FILE', `${shown} is a directory, not a file.`, error);
    case 'ENOTEMPTY':
      return pathFailure('PATH_NOT_EMPTY', `${shown} is a directory that is not empty.`, error);
    case 'EROFS':
      return pathFailure('PATH_READ_ONLY', `${shown} cannot be changed: its file system is read-only.`, error);
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return pathFailure('PATH_IO', `${shown} could not be written: there is no room left for it (${code}).`, error);
    case 'ENAMETOOLONG':
      return pathFailure('PATH_INVALID', `${shown} is too long for a path.`, error);
    default:
      return pathFailure('PATH_IO', `${shown} could not be accessed (${code ?? 'unknown error'}).`, error);
  }
}

/** The `code` of a Node error (`ENOENT`, …), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
