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
/** Characters that no match may hold. */
const LINE_ENDS: Readonly<Record<number, string>> = { 10: '\\n', 13: '\\r' };
/** What ripgrep does not take, or takes for something that RE2 does not have. */
const REFUSED: Readonly<Record<string, string>> = {
  '\n': 'the literal "\\n" is not allowed in a regex',
  '\\n': 'the literal "\\n" is not allowed in a regex',
  '\r': 'the literal "\\r" is not allowed in a regex',
  '\\r': 'the literal "\\r" is not allowed in a regex',
  '\\Q': 'unrecognized escape sequence "\\Q"',
  '\\<': 'the beginning of a word is written "\\b", not "\\<"',
  '\\>': 'the end of a word is written "\\b", not "\\>"',
};
const COUNT = /^\{\d+(?:,\d*)?\}/;

/**
 * A pattern in the syntax of ripgrep as RE2 reads it. Throws `ToolFailure` `PATTERN_INVALID` for what the one refuses and
 * the other would take for something else. What no engine should be given was refused before.
 */
export function toRe2(pattern: string): string {
  let inSet = false;
  return pattern.replace(TOKEN, (token: string, at: number) => {
    const refused = Object.hasOwn(REFUSED, token) ? REFUSED[token] : undefined;
    if (refused !== undefined) throw badPattern(refused);
    const [, number] = NUMBERED.exec(token) ?? [];
    if (number !== undefined) {
      const end = LINE_ENDS[Number.parseInt(number, 16)];
      if (end !== undefined) throw badPattern(`the literal "${end}" is not allowed in a regex`);
      return `\\x{${number}}`;
    }
    if (token.startsWith('\\')) return translateClass(token.slice(1), inSet) ?? token;
    if (inSet) {
      inSet = token !== ']';
      return token;
    }
    if (token === '{' && !COUNT.test(pattern.slice(at))) throw badPattern('unclosed counted repetition');
    inSet = token.startsWith('[');
    return token;
  });
}

function translateClass(name: string, inSet: boolean): string | undefined {
  const [members, negated] = (Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined) ?? [];
  if (members === undefined || (inSet && negated === true)) return undefined;
  return inSet ? members : `[${negated === true ? '^' : ''}${members}]`;
}
