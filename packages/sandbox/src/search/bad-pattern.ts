import { ToolFailure } from '@tackroom/core';

const MAX_PATTERN_CHARS = 4_000;

/** Refuses what no engine should be given. Throws `ToolFailure` `PATTERN_INVALID`. */
export function checkLinePattern(pattern: string): void {
  if (pattern.length > MAX_PATTERN_CHARS) throw badPattern(`it is longer than ${MAX_PATTERN_CHARS} characters`);
  if (pattern.includes('\0')) throw badPattern('it holds a NUL character');
}

/** What is said of a regular expression that cannot be searched for. */
export function badPattern(why: string): ToolFailure {
  const message = `The pattern is not a regular expression that can be searched for: ${why}. Look-around and back-references are not supported; a match lies within one line.`;
  return new ToolFailure(message, { code: 'PATTERN_INVALID' });
}
