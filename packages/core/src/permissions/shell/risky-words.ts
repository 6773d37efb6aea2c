import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { couldBe, isListedOption, type OptionTable, optionTable } from './could-be.js';
import { tableName } from './program-names.js';
import { isKnown } from './read-shell-word.js';
import { awkActs } from './awk-acts.js';
import { findOperands } from './find-operands.js';
import { isHarmless } from './harmless-options.js';
import { RISKY_OPTIONS } from './risky-options.js';
import { sedActs } from './sed-acts.js';
import { oddSubcommand } from './subcommands.js';

/** What of a command's words may write or execute. */
export interface RiskyWords {
  /** Texts that a pattern must spell out. */
  readonly named: readonly string[];
  /** One of them runs something that its words do not show as a command of the line. */
  readonly runs: boolean;
  /** A word that only the shell knows may be such an option. */
  readonly unknown: boolean;
}

/** Options of the table, made ready: looking at them word by word took twice as long as parsing the line. */
interface CompiledOptions {
  readonly options: OptionTable;
  readonly words: RegExp | undefined;
  readonly first: RegExp | undefined;
  readonly runs: boolean;
  readonly reads: boolean;
}

const COMPILED: ReadonlyMap<string, readonly CompiledOptions[]> = new Map(
  Object.entries(RISKY_OPTIONS).map(([name, options]) => [
    name,
    options.map(({ short, long, oneDash, words, first, runs, reads = false }) => ({
      options: optionTable(short, long?.split(' '), oneDash),
      words,
      first,
      runs,
      reads,
    })),
  ]),
);
/** Entries of subcommands, by their programs. */
const OF_SUBCOMMANDS: ReadonlyMap<string, readonly (readonly [string, readonly CompiledOptions[]])[]> = new Map(
  [...COMPILED.keys()].flatMap((key) => {
    const [program = '', subcommand] = key.split(' ');
    if (subcommand === undefined) return [];
    const entries = [...COMPILED].flatMap(([name, options]) =>
      name.startsWith(`${program} `) ? [[name.slice(program.length + 1), options] as const] : [],
    );
    return [[program, entries] as const];
  }),
);

/** Looks at the words of a command, its name first. */
export function findRiskyWords(words: readonly string[]): RiskyWords {
  const name = tableName(words[0] ?? '');
  const rest = words.slice(1);
  const { named, runs, mayHide } = lookUp(name, rest);
  const odd = oddSubcommand(name, rest);
  const acting = [...actingScripts(name, rest), ...odd.named];
  const valued = SECOND_OPERAND_WRITES.get(name);
  if (valued !== undefined) named.push(...secondOperands(rest, valued));
  const unknown = mayHide || odd.unknown || (valued !== undefined && !rest.every(isKnown));
  return { named: [...named, ...acting], runs: runs || acting.length > 0, unknown };
}

interface RiskyOptionsFound {
  readonly named: string[];
  readonly runs: boolean;
  readonly mayHide: boolean;
}

function lookUp(name: string, rest: readonly string[]): RiskyOptionsFound {
  const options = optionsOf(name, rest);
  const named: string[] = [];
  let runs = false;
  let mayHide = false;
  for (let at = 0; options.length > 0 && at < rest.length; at++) {
    const word = rest[at] ?? '';
    const unknown = word.indexOf(UNKNOWN_TEXT);
    if (unknown >= 0) {
      const isScripted = name === 'sed' || name === 'awk';
      mayHide ||= isScripted || options.some((candidate) => !candidate.reads && mayBeRisky(word, candidate, at));
    }
    // Of `--files0-from=$X` what stands before the unknown part is enough to tell.
    const known = unknown < 0 ? word : word.slice(0, unknown);
    const found = options.find((candidate) => isRisky(known, candidate, at) && !isHarmless(name, rest, at));
    if (found === undefined) continue;
    named.push(optionOf(word, found));
    runs ||= found.runs;
  }
  return { named, runs, mayHide };
}

/** Programs that write their second operand, and which of their options take the next word. */
const SECOND_OPERAND_WRITES: ReadonlyMap<string, RegExp> = new Map([
  ['uniq', /^(?:-[cdDiuz]*[fsw]|--(?:skip-f|skip-c|check-c)[a-z]*)$/],
  ['xxd', /^-(?:c|g|l|n|o|s|R|cols|group|groupsize|len|name|offset|seek|skip)$/],
]);

function secondOperands(words: readonly string[], takesNext: RegExp): readonly string[] {
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return [...operands, ...words.slice(at + 1)].slice(1);
    if (!/^-./s.test(word)) operands.push(word);
    else if (takesNext.test(word)) at++;
  }
  return operands.slice(1);
}

function optionsOf(name: string, rest: readonly string[]): readonly CompiledOptions[] {
  const own = COMPILED.get(name) ?? [];
  const entries = OF_SUBCOMMANDS.get(name);
  if (entries === undefined) return own;
  const sub = entries.flatMap(([subcommand, options]) => (rest.some((word) => couldBe(word, subcommand)) ? options : []));
  return sub.length === 0 ? own : [...own, ...sub];
}

function mayBeRisky(word: string, { options, words, first }: CompiledOptions, at: number): boolean {
  return (
    (at === 0 && first !== undefined && couldBe(word, first)) || (words !== undefined && couldBe(word, words)) || couldBe(word, options)
  );
}

/** The same of a word that is known, without looking for unknown parts once for each table. */
function isRisky(word: string, { options, words, first }: CompiledOptions, at: number): boolean {
  return (at === 0 && first?.test(word) === true) || words?.test(word) === true || isListedOption(word, options);
}

/** The part of a word that a pattern must name: an option without its value, for a short one the whole cluster. */
function optionOf(word: string, { words, options }: CompiledOptions): string {
  if (words?.test(word)) return word;
  return word.startsWith('--') || (options.oneDash && word.length > 2) ? (word.split('=', 1)[0] ?? word) : word;
}

/** What of the words is a script that may write or execute. Any word of an awk command is taken for one. */
function actingScripts(name: string, rest: readonly string[]): readonly string[] {
  if (name === 'awk') return rest.filter((word) => /system|[|>@]|getline|close/.test(word) && !/^(?:-F)?\|$/.test(word) && awkActs(word));
  if (name !== 'sed') return [];
  const given = rest.flatMap((word, index) => expressionOf(word, rest[index + 1]));
  const scripts = given.length > 0 ? given : findOperands(rest, 'l', ['line-length']).slice(0, 1);
  return scripts.filter((script) => sedActs(script));
}

function expressionOf(word: string, next: string | undefined): readonly string[] {
  if (word.startsWith('--')) {
    if (!'--expression'.startsWith(word.split('=', 1)[0] ?? '') || word === '--') return [];
    return word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : [next ?? ''];
  }
  const letter = /^-[^-]/.test(word) ? word.indexOf('e') : -1;
  if (letter < 0) return [];
  return letter === word.length - 1 ? [next ?? ''] : [word.slice(letter + 1)];
}
