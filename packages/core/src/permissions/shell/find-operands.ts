/**
 * The words of a command that are no options and no values of options. `values` are the letters of short options that take
 * a value, `longValues` the long ones, without dashes. A lone `-` is an operand, and so is all behind `--`.
 */
export function findOperands(words: readonly string[], values: string, longValues: readonly string[] = []): readonly string[] {
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return [...operands, ...words.slice(at + 1)];
    if (!/^-./s.test(word)) operands.push(word);
    else if (takesNext(word, values, longValues)) at++;
  }
  return operands;
}

/** Whether the value of the option is the word after it. */
function takesNext(word: string, values: string, longValues: readonly string[]): boolean {
  if (word.startsWith('--')) return !word.includes('=') && longValues.some((name) => name.startsWith(word.slice(2)));
  const letter = Array.from(word.slice(1)).findIndex((candidate) => values.includes(candidate));
  return letter >= 0 && letter === word.length - 2;
}
