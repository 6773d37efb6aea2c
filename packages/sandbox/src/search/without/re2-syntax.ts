import { badPattern } from '../bad-pattern.js';

/** Classes that ripgrep takes from Unicode and RE2 from ASCII: what they hold, and whether they are negated. */
const CLASSES: Readonly<Record<string, readonly [members: string, negated: boolean]>> = {
  w: ['\\p{L}\\p{M}\\p{Nd}\\p{Pc}', false],
  W: ['\\p{L}\\p{M}\\p{Nd}\\p{Pc}', true],
  d: ['\\p{Nd}', false],
  D: ['\\p{Nd}', true],
  s: ['\\s\\x0b\\x{85}\\p{Z}', false],
  S: ['\\s\\x0b\\x{85}\\p{Z}', true],
};

/** An escape with its braces or digits, the beginning of a set, a named class in one, or any other character. */
const TOKEN = /\\(?:[pPxuU]\{[^}]*\}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[^])|\[:\^?\w+:\]|\[\^?\]?|[^]/gu;
/** A character by its number; RE2 knows but one of the spellings. */
const NUMBERED = /^\\[xuU]\{?([\da-fA-F]+)\}?$/;
const SPELLED: Readonly<Record<string, number>> = { '\n': 10, '\\n': 10, '\r': 13, '\\r': 13 };
/** Why ripgrep refuses a character, by its number, that no match may hold. */
const ABSENT: Readonly<Record<number, string>> = {
  0: 'pattern contains "\\0" but it is impossible to match',
  10: 'the literal "\\n" is not allowed in a regex',
  13: 'the literal "\\r" is not allowed in a regex',
};
const BACK_REFERENCE = /^\\\d$/;
/** What ripgrep does not take, or takes for something that RE2 does not have. */
const REFUSED: Readonly<Record<string, string>> = {
  '\\Q': 'unrecognized escape sequence "\\Q"',
  '\\<': 'the beginning of a word is written "\\b", not "\\<"',
  '\\>': 'the end of a word is written "\\b", not "\\>"',
};
const COUNT = /^\{\d+(?:,\d*)?\}/;

/** A set that is being read. */
interface OpenSet {
  /** Whether something can be in it: it is negated, or has a member that a match may hold. */
  isPossible: boolean;
  /** Why its first member cannot be in a match, if one cannot. */
  absent?: string;
}

/**
 * A pattern in the syntax of ripgrep as RE2 reads it. Throws `ToolFailure` `PATTERN_INVALID` for what the one refuses and
 * the other would take for something else. What no engine should be given was refused before.
 */
export function toRe2(pattern: string): string {
  let set: OpenSet | undefined;
  return pattern.replace(TOKEN, (token: string, at: number) => {
    const refused = Object.hasOwn(REFUSED, token) ? REFUSED[token] : undefined;
    if (refused !== undefined) throw badPattern(refused);
    if (BACK_REFERENCE.test(token)) throw badPattern('backreferences are not supported');
    const number = numberOf(token);
    if (number !== undefined) return character(number, set);
    if (set === undefined) {
      if (token === '{' && !COUNT.test(pattern.slice(at))) throw badPattern('unclosed counted repetition');
      if (token.startsWith('[')) set = { isPossible: token.length > 1 };
      return translateClass(token, false) ?? token;
    }
    if (token !== ']') {
      set.isPossible = true;
      return translateClass(token, true) ?? token;
    }
    if (!set.isPossible && set.absent !== undefined) throw badPattern(set.absent);
    set = undefined;
    return token;
  });
}

function numberOf(token: string): number | undefined {
  const [, digits] = NUMBERED.exec(token) ?? [];
  if (digits !== undefined) return Number.parseInt(digits, 16);
  return Object.hasOwn(SPELLED, token) ? SPELLED[token] : undefined;
}

/** Beside others a set may have members that no match holds: `[^"\n]`. */
function character(number: number, set: OpenSet | undefined): string {
  const absent = Object.hasOwn(ABSENT, number) ? ABSENT[number] : undefined;
  if (absent !== undefined && set === undefined) throw badPattern(absent);
  if (set !== undefined && absent === undefined) set.isPossible = true;
  if (set !== undefined && absent !== undefined) set.absent ??= absent;
  return `\\x{${number.toString(16)}}`;
}

function translateClass(token: string, inSet: boolean): string | undefined {
  const name = token.startsWith('\\') ? token.slice(1) : '';
  const [members, negated] = (Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined) ?? [];
  if (members === undefined || (inSet && negated === true)) return undefined;
  return inSet ? members : `[${negated === true ? '^' : ''}${members}]`;
}
