import { ToolFailure } from '@tackroom/core';

/** Codes of the failures that a path or a pattern can have here; the same as on the host. */
export type PathFailureCode =
  | 'PATH_INVALID'
  | 'PATH_OUTSIDE'
  | 'PATH_LINK'
  | 'PATH_NOT_FOUND'
  | 'PATH_NOT_FILE'
  | 'PATH_NOT_DIRECTORY'
  | 'PATH_NOT_EMPTY'
  | 'PATH_DENIED'
  | 'PATH_EXISTS'
  | 'PATH_CHANGED'
  | 'PATH_READ_ONLY'
  | 'PATTERN_INVALID';

/** A final failure about a path or a pattern. */
export function pathFailure(code: PathFailureCode, message: string): ToolFailure {
  return new ToolFailure(message, { code });
}

/** A path as messages show it. */
export function showPath(segments: readonly string[]): string {
  return JSON.stringify(segments.join('/') || '.');
}

/** Why a pattern cannot be used. */
export function invalidPattern(pattern: string, why: string): ToolFailure {
  return pathFailure('PATTERN_INVALID', `The pattern ${JSON.stringify(pattern.slice(0, 200))} cannot be used: ${why}.`);
}
