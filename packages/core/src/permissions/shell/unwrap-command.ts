import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { couldBe } from './could-be.js';
import { runsTests } from './node-tests.js';
import { mayBeInput, tableName } from './program-names.js';
import { isKnown, programName } from './read-shell-word.js';
import { isLoadedVariable } from './shell-variables.js';
import { hidden, INERT, NOTHING, type Started } from './started.js';
import { unwrapShell } from './unwrap-shell.js';
import { unwrapWrapper } from './unwrap-wrapper.js';
import { EVALUATORS } from './evaluators.js';
import { CONSOLES, type Interpreter, INTERPRETERS, SHELLS } from './interpreters.js';
import { PLAIN, RUNNERS } from './known-programs.js';
import type { Wrapper } from './wrapper.js';
import { WRAPPERS } from './wrappers.js';
import { WRAPPING_SUBCOMMANDS } from './wrapping-subcommands.js';

/** The loader of programs, which runs the one that it is given. */
const LOADER = /^ld(?:-linux[\w.-]*)?\.so(?:\.\d+)?$/;

const LOADER_OPTIONS: Wrapper = {
  longValues: 'library-path preload argv0 audit inhibit-rpath glibc-hwcaps-prepend glibc-hwcaps-mask',
  longFlags: 'list verify inhibit-cache list-tunables list-diagnostics help version',
};

/** What these words start when they are run, as far as they tell: one level, so that the caller can go on with each. */
export function unwrapCommand(words: readonly string[]): Started {
  const [first = '', ...rest] = words;
  if (!isKnown(first)) return hidden('the name of a program is not on the line');
  // What follows "time -f": bash then takes the program of that name, whose options are read as a command here.
  if (first.startsWith('-')) return hidden('the name of a program begins with a dash');
  const own = programName(first);
  const name = tableName(first);
  if (name === 'eval') return evaluated(rest);
  if (name === 'trap') return trapped(rest);
  if (RUNNERS.has(name)) return hidden(`${name} runs what it reads`);
  const evaluates = EVALUATORS.get(own);
  if (evaluates !== undefined) return evaluator(own, rest, evaluates);
  if (SHELLS.has(name)) return unwrapShell(name, rest);
  if (name === 'find') return found(rest);
  const wrapper = WRAPPERS.get(name);
  if (wrapper !== undefined) return unwrapWrapper(name, rest, wrapper);
  // Most commands, and none of the programs below.
  if (PLAIN.has(own)) return NOTHING;
  if (LOADER.test(own)) return unwrapWrapper(own, rest, LOADER_OPTIONS);
  return instructed(name, rest);
}

/** Programs that are told what to do by statements, by code, or by a subcommand. */
function instructed(name: string, rest: readonly string[]): Started {
  const answers = CONSOLES.get(name);
  if (answers !== undefined) return answers(rest) ? NOTHING : { ...NOTHING, readsCode: true };
  const interpreter = INTERPRETERS.get(name);
  return subcommand(name, rest) ?? (interpreter === undefined ? NOTHING : interpreted(name, rest, interpreter));
}

/** `npm exec x`: a subcommand that runs what follows it. Before it there may be options, with or without a value. */
function subcommand(name: string, words: readonly string[]): Started | undefined {
  const wrapping = WRAPPING.get(name);
  if (wrapping === undefined) return undefined;
  for (const [at, word] of words.entries()) {
    if (!isKnown(word) && (word.startsWith('-') || couldBe(word, wrapping))) return hidden(`it cannot be told what ${name} runs`);
    const wrapper = WRAPPING_SUBCOMMANDS.get(`${name} ${word}`);
    if (wrapper !== undefined) return shifted(unwrapWrapper(`${name} ${word}`, words.slice(at + 1), wrapper), at + 1);
    if (!word.startsWith('-') && words[at - 1]?.startsWith('-') !== true) return undefined;
  }
  return undefined;
}

/** The same, behind this many more words. */
function shifted(started: Started, by: number): Started {
  return started === INERT
    ? INERT
    : { ...started, starts: started.starts?.map((start) => (start === undefined ? undefined : start + by)) ?? [] };
}

/** Wrapping subcommands by their programs. */
const WRAPPING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...WRAPPING_SUBCOMMANDS.keys()].map((key) => {
    const [program = ''] = key.split(' ', 1);
    const own = [...WRAPPING_SUBCOMMANDS.keys()].filter((other) => other.startsWith(`${program} `));
    return [program, new Set(own.map((other) => other.slice(program.length + 1)))];
  }),
);

