import { endOfSet, invalidPattern } from './name-pattern.js';

const MAX_ALTERNATIVES = 100;

/**
 * Every alternative of a path pattern, without braces. Counts are bounded before anything is built: a pattern of a few
 * hundred characters can stand for more alternatives than memory holds. Throws `ToolFailure` with `PATTERN_INVALID`.
 */
export function expandBraces(pattern: string): string[] {
  let position = 0;

  // Each parser returns the alternatives of what it read; products and sums stop at the bound.
  const sequence = (depth: number): string[] => {
    let built = [''];
    while (position < pattern.length) {
      const character = pattern[position] ?? '';
      if (depth > 0 && (character === ',' || character === '}')) break;
      built = product(built, character === '{' ? group(depth + 1) : [literal(character)]);
    }
    return built;
  };
  const literal = (character: string): string => {
    const end = character === '\\' ? position + 2 : character === '[' ? endOfSet(pattern, position) : position + 1;
    const text = pattern.slice(position, end);
    position = end;
    return text;
  };
  const group = (depth: number): string[] => {
    const start = position;
    const options: string[] = [];
    do {
      position += 1;
      options.push(...sequence(depth));
      bound(options.length);
    } while (pattern[position] === ',');
    if (pattern[position] !== '}') throw invalidPattern('a "{" is not closed');
    position += 1;
    if (/^\{-?\w+\.\.-?\w+(?:\.\.-?\w+)?\}$/.test(pattern.slice(start, position)))
      throw invalidPattern('ranges such as {1..9} are not supported');
    return options;
  };
  return sequence(0);
}

function product(heads: readonly string[], tails: readonly string[]): string[] {
  bound(heads.length * tails.length);
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}

function bound(count: number): void {
  if (count > MAX_ALTERNATIVES) throw invalidPattern(`its braces stand for more than ${MAX_ALTERNATIVES} patterns`);
}
