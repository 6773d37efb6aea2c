import { HarnessError } from '../../contracts/errors.js';
import { compileGlob, isGlob } from '../../registry/glob.js';
import type { Reading } from './matcher.js';

/** Any number of segments, none included. */
const ANY_SEGMENTS = '**';

/** A path or path pattern in pieces, read by its text alone. */
export interface PathSegments {
  readonly absolute: boolean;
  readonly segments: readonly string[];
}

/** One segment of a compiled pattern. */
type SegmentTest = typeof ANY_SEGMENTS | ((segment: string) => boolean);

/** A compiled path pattern. */
export interface PathGlob {
  /** Whether it is about the path of these segments. */
  matches(segments: readonly string[]): boolean;
  /** Whether there can be something below the directory of these segments that it is about. */
  reachesBelow(segments: readonly string[]): boolean;
}

/**
 * Compiles the segments of a path pattern: `*` stays within a segment and also takes names that begin with a dot, `**`
 * is any number of segments. `fold` is applied to pattern and path alike. Under `permit` a last `**` needs at least one
 * segment, so that `dir/**` is not `dir` itself (a lone `**` is everything); under `restrict` it covers both. Throws
 * `PATTERN_INVALID`.
 */
export function compilePathGlob(pattern: readonly string[], reading: Reading, fold: (segment: string) => string): PathGlob {
  const tests: SegmentTest[] = pattern.map((segment) => (segment === ANY_SEGMENTS ? ANY_SEGMENTS : compileGlob(fold(segment))));
  if (reading === 'permit' && tests.length > 1 && tests.at(-1) === ANY_SEGMENTS) tests.splice(-1, 0, () => true);
  return {
    matches: (segments) => matches(tests, segments.map(fold)),
    reachesBelow: (segments) => reachesBelow(tests, segments.map(fold)),
  };
}

/** Splits a path and resolves `.`, `..` and empty segments by text alone; a leading `..` of a relative path stays. */
export function readPath(path: string): PathSegments {
  const hasDrive = /^[A-Za-z]:[\\/]/.test(path);
  const absolute = hasDrive || path.startsWith('/');
  const segments: string[] = [];
  for (const segment of splitPath(hasDrive ? path.replaceAll('\\', '/') : path)) {
    if (segment !== '..') segments.push(segment);
    else if (segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (!absolute) segments.push(segment);
  }
  return { absolute, segments };
}

/** The segments of a path as written, but for empty ones and `.`. */
export function splitPath(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.');
}

/** The path of something below a directory, as the directory was written; either may be empty. */
export function joinPath(directory: string, below: string): string {
  if (directory === '' || directory === '.' || below === '') return below === '' ? directory : below;
  return directory.endsWith('/') ? `${directory}${below}` : `${directory}/${below}`;
}

/** Unicode in one form. Names in ASCII, which are most, have only one; to look costs half of what normalising does. */
export function foldForm(segment: string): string {
  return IS_ASCII.test(segment) ? segment : segment.normalize('NFC');
}

/**
 * One form whatever the case. Upper case first: it joins letters that some file systems take for the same and lower case
 * alone keeps apart, such as the long s.
 */
export function foldCase(segment: string): string {
  return IS_ASCII.test(segment) ? segment.toLowerCase() : segment.normalize('NFC').toUpperCase().toLowerCase();
}

const IS_ASCII = /^[ -~]*$/;

/** Throws `PATTERN_INVALID` for what a path pattern cannot say, with what to write instead. */
export function checkPathPattern(pattern: string): void {
  const written = pattern.split('/');
  if (written.some((segment) => segment.includes(ANY_SEGMENTS) && segment !== ANY_SEGMENTS)) {
    throw invalid(pattern, '"**" must be a whole segment, as in "src/**/*.key"');
  }
  if (written.some((segment, index) => segment === '..' && index > 0 && isGlob(written[index - 1] ?? ''))) {
    throw invalid(pattern, '".." after a wildcard has no meaning; write the path without ".."');
  }
  for (const segment of written) for (const fold of [foldForm, foldCase]) compileGlob(fold(segment));
}

/** Greedy with one way back, to the last `**`: at most pattern times path segments steps. */
function matches(tests: readonly SegmentTest[], segments: readonly string[]): boolean {
  let test = 0;
  let at = 0;
  let lastAny = -1;
  let resume = 0;
  while (at < segments.length) {
    const current = tests[test];
    if (current === ANY_SEGMENTS) {
      lastAny = test++;
      resume = at;
    } else if (current !== undefined && current(segments[at] ?? '')) {
      test++;
      at++;
    } else if (lastAny >= 0) {
      test = lastAny + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (tests[test] === ANY_SEGMENTS) test++;
  return test === tests.length;
}

function reachesBelow(tests: readonly SegmentTest[], segments: readonly string[]): boolean {
  for (const [at, segment] of segments.entries()) {
    const test = tests[at];
    if (test === ANY_SEGMENTS) return true;
    if (test === undefined || !test(segment)) return false;
  }
  return tests.length > segments.length;
}

function invalid(pattern: string, what: string): HarnessError {
  return new HarnessError('PATTERN_INVALID', `The path pattern ${JSON.stringify(pattern)} cannot be used: ${what}.`);
}
