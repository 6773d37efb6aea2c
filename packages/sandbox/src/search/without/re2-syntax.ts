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

/** An escape, the beginning of a set, a named class in one, or any other character. */
const TOKEN = /\\[^]|\[:\^?\w+:\]|\[\^?\]?|[^]/gu;
const COUNT = /^\{\d+(?:,\d*)?\}/;

/**
 * A pattern in the syntax of ripgrep as RE2 reads it. Throws `ToolFailure` `PATTERN_INVALID` for what the one refuses and
 * the other would take for something else.
 */
export function toRe2(pattern: string): string {
  let inSet = false;
  return pattern.replace(TOKEN, (token: string, at: number) => {
    if (token === '\n' || token === '\\n') throw badPattern('the literal "\\n" is not allowed in a regex');
    if (token.startsWith('\\')) return translateClass(token.slice(1), inSet) ?? token;
    if (inSet) {
      // A bracket in a set opens nothing, and what comes after it may close the set.
      inSet = !token.endsWith(']') || token.startsWith('[:');
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
