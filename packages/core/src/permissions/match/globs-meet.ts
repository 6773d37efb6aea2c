import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';

/** Steps after which two globs are taken to meet. */
const MAX_STEPS = 1_000_000;

/** One character, any one character, or any run of them. */
type Token = string | typeof ANY | typeof RUN;
const ANY = Symbol('any');
const RUN = Symbol('run');

/**
 * Compiles the question whether a text of which parts are unknown may match a glob: whether there is anything that the unknown
 * parts could be so that it does. A set of the glob counts as any character, so it may say yes too often, and never no too often.
 */
export function compileMayMatch(pattern: string): (text: string) => boolean {
  const tokens = patternTokens(pattern);
  const [start = ''] = /^[^*?[]*/u.exec(pattern) ?? [];
  return (text) => {
    // Most texts begin otherwise, and to see that takes a tenth of the time.
    const unknown = text.indexOf(UNKNOWN_TEXT);
    const known = Math.min(start.length, unknown < 0 ? text.length : unknown);
    return text.startsWith(start.slice(0, known)) && mayMatch(tokens, text);
  };
}

function mayMatch(left: readonly Token[], text: string): boolean {
  const right = Array.from(text, (char): Token => (char === UNKNOWN_TEXT ? RUN : char));
  let from = 0;
  while (from < left.length && from < right.length && left[from] !== RUN && right[from] !== RUN) {
    if (!isOneFor(left[from], right[from])) return false;
    from++;
  }
  if ((left.length - from) * (right.length - from) > MAX_STEPS) return true;
  return meet(left.slice(from), right.slice(from));
}

/** One row per token of `left`: whether what is before it can meet what is before each place in `right`. */
function meet(left: readonly Token[], right: readonly Token[]): boolean {
  let row: boolean[] = [true];
  right.forEach((token, at) => row.push(row[at] === true && token === RUN));
  for (const token of left) {
    const next: boolean[] = [row[0] === true && token === RUN];
    right.forEach((other, at) => {
      const either = row[at + 1] === true || next[at] === true;
      if (token === RUN || other === RUN) next.push(either || row[at] === true);
      else next.push(row[at] === true && isOneFor(token, other));
    });
    row = next;
  }
  return row.at(-1) === true;
}

function isOneFor(left: Token | undefined, right: Token | undefined): boolean {
  return left === ANY || left === right;
}

function patternTokens(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const part of pattern.match(/\[[!^]?[^][^\]]*\]|[^]/gu) ?? []) {
    if (part === '*') tokens.push(RUN);
    else if (part === '?') tokens.push(ANY);
    else if (part.length > 1 && part.startsWith('[')) tokens.push(/^\[[^!^]\]$/u.test(part) ? part.slice(1, -1) : ANY);
    else tokens.push(part);
  }
  return tokens;
}
