import { isKnown } from './read-shell-word.js';
import { hidden, NOTHING, type Started } from './started.js';

/** What the words before the first operand of a shell say. */
interface ShellOptions {
  readonly takesLine: boolean;
  readonly readsInput: boolean;
  /** Where the operands begin; undefined when that cannot be told, or when a file of settings is run first. */
  readonly operands: number | undefined;
}

/** What a shell is given to run: a line (`-c`), a script, or its input. */
export function unwrapShell(name: string, words: readonly string[]): Started {
  const { takesLine, readsInput, operands } = readOptions(words);
  if (operands === undefined) return hidden(`${name} runs what is not on the line`);
  const operand = words[operands];
  if (takesLine) {
    if (operand === undefined) return NOTHING;
    return isKnown(operand) ? { ...NOTHING, lines: [operand], code: [operand] } : hidden(`${name} runs text that is not on the line`);
  }
  if (operand === undefined || readsInput) return { ...NOTHING, readsCode: true };
  return { ...hidden(`${name} runs a script that is not on the line`), code: [operand] };
}

function readOptions(words: readonly string[]): ShellOptions {
  let takesLine = false;
  let readsInput = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--' || word === '-') return { takesLine, readsInput, operands: at + 1 };
    if (!isKnown(word) || /^--(?:rcfile|init-file|init-command|rc)/.test(word)) return { takesLine, readsInput, operands: undefined };
    if (!/^[-+]/.test(word)) return { takesLine, readsInput, operands: at };
    if (word.startsWith('--')) continue;
    takesLine ||= /c/i.test(word);
    readsInput ||= word.includes('s');
    if (/[oO]$/.test(word)) at++;
  }
  return { takesLine, readsInput, operands: words.length };
}
