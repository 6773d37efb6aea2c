import { expandBraces } from './brace-expansion.js';
import { compileName, endOfSet, invalidPattern } from './name-pattern.js';

const MAX_PATTERN_CHARS = 1_000;
const MAX_CROSSINGS = 16;
const LONE_ESCAPE = /(?<!\\)(?:\\\\)*\\$/;

/** A compiled path pattern. */
export interface PathGlob {
  /** Whether a path (`/` between names, relative to where the search starts) matches; linear in its length for a given pattern. */
  matches(path: string): boolean;
  /** Patterns of plain characters and `*` of which every matching file's own name matches one; undefined when there are none. */
  readonly names: readonly string[] | undefined;
}

type Segment =
  { readonly crossing: true } | { readonly crossing: false; readonly matches: (name: string) => boolean; readonly source: string };

/**
 * Compiles a path pattern: `*` and `?` stay within a name, `**` as a whole name crosses directories, `[…]` is a set,
 * `{a,b}` are alternatives, `\` takes the next character literally. Names that begin with a dot are no exception. A
 * pattern without a slash matches names at any depth. Bounded before anything is expanded; throws `ToolFailure` with
 * `PATTERN_INVALID`.
 */
export function compilePathGlob(pattern: string): PathGlob {
  checkPattern(pattern);
  const anchored = pattern.startsWith('./') ? pattern.slice(2) : pattern.includes('/') ? pattern : `**/${pattern}`;
  const alternatives = expandBraces(anchored.endsWith('/') ? `${anchored}**` : anchored).map(compileSegments);
  return {
    names: nameFilter(alternatives),
    matches: (path) => {
      const names = path.split('/');
      return alternatives.some((segments) => matchSegments(segments, names));
    },
  };
}

function checkPattern(pattern: string): void {
  if (pattern === '') throw invalidPattern('it is empty');
  if (pattern.length > MAX_PATTERN_CHARS) throw invalidPattern(`it is longer than ${MAX_PATTERN_CHARS} characters`);
  if (!pattern.isWellFormed()) throw invalidPattern('it holds half a surrogate pair');
  if (pattern.includes('\0')) throw invalidPattern('it holds a NUL character');
  if (LONE_ESCAPE.test(pattern)) throw invalidPattern('a "\\" at its end has nothing to escape');
  if (pattern.startsWith('/') || /^[A-Za-z]:[\\/]/.test(pattern)) {
    throw invalidPattern('it must be relative to the directory that is searched; give the directory as `path`');
  }
  if (/(?:^|[/{,])\.\.(?:$|[/},])/.test(pattern)) throw invalidPattern('".." would lead out of the directory that is searched');
  if ((pattern.match(/\*\*/g)?.length ?? 0) > MAX_CROSSINGS) throw invalidPattern(`it holds more than ${MAX_CROSSINGS} "**"`);
}

function compileSegments(pattern: string): readonly Segment[] {
  const segments: Segment[] = [];
  for (const source of splitNames(pattern)) {
    if (source !== '**') segments.push({ crossing: false, matches: compileName(source), source });
    else if (segments.at(-1)?.crossing !== true) segments.push({ crossing: true });
  }
  // No names, as in `./`: the directory that is searched, with all it holds, as `a/` is `a` with all it holds.
  return segments.length === 0 ? [{ crossing: true }] : segments;
}

/** Splits at slashes that are neither escaped nor in a set. Empty and `.` names say nothing. */
function splitNames(pattern: string): string[] {
  const names: string[] = [];
  let from = 0;
  for (let at = 0; at <= pattern.length;) {
    const character = pattern[at];
    if (character === undefined || character === '/') {
      names.push(pattern.slice(from, at));
      from = at + 1;
    }
    at = character === '\\' ? at + 2 : character === '[' ? endOfSet(pattern, at) : at + 1;
  }
  return names.filter((name) => name !== '' && name !== '.');
}

/** Greedy match with one point to come back to: a later `**` makes an earlier one final. */
function matchSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  let at = 0;
  let name = 0;
  let resume: { at: number; name: number } | undefined;
  while (name < names.length) {
    const segment = segments[at];
    if (segment?.crossing === true) {
      resume = { at: at + 1, name };
      at += 1;
      // A trailing `**` takes everything that is left.
      if (at === segments.length) return true;
    } else if (segment !== undefined && segment.matches(names[name] ?? '')) {
      at += 1;
      name += 1;
    } else if (resume !== undefined) {
      resume = { at: resume.at, name: resume.name + 1 };
      ({ at, name } = resume);
    } else return false;
  }
  return at === segments.length;
}

const PLAIN_NAME = /^[\w.*-]+$/;

function nameFilter(alternatives: readonly (readonly Segment[])[]): readonly string[] | undefined {
  const names: string[] = [];
  for (const segments of alternatives) {
    const last = segments.at(-1);
    if (last === undefined || last.crossing || !PLAIN_NAME.test(last.source) || /^\*+$/.test(last.source)) return undefined;
    names.push(last.source);
  }
  return names;
}
