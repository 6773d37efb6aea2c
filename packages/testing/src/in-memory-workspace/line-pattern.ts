import { invalidPattern } from './path-failure.js';
import { assert, either, PatternProgram, repeat, sequence, take } from './pattern-program.js';
import type { Piece } from './pattern-program.js';

const MAX_PATTERN_CHARS = 1000;
const MAX_COUNT = 1000;
/** No match holds one, and lines begin and end at it. */
const RETURN = '\r';
const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);

/**
 * Compiles a regular expression for single lines: literals, `.`, sets, escapes for characters and classes, groups,
 * alternatives, greedy and lazy repetition, `^`, `$`, `\b`, `\B`, and `(?i)` in front. What no linear engine can do
 * (look-around, back references) and line breaks are `PATTERN_INVALID`. Classes such as `\w` are those of JavaScript: ASCII.
 */
export function compileLinePattern(pattern: string): PatternProgram {
  if (pattern.length > MAX_PATTERN_CHARS) throw invalidPattern(pattern, `it is longer than ${MAX_PATTERN_CHARS} characters`);
  try {
    return new PatternProgram(new LineParser(pattern).parse());
  } catch (error) {
    if (error instanceof RangeError) throw invalidPattern(pattern, 'it is too large');
    throw error;
  }
}

class LineParser {
  private readonly ignoreCase: boolean;
  private at: number;

  constructor(private readonly pattern: string) {
    this.ignoreCase = pattern.startsWith('(?i)');
    this.at = this.ignoreCase ? 4 : 0;
  }

  parse(): Piece {
    const piece = this.alternatives();
    if (this.at < this.pattern.length) throw this.invalid('a ")" closes nothing');
    return piece;
  }

  private alternatives(): Piece {
    const options = [this.concatenation()];
    while (this.accept('|')) options.push(this.concatenation());
    return options.length === 1 ? sequence(options) : either(options);
  }

  private concatenation(): Piece {
    const pieces: Piece[] = [];
    while (this.at < this.pattern.length && !this.sees('|') && !this.sees(')')) pieces.push(this.repetition(this.atom()));
    return sequence(pieces);
  }

  private repetition(atom: Piece): Piece {
    let piece = atom;
    for (;;) {
      const counts = this.counts();
      if (counts === undefined) return piece;
      const [min, max] = counts;
      if (min > max || min > MAX_COUNT || (max > MAX_COUNT && max !== Infinity)) throw this.invalid('a repetition count is out of range');
      piece = repeat(piece, min, max);
      // Lazy and greedy differ in where a match ends, never in whether there is one.
      this.accept('?');
    }
  }

  private counts(): readonly [min: number, max: number] | undefined {
    if (this.accept('*')) return [0, Infinity];
    if (this.accept('+')) return [1, Infinity];
    if (this.accept('?')) return [0, 1];
    if (!this.sees('{')) return undefined;
    const found = /^\{(\d+)(,?)(\d*)\}/.exec(this.pattern.slice(this.at));
    if (found === null) throw this.invalid('a "{" begins no repetition; write "\\{" for the character');
    this.at += found[0].length;
    const min = Number(found[1]);
    return [min, found[3] ? Number(found[3]) : found[2] ? Infinity : min];
  }

  private atom(): Piece {
    if (this.accept('(')) return this.group();
    if (this.sees('[')) return this.class(this.set());
    if (this.accept('.')) return take((character) => character !== RETURN);
    if (this.accept('^')) return assert((before) => before === undefined || before === RETURN);
    if (this.accept('$')) return assert((_, after) => after === undefined || after === RETURN);
    if (this.accept('\\')) return this.escape();
    const character = this.next();
    if ('*+?{'.includes(character)) throw this.invalid(`"${character}" repeats nothing`);
    if (character === '\n' || character === RETURN) throw this.invalid('a line holds no line break');
    return this.literal(character);
  }

  private group(): Piece {
    const opened = /^\?(?::|P?<[A-Za-z_]\w*>)/.exec(this.pattern.slice(this.at));
    if (opened !== null) this.at += opened[0].length;
    else if (this.sees('?')) throw this.invalid('look-around and flags inside a pattern are not supported');
    const piece = this.alternatives();
    if (!this.accept(')')) throw this.invalid('a "(" is not closed');
    return piece;
  }

  private escape(): Piece {
    const rest = this.pattern.slice(this.at);
    if (/^[bB]/.test(rest)) {
      const wanted = this.next() === 'b';
      return assert((before, after) => (isWord(before) !== isWord(after)) === wanted);
    }
    if (/^[1-9k]/.test(rest)) throw this.invalid('back references are not supported');
    if (/^(?:[nr]|x0[ad]|u000[ad]|u\{0*[ad]\})/i.test(rest)) throw this.invalid('a line holds no line break');
    const found = /^(?:[dDwWsS]|[pP]\{[\w=]+\}|[tfv0]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]+\})/.exec(rest);
    if (found !== null) {
      this.at += found[0].length;
      return this.class(`\\${found[0]}`);
    }
    if (rest === '' || /^[\w]/.test(rest)) throw this.invalid(`"\\${rest.slice(0, 1)}" is no escape`);
    return this.literal(this.next());
  }

  /** The text of a set, brackets included. A `]` in first place is a member. */
  private set(): string {
    const found = /^\[\^?\]?(?:[^\]\\[]|\\[^])*\]/u.exec(this.pattern.slice(this.at));
    if (found === null || /^\[\^?\]$/.test(found[0])) throw this.invalid('a "[" is not closed, or a set holds a "[" that is not escaped');
    this.at += found[0].length;
    return found[0].replace(/^(\[\^?)\](?=.)/u, '$1\\]');
  }

  private class(source: string): Piece {
    try {
      const one = new RegExp(`^${source}$`, this.ignoreCase ? 'iu' : 'u');
      return take((character) => character !== RETURN && one.test(character));
    } catch {
      throw this.invalid(`${source} is no set of characters`);
    }
  }

  private literal(character: string): Piece {
    if (!this.ignoreCase) return take((found) => found === character);
    return take((found) => found.toLowerCase() === character.toLowerCase());
  }

  private next(): string {
    const character = String.fromCodePoint(this.pattern.codePointAt(this.at) ?? 0);
    this.at += character.length;
    return character;
  }

  private sees(character: string): boolean {
    return this.pattern[this.at] === character;
  }

  private accept(character: string): boolean {
    if (!this.sees(character)) return false;
    this.at += 1;
    return true;
  }

  private invalid(why: string): Error {
    return invalidPattern(this.pattern, why);
  }
}
