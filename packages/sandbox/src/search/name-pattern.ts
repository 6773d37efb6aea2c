import { ToolFailure } from '@tackroom/core';

type Piece = { readonly kind: 'star' } | { readonly kind: 'one'; readonly test: (character: string) => boolean };

/**
 * Compiles the pattern of one name (`*`, `?`, `[…]`, `\`; no braces). The test takes at most the product of both lengths.
 * Throws `ToolFailure` with `PATTERN_INVALID`.
 */
export function compileName(pattern: string): (name: string) => boolean {
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern;
  const suffix = /^\*([^*?[\\]+)$/.exec(pattern)?.[1];
  if (suffix !== undefined) return (name) => name.endsWith(suffix);
  const pieces = namePieces(pattern);
  return (name) => matchPieces(pieces, Array.from(name));
}

function namePieces(pattern: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < pattern.length;) {
    const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    if (character === '*') {
      if (pieces.at(-1)?.kind !== 'star') pieces.push({ kind: 'star' });
      at += 1;
    } else if (character === '[') {
      const end = endOfSet(pattern, at);
      pieces.push({ kind: 'one', test: compileSet(pattern.slice(at + 1, end - 1)) });
      at = end;
    } else if (character === '?') {
      pieces.push({ kind: 'one', test: () => true });
      at += 1;
    } else {
      if (character === '\\') at += 1;
      const wanted = String.fromCodePoint(pattern.codePointAt(at) ?? 0x5c);
      pieces.push({ kind: 'one', test: (found) => found === wanted });
      at += wanted.length;
    }
  }
  return pieces;
}

function matchPieces(pieces: readonly Piece[], characters: readonly string[]): boolean {
  let at = 0;
  let index = 0;
  let resume: { at: number; index: number } | undefined;
  while (index < characters.length) {
    const piece = pieces[at];
    if (piece?.kind === 'star') {
      at += 1;
      resume = { at, index };
      if (at === pieces.length) return true;
    } else if (piece !== undefined && piece.test(characters[index] ?? '')) {
      at += 1;
      index += 1;
    } else if (resume !== undefined) {
      resume = { at: resume.at, index: resume.index + 1 };
      ({ at, index } = resume);
    } else return false;
  }
  while (pieces[at]?.kind === 'star') at += 1;
  return at === pieces.length;
}

function compileSet(body: string): (character: string) => boolean {
  const negated = body.startsWith('!') || body.startsWith('^');
  const members = Array.from(negated ? body.slice(1) : body);
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at += 1) {
    if (members[at] === '\\' && at + 1 < members.length) at += 1;
    const low = members[at] ?? '';
    const high = members[at + 2];
    if (members[at + 1] === '-' && high !== undefined) {
      ranges.push([low, high]);
      at += 2;
    } else ranges.push([low, low]);
  }
  const within = (point: number): boolean => ranges.some(([low, high]) => codePoint(low) <= point && point <= codePoint(high));
  return (character) => within(codePoint(character)) !== negated;
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? -1;
}

/** Index after the `]` of the set that begins at `start`. A `]` in first place is a member. */
export function endOfSet(pattern: string, start: number): number {
  let end = start + 1;
  if (pattern[end] === '!' || pattern[end] === '^') end += 1;
  if (pattern[end] === ']') end += 1;
  while (end < pattern.length && pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1;
  if (end >= pattern.length) throw invalidPattern('a "[" is not closed');
  return end + 1;
}

/** Why a file pattern cannot be used, as an error of the call. */
export function invalidPattern(why: string): ToolFailure {
  return new ToolFailure(`The file pattern cannot be used: ${why}.`, { code: 'PATTERN_INVALID' });
}
