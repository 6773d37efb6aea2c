const ADDRESS = String.raw`(?:\d+|\$|\/(?:\\.|[^\\/\n[])*\/[IM]*)`;
const START = new RegExp(String.raw`[\s;{}]*(?:${ADDRESS}(?:\s*[,~]\s*[+~]?${ADDRESS})?)?[\s!{]*`, 'y');
const PART = String.raw`(?:\\.|\[\^?(?:(?!\1)[^\]\\\n])+\]|(?!\1)[^\\[\n])*`;
/** Commands that change the text at hand only; a substitution without the flags `w` and `e`. */
const HARMLESS = new RegExp(String.raw`(?:s([/|#,:@%])${PART}\1${PART}\1[gpiImM\d]*|y/[a-zA-Z]*/[a-zA-Z]*/|[pPdDnNgGhHxl=}]|[qQ]\d*)`, 'y');
const END = /\s*(?:[;}\n]|$)/y;

/**
 * Whether a sed script may write, read other files, or execute: every script that is not a list of substitutions and
 * commands on the text at hand. Reads it from the front, because what looks like a substitution may be part of an address.
 */
export function sedActs(script: string): boolean {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(script);
    if (found !== null) at += found[0].length;
    return found !== null;
  };
  while (at < script.length) {
    take(START);
    if (at === script.length) return false;
    if (!take(HARMLESS) || !take(END)) return true;
  }
  return false;
}
