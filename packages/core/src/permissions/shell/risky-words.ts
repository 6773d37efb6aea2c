import { isKnown, programName } from './read-shell-word.js';
import { findOperands } from './find-operands.js';
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
  readonly short: RegExp | undefined;
  readonly long: readonly string[];
  readonly words: RegExp | undefined;
  readonly runs: boolean;
  readonly reads: boolean;
}

const COMPILED: ReadonlyMap<string, readonly CompiledOptions[]> = new Map(
  Object.entries(RISKY_OPTIONS).map(([name, options]) => [
    name,
    options.map(({ short, long, words, runs, reads = false }) => ({
      short: short === undefined ? undefined : new RegExp(`^-(?!-).*[${short}]`, 's'),
      long: long?.split(' ') ?? [],
      words,
      runs,
      reads,
    })),
  ]),
);
/** Programs with entries of their subcommands. */
const WITH_SUBCOMMANDS: ReadonlySet<string> = new Set(
  [...COMPILED.keys()].flatMap((key) => (key.includes(' ') ? [key.split(' ', 1)[0] ?? ''] : [])),
);

/** Looks at the words of a command, its name first. */
export function findRiskyWords(words: readonly string[]): RiskyWords {
  const name = generalName(programName(words[0] ?? ''));
  const rest = words.slice(1);
  const options = optionsOf(name, rest);
  const named: string[] = [];
  let runs = false;
  for (const word of rest) {
    const found = options.find((candidate) => isRisky(word, candidate));
    if (found === undefined) continue;
    named.push(optionOf(word, found));
    runs ||= found.runs;
  }
  const acting = [...actingScripts(name, rest), ...oddSubcommand(name, rest)];
  const valued = SECOND_OPERAND_WRITES.get(name);
  if (valued !== undefined) named.push(...findOperands(rest, valued).slice(1));
  const isScripted = name === 'sed' || name === 'awk';
  // A word that begins with known text other than a dash is no option, whatever follows.
  const mayHide = options.some(({ reads }) => !reads) && rest.some((word) => !isKnown(word) && (isScripted || /^[-\uFFFF]/.test(word)));
  const unknown = mayHide || (valued !== undefined && !rest.every(isKnown));
  return { named: [...named, ...acting], runs: runs || acting.length > 0, unknown };
}

/** Programs that write their second operand, and the letters of their options that take a value. */
const SECOND_OPERAND_WRITES: ReadonlyMap<string, string> = new Map([
  ['uniq', 'fsw'],
  ['xxd', 'cglnosR'],
]);

function generalName(name: string): string {
  if (name === 'gsed') return 'sed';
  return /^(?:gawk|mawk|nawk|original-awk)$/.test(name) ? 'awk' : name;
}

function optionsOf(name: string, rest: readonly string[]): readonly CompiledOptions[] {
  const own = COMPILED.get(name) ?? [];
  if (!WITH_SUBCOMMANDS.has(name)) return own;
  const sub = rest.flatMap((word) => COMPILED.get(`${name} ${word}`) ?? []);
  return sub.length === 0 ? own : [...own, ...sub];
}

function isRisky(word: string, { short, long, words }: CompiledOptions): boolean {
  if (words?.test(word)) return true;
  if (word.startsWith('--')) {
    const option = word.slice(2).split('=', 1)[0] ?? '';
    return option !== '' && long.some((name) => name.startsWith(option));
  }
  return short?.test(word) === true;
}

/** The part of a word that a pattern must name: an option without its value, for a short one the whole cluster. */
function optionOf(word: string, { words }: CompiledOptions): string {
  if (words?.test(word)) return word;
  return word.startsWith('--') ? (word.split('=', 1)[0] ?? word) : word;
}

/** What of the words is a script that may write or execute. Any word of an awk command is taken for one. */
function actingScripts(name: string, rest: readonly string[]): readonly string[] {
  if (name === 'awk') return rest.filter((word) => /system|[|>@]|getline|close/.test(word));
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