function evaluated(words: readonly string[]): Started {
  if (!words.every(isKnown)) return hidden('eval runs text that is not on the line');
  const line = (words[0] === '--' ? words.slice(1) : words).join(' ');
  return { ...NOTHING, lines: [line], code: [line] };
}

function trapped(words: readonly string[]): Started {
  const [action = ''] = words.filter((word) => word !== '--');
  if (!isKnown(action)) return hidden('trap runs text that is not on the line');
  return action.startsWith('-') ? NOTHING : { ...NOTHING, lines: [action], code: [action] };
}

function evaluator(name: string, words: readonly string[], risky: RegExp): Started {
  const sets = ['export', 'readonly', 'declare', 'typeset', 'local'].includes(name);
  const isOdd = (word: string): boolean => {
    if (isKnown(word) && risky.test(word)) return true;
    const variable = word.split('=', 1)[0] ?? '';
    if (isLoadedVariable(variable) && !PLAIN_EVALUATORS.has(name)) return true;
    if (isKnown(word)) return false;
    if (sets) return !isKnown(variable);
    return PLAIN_EVALUATORS.get(name)?.(word, words) ?? true;
  };
  // A list whose text only the shell knows is expanded once more, too.
  const lists = sets && words.some((word) => /^-[a-zA-Z]*[aA]/.test(word)) && words.some((word) => /=\uFFFF/.test(word));
  const odd = words.some(isOdd) || lists || (words.length === 0 && risky.test(''));
  return odd ? hidden(`${name} can change what the line runs`) : NOTHING;
}

/** Whether a word that only the shell knows may be `-v` or `-R`, and stands where that asks for a variable. */
function mayAskForVariable(word: string, words: readonly string[]): boolean {
  if (!couldBe(word, /^-[vR]$/)) return false;
  const tested = words.at(-1) === ']' ? words.slice(0, -1) : words;
  const isOperator = (other: string | undefined): boolean => other !== undefined && /^(?:-\w+|[!=<>]=?|==)$/.test(other);
  return tested.some((other, at) => {
    const next = tested[at + 1];
    return other === word && next !== undefined && !isOperator(tested[at - 1]) && !isOperator(next);
  });
}

/**
 * Evaluators that look at text in many ways, but evaluate it by their own options only: whether a word that the shell alone knows may
 * be such an option.
 */
const PLAIN_EVALUATORS: ReadonlyMap<string, (word: string, words: readonly string[]) => boolean> = new Map([
  ['printf', (word, words) => word === words[0] && words.length > 1 && couldBe(word, /^-v/)],
  ['test', mayAskForVariable],
  ['[', mayAskForVariable],
  [
    'set',
    (word, words) =>
      (words.indexOf('--') < 0 || words.indexOf(word) < words.indexOf('--')) && couldBe(word, /^[-+][a-zA-Z]*k|^(?:keyword|posix)$/),
  ],
  ['wait', (word) => couldBe(word, /\[|^-[a-z]*p/)],
]);

const EXECUTING = /^-(?:exec|execdir|ok|okdir)$/;

function found(words: readonly string[]): Started {
  const commands: string[][] = [];
  const starts: number[] = [];
  words.forEach((word, index) => {
    if (!EXECUTING.test(word)) return;
    const rest = words.slice(index + 1);
    const end = rest.findIndex((candidate, at) => candidate === ';' || (candidate === '+' && rest[at - 1] === '{}'));
    starts.push(index + 2);
    commands.push((end < 0 ? rest : rest.slice(0, end)).map((part) => part.replaceAll('{}', UNKNOWN_TEXT)));
  });
  if (words.some((word) => !isKnown(word) && couldBe(word, EXECUTING))) return hidden('find may be told to run something');
  return commands.length === 0 ? NOTHING : { ...NOTHING, commands, starts };
}

function interpreted(name: string, words: readonly string[], { code, listens }: Interpreter): Started {
  const inline = words.filter((word, index) => code.test(word) || code.test(words[index - 1] ?? ''));
  if (words.some((word) => !isKnown(word) && word !== UNKNOWN_TEXT && couldBe(word, code))) return hidden(`${name} may be given code`);
  if (inline.length > 0) return { ...hidden(`${name} is given code`), code: inline };
  if (listens) return hidden(`${name} runs what its input says`);
  if (name === 'node' && runsTests(words)) return NOTHING;
  // A dash alone is the input, whatever follows it.
  const operand = words.find((word) => word === '-' || !word.startsWith('-'));
  if (operand === undefined || operand === '-') return /^-{1,2}(?:v|V|h)/.test(words[0] ?? '') ? NOTHING : { ...NOTHING, readsCode: true };
  return !isKnown(operand) || mayBeInput(operand) ? hidden(`${name} runs what is not on the line`) : NOTHING;
}
