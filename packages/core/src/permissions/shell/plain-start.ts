import { programName } from './read-shell-word.js';

/** A program that adds nothing to the command which it starts, as far as these options go. */
interface PlainWrapper {
  /** Options that take no word of their own, or have their value in them. */
  readonly options: RegExp;
  /** Options whose value is the next word, and what that may be. */
  readonly valued?: RegExp;
  readonly value?: RegExp;
  /** What must stand before the command. */
  readonly operand?: RegExp;
}

const TIMEOUT: PlainWrapper = {
  options: /^(?:-v|--verbose|--foreground|--preserve-status|--kill-after=[\d.]+[smhd]?|--signal=[A-Z0-9]+|-k[\d.]+[smhd]?|-s[A-Z0-9]+)$/,
  valued: /^-[ks]$/,
  value: /^(?:[\d.]+[smhd]?|[A-Z]+\d*)$/,
  operand: /^(?:\d+(?:\.\d*)?|\.\d+)[smhd]?$/,
};

/**
 * Programs that only wait, count or repeat: not those that change user, root, directory or variables, or fetch what they run. Options
 * are listed one by one, because a word that is taken for an option's value, or not, would name another command.
 */
const PLAIN_WRAPPERS: ReadonlyMap<string, PlainWrapper> = new Map<string, PlainWrapper>([
  ['timeout', TIMEOUT],
  ['gtimeout', TIMEOUT],
  ['nice', { options: /^(?:-n-?\d+|--adjustment=-?\d+)$/, valued: /^-n$/, value: /^-?\d+$/ }],
  ['nohup', { options: /^(?!)/ }],
  ['setsid', { options: /^-[cfw]$/ }],
  ['stdbuf', { options: /^-[ioe](?:0|L|\d+[KM]?)$/ }],
  [
    'xargs',
    {
      options:
        /^(?:-[0rtx]+|--null|--no-run-if-empty|--verbose|--exit|-[nPL]\d+|--max-(?:args|procs)=\d+|-d(?:\\?[a-z0\n,;:])|-I(?:\{\}|%|@))$/,
      valued: /^-(?:[nPL]|[0rtx]+[nP]|d|I)$/,
      value: /^(?:\d+|\\[nt0]|[\n,;:]|\{\}|%|@)$/,
    },
  ],
]);

/** Where the command of such a program begins, counted from the program's name; undefined for every other command. */
export function plainStart(words: readonly string[]): number | undefined {
  const [first = ''] = words;
  const wrapper = first === programName(first) ? PLAIN_WRAPPERS.get(first) : undefined;
  if (wrapper === undefined) return undefined;
  const behind = behindOptions(words, wrapper);
  if (behind === undefined) return undefined;
  const isOperandRight = wrapper.operand?.test(words[behind] ?? '') ?? true;
  const at = wrapper.operand === undefined ? behind : behind + 1;
  return isOperandRight && /^[^-\uFFFF][^\uFFFF]*$/.test(words[at] ?? '') ? at : undefined;
}

/** Where the options of a wrapper end; undefined where one is not known, or has another value. */
function behindOptions(words: readonly string[], { options, valued, value }: PlainWrapper): number | undefined {
  let at = 1;
  for (let word = words[at]; word?.startsWith('-') === true; word = words[++at]) {
    if (valued?.test(word) !== true) {
      if (!options.test(word)) return undefined;
    } else if (value?.test(words[++at] ?? '') !== true) return undefined;
  }
  return at;
}

/** Whether these words behind `find` start commands by `-exec` alone, each with its end, in the directory that `find` is run in. */
export function isPlainFind(words: readonly string[]): boolean {
  if (words.some((word) => /^-(?:execdir|ok|okdir)$/.test(word))) return false;
  for (let at = words.indexOf('-exec'); at >= 0; at = words.indexOf('-exec', at + 1)) {
    const end = words.findIndex((word, index) => index > at && (word === ';' || (word === '+' && words[index - 1] === '{}')));
    if (end < at + 2 || words.slice(at + 1, end).includes('-exec')) return false;
    at = end;
  }
  return true;
}
