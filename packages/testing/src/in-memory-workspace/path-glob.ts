import { invalidPattern } from './path-failure.js';
import { either, PatternProgram, repeat, sequence, take } from './pattern-program.js';
import type { Piece } from './pattern-program.js';

const MAX_PATTERN_CHARS = 1000;
const MAX_CROSSINGS = 16;
const MAX_ALTERNATIVES = 100;
const LONE_ESCAPE = /(?<!\\)(?:\\\\)*\\$/;

const slash = take((character) => character === '/');
const inName = take((character) => character !== '/');
const anything = take(() => true);

/**
 * Compiles a pattern of file paths: `*` and `?` stay within a name, `**` as a whole name crosses directories, `[…]` is a set,
 * `{a,b}` are alternatives, `\` takes the next character literally. A pattern without a slash matches names at any depth.
 * Throws `ToolFailure` with `PATTERN_INVALID`.
 */
export function compilePathGlob(pattern: string): (path: string) => boolean {
  check(pattern);
  const anchored = pattern.startsWith('./') ? pattern.slice(2) : pattern.includes('/') ? pattern : `**/${pattern}`;
  const alternatives = expandBraces(anchored.endsWith('/') ? `${anchored}**` : anchored, pattern);
  const program = programOf(
    alternatives.map((path) => pathPiece(path, pattern)),
    pattern,
  );
  return (path) => program.matches(Array.from(path));
}

function check(pattern: string): void {
  if (pattern === '') throw invalidPattern(pattern, 'it is empty');
  if (pattern.length > MAX_PATTERN_CHARS) throw invalidPattern(pattern, `it is longer than ${MAX_PATTERN_CHARS} characters`);
  if (pattern.includes('\0')) throw invalidPattern(pattern, 'it holds a NUL character');
  if (LONE_ESCAPE.test(pattern)) throw invalidPattern(pattern, 'a "\\" at its end has nothing to escape');
  if (pattern.startsWith('/')) throw invalidPattern(pattern, 'it must be relative to the directory that is searched');
  if (/(?:^|[/{,])\.\.(?:$|[/},])/.test(pattern)) throw invalidPattern(pattern, '".." would lead out of the directory that is searched');
  if (pattern.split('**').length > MAX_CROSSINGS + 1) throw invalidPattern(pattern, `it holds more than ${MAX_CROSSINGS} "**"`);
}

function programOf(alternatives: readonly Piece[], pattern: string): PatternProgram {
  try {
    return new PatternProgram(either(alternatives));
  } catch (error) {
    if (error instanceof RangeError) throw invalidPattern(pattern, 'it is too large');
    throw error;
  }
}

/** Every alternative without braces; refuses before there are more than a hundred. */
function expandBraces(text: string, pattern: string): string[] {
  let expanded = [''];
  for (let at = 0; at < text.length;) {
    const end = endOfToken(text, at, pattern);
    const options = text[at] === '{' ? braceOptions(text.slice(at + 1, end - 1), pattern) : [text.slice(at, end)];
    if (expanded.length * options.length > MAX_ALTERNATIVES)
      throw invalidPattern(pattern, `its braces stand for more than ${MAX_ALTERNATIVES} patterns`);
    expanded = expanded.flatMap((head) => options.map((option) => head + option));
    at = end;
  }
  return expanded;
}

function braceOptions(body: string, pattern: string): string[] {
  if (/^-?\w+\.\.-?\w+(?:\.\.-?\w+)?$/.test(body)) throw invalidPattern(pattern, 'ranges such as {1..9} are not supported');
  const options: string[] = [];
  let from = 0;
  for (let at = 0; at <= body.length; at = at < body.length ? endOfToken(body, at, pattern) : at + 1) {
    if (at < body.length && body[at] !== ',') continue;
    options.push(...expandBraces(body.slice(from, at), pattern));
    if (options.length > MAX_ALTERNATIVES) throw invalidPattern(pattern, `its braces stand for more than ${MAX_ALTERNATIVES} patterns`);
    from = at + 1;
  }
  return options;
}

/** Index after the character, escape, set or braces that begin at `at`. */
function endOfToken(text: string, at: number, pattern: string): number {
  if (text[at] === '\\') return Math.min(text.length, at + 2);
  if (text[at] === '[') {
    const set = /^\[[!^]?\]?(?:\\.|[^\]\\])*\]/su.exec(text.slice(at));
    if (set === null) throw invalidPattern(pattern, 'a "[" is not closed');
    return at + set[0].length;
  }
  if (text[at] !== '{') return at + 1;
  let end = at + 1;
  while (end < text.length && text[end] !== '}') end = endOfToken(text, end, pattern);
  if (end >= text.length) throw invalidPattern(pattern, 'a "{" is not closed');
  return end + 1;
}

function pathPiece(path: string, pattern: string): Piece {
  const names = splitNames(path, pattern);
  // No names, as in `./`: the directory that is searched, with all it holds.
  if (names.length === 0) return repeat(anything, 1, Infinity);
  return sequence(
    names.flatMap((name, index) => {
      const last = index === names.length - 1;
      if (name !== '**') return last ? [namePiece(name, pattern)] : [namePiece(name, pattern), slash];
      return last ? [repeat(anything, 1, Infinity)] : [repeat(sequence([repeat(inName, 1, Infinity), slash]), 0, Infinity)];
    }),
  );
}

/** Splits at slashes outside of escapes and sets. Empty and `.` names say nothing. */
function splitNames(path: string, pattern: string): string[] {
  const names = [''];
  for (let at = 0; at < path.length;) {
    const end = endOfToken(path, at, pattern);
    if (path[at] === '/') names.push('');
    else names.push((names.pop() ?? '') + path.slice(at, end));
    at = end;
  }
  return names.filter((name) => name !== '' && name !== '.');
}

function namePiece(name: string, pattern: string): Piece {
  const pieces: Piece[] = [];
  for (let at = 0; at < name.length;) {
    const character = String.fromCodePoint(name.codePointAt(at) ?? 0);
    const end = Math.max(endOfToken(name, at, pattern), at + character.length);
    if (character === '*') pieces.push(repeat(inName, 0, Infinity));
    else if (character === '?') pieces.push(inName);
    else if (character === '[') pieces.push(take(setTest(name.slice(at + 1, end - 1))));
    else {
      const literal = character === '\\' ? name.slice(at + 1, end) : character;
      pieces.push(take((found) => found === literal));
    }
    at = end;
  }
  return sequence(pieces);
}

function setTest(body: string): (character: string) => boolean {
  const negated = /^[!^]/.test(body);
  const members = body.slice(negated ? 1 : 0).match(/\\?./gsu) ?? [];
  const points = members.map((member) => member.codePointAt(member.length > 1 && member.startsWith('\\') ? 1 : 0) ?? 0);
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < points.length; at++) {
    const low = points[at] ?? 0;
    const high = members[at + 1] === '-' ? points[at + 2] : undefined;
    ranges.push([low, high ?? low]);
    if (high !== undefined) at += 2;
  }
  return (character) => {
    const point = character.codePointAt(0) ?? 0;
    return character !== '/' && ranges.some(([low, high]) => low <= point && point <= high) !== negated;
  };
}
