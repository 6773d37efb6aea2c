import { ToolFailure } from '@tackroom/core';

const MAX_PATTERN_CHARS = 4_000;

/** Refuses what no engine should be given. Throws `ToolFailure` `PATTERN_INVALID`. */
export function checkLinePattern(pattern: string): void {
  if (pattern.length > MAX_PATTERN_CHARS) throw badPattern(`it is longer than ${MAX_PATTERN_CHARS} characters`);
  if (!pattern.isWellFormed()) throw badPattern('it holds half a surrogate pair');
  if (pattern.includes('\0')) throw badPattern('it holds a NUL character');
  if (FREE_SPACING.test(pattern)) throw badPattern('the flag x is not supported; leave it out, and white space and comments with it');
  if (ONE_LINE.test(pattern)) throw badPattern('the flag m cannot be switched off: each line is searched by itself');
  checkTokens(pattern);
}

/** The flag that makes white space mean nothing, switched on or off. */
const FREE_SPACING = /(?<!\\)(?:\\\\)*\(\?[a-z-]*x[a-z-]*[:)]/i;
/** The flag without which `^` and `$` would be the ends of the file. */
const ONE_LINE = /(?<!\\)(?:\\\\)*\(\?[a-z]*-[a-z]*m[a-z]*[:)]/i;
/** An escape, a named class in a set, the beginning of a set, an operator of sets, or any other character. */
const TOKEN = /\\[^]|\[:\^?\w+:\]|\[\^?\]?|&&|--|~~|[^]/gu;
const SET_OPERATORS: readonly string[] = ['&&', '--', '~~'];
/** Of these ripgrep makes one thing in one file and another in the next. */
const ENDS: Readonly<Record<string, string>> = {
  '\\A': 'the beginning of a line is written "^", not "\\A"',
  '\\z': 'the end of a line is written "$", not "\\z"',
};

/** Sets that are made of sets are not in the syntax of every engine, and the ends of a file are in no line. */
function checkTokens(pattern: string): void {
  let inSet = false;
  for (const [token] of pattern.matchAll(TOKEN)) {
    const end = Object.hasOwn(ENDS, token) ? ENDS[token] : undefined;
    if (end !== undefined) throw badPattern(end);
    if (token.startsWith('\\') || token.startsWith('[:')) continue;
    if (!inSet) inSet = token.startsWith('[');
    else if (SET_OPERATORS.includes(token)) throw badPattern(`sets cannot be combined with "${token}"; escape what is meant as it is`);
    else if (token.startsWith('[')) throw badPattern('a set cannot hold a set; write "\\[" for a bracket');
    else inSet = token !== ']';
  }
}

/** What is said of a regular expression that cannot be searched for. */
export function badPattern(why: string): ToolFailure {
  const message = `The pattern is not a regular expression that can be searched for: ${why}. Look-around and back-references are not supported; a match lies within one line.`;
  return new ToolFailure(message, { code: 'PATTERN_INVALID' });
}
