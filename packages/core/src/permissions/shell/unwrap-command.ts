import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { isKnown, programName } from './read-shell-word.js';
import { isLoadedVariable } from './shell-variables.js';
import { hidden, NOTHING, type Started } from './started.js';
import { unwrapShell } from './unwrap-shell.js';
import { unwrapWrapper } from './unwrap-wrapper.js';
import {
  CONSOLES,
  EVALUATORS,
  type Interpreter,
  INTERPRETERS,
  PLAIN,
  RUNNERS,
  SHELLS,
  WRAPPERS,
  WRAPPING_SUBCOMMANDS,
} from './wrappers.js';

/** The loader of programs, which runs the one that it is given. */
const LOADER = /^ld(?:-linux[\w.-]*)?\.so(?:\.\d+)?$/;

/** What these words start when they are run, as far as they tell: one level, so that the caller can go on with each. */
export function unwrapCommand(words: readonly string[]): Started {
  const [first = '', ...rest] = words;
  if (!isKnown(first)) return hidden('the name of a program is not on the line');
  const name = programName(first);
  if (name === 'eval') return evaluated(rest);
  if (name === 'trap') return trapped(rest);
  if (RUNNERS.has(name)) return hidden(`${name} runs what it reads`);
  const evaluates = EVALUATORS.get(name);
  if (evaluates !== undefined) return evaluator(name, rest, evaluates);
  if (SHELLS.has(name)) return unwrapShell(name, rest);
  if (name === 'find') return found(rest);
  const wrapper = WRAPPERS.get(name);
  if (wrapper !== undefined) return unwrapWrapper(name, rest, wrapper);
  // Most commands, and none of the programs below.
  if (PLAIN.has(name)) return NOTHING;
  if (LOADER.test(name)) return unwrapWrapper(name, rest, { longValues: ['library-path', 'preload', 'argv0', 'audit'] });
  return instructed(name, rest);
}

/** Programs that are told what to do by statements, by code, or by a subcommand. */
function instructed(name: string, rest: readonly string[]): Started {
  const answers = CONSOLES.get(name);
  if (answers !== undefined) return answers(rest) ? NOTHING : { ...NOTHING, readsCode: true };
  const interpreter = INTERPRETERS.find((candidate) => candidate.name.test(name));
  return subcommand(name, rest) ?? (interpreter === undefined ? NOTHING : interpreted(name, rest, interpreter));
}

/** `npm exec x`: a subcommand that runs what follows it. Before it there may be options, with or without a value. */
function subcommand(name: string, words: readonly string[]): Started | undefined {
  for (let at = 0; at < words.length && at < 8; at++) {
    const wrapper = WRAPPING_SUBCOMMANDS.get(`${name} ${words[at] ?? ''}`);
    if (wrapper !== undefined) return unwrapWrapper(`${name} ${words[at] ?? ''}`, words.slice(at + 1), wrapper);
    if (!/^-/.test(words[at] ?? '') && !/^-/.test(words[at - 1] ?? '')) return undefined;
  }
  return undefined;
}

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
    if (risky.test(word)) return true;
    const variable = word.split('=', 1)[0] ?? '';
    if (isLoadedVariable(variable) && !PLAIN_EVALUATORS.has(name)) return true;
    return sets ? !isKnown(variable) : !isKnown(word) && !PLAIN_EVALUATORS.has(name);
  };
  // A list whose text only the shell knows is expanded once more, too.
  const lists = sets && words.some((word) => /^-[a-zA-Z]*[aA]/.test(word)) && words.some((word) => /=\uFFFF/.test(word));
  const isTest = (name === 'test' || name === '[') && mayAskForVariable(words);
  const setsUnknown = name === 'printf' && words.length > 1 && words[0]?.startsWith(UNKNOWN_TEXT) === true;
  const odd = words.some(isOdd) || lists || isTest || setsUnknown || (words.length === 0 && risky.test(''));
  return odd ? hidden(`${name} can change what the line runs`) : NOTHING;
}

/** Whether a word that only the shell knows stands where `-v` may stand. */
function mayAskForVariable(words: readonly string[]): boolean {
  const tested = words.at(-1) === ']' ? words.slice(0, -1) : words;
  const isOperator = (word: string | undefined): boolean => word !== undefined && /^(?:-\w+|[!=<>]=?|==)$/.test(word);
  return tested.some((word, at) => {
    const next = tested[at + 1];
    return word.startsWith(UNKNOWN_TEXT) && next !== undefined && !isOperator(tested[at - 1]) && !isOperator(next);
  });
}

/** They look at text in many ways, but only by their own options do they evaluate it. */
const PLAIN_EVALUATORS = new Set(['printf', 'test', '[', 'set', 'wait']);

function found(words: readonly string[]): Started {
  const commands: string[][] = [];
  words.forEach((word, index) => {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(word)) return;
    const rest = words.slice(index + 1);
    const end = rest.findIndex((candidate, at) => candidate === ';' || (candidate === '+' && rest[at - 1] === '{}'));
    commands.push((end < 0 ? rest : rest.slice(0, end)).map((part) => part.replaceAll('{}', UNKNOWN_TEXT)));
  });
  if (words.some((word) => /^[-\uFFFF]/.test(word) && !isKnown(word))) return hidden('find may be told to run something');
  return commands.length === 0 ? NOTHING : { ...NOTHING, commands };
}

function interpreted(name: string, words: readonly string[], { code, listens }: Interpreter): Started {
  const inline = words.filter((word, index) => code.test(word) || code.test(words[index - 1] ?? ''));
  if (inline.length > 0) return { ...hidden(`${name} is given code`), code: inline };
  if (listens) return hidden(`${name} runs what its input says`);
  const operand = words.find((word) => !word.startsWith('-'));
  if (operand === undefined || operand === '-') return /^-{1,2}(?:v|V|h)/.test(words[0] ?? '') ? NOTHING : { ...NOTHING, readsCode: true };
  return /\uFFFF|^\/(?:dev|proc)\//.test(operand) ? hidden(`${name} runs what is not on the line`) : NOTHING;
}
