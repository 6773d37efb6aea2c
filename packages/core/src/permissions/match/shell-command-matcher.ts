import type { CallFacts } from '../../contracts/permissions.js';
import { type CommandFact, type ShellCommand, type ShellLine, UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { compileGlob } from '../../registry/glob.js';
import { programName } from '../shell/read-shell-word.js';
import { compileMayMatch } from './globs-meet.js';
import { type CommandTest, compileLooseOptions } from './loose-options.js';
import type { Match, Reading, StringMatcher } from './matcher.js';
import { compileParts } from './parted-commands.js';

/** Whether each command of a line is covered; undefined when the line cannot be judged, or another pattern must. */
export type CommandCoverage = (value: string, key: string, facts: CallFacts) => readonly boolean[] | undefined;

/**
 * Judges a shell line by what parsing makes of it. A pattern that ends in ` *` also covers the command without arguments.
 *
 * To permit, every command of the line must match as it stands, and spell out options that write or execute; a line that
 * cannot be judged is `unknown`. To restrict, it is enough that the text matches, or a command in one of its spellings;
 * `unknown` is what may hide such a command. Without facts a restricting pattern is judged by the text, which can condemn
 * a line but never clear it, and a permitting one says `unknown` or `no`. Throws `PATTERN_INVALID`.
 */
export function compileShellCommandMatcher(pattern: string, reading: Reading): StringMatcher {
  if (reading === 'restrict') return compileRestricting(pattern);
  const covers = compileCovers(pattern);
  const coverage = compileCommandCoverage(pattern);
  return (value, key, facts) => {
    const fact = factOf(facts, key, value);
    if (fact === undefined) return covers(value) ? 'unknown' : 'no';
    const covered = coverage(value, key, facts);
    if (covered === undefined) return fact.line.commands.some(({ text }) => covers(text)) || covers(value) ? 'unknown' : 'no';
    return covered.every(Boolean) ? 'yes' : 'no';
  };
}

/** Which commands of a line a permitting pattern covers: several patterns may cover a line together. */
export function compileCommandCoverage(pattern: string): CommandCoverage {
  const covers = compileCoversCommand(pattern);
  const spelt = speltOut(pattern);
  const isLoose = /\?|\[(?!.\])/u.test(pattern);
  const isCovered = (command: ShellCommand): boolean =>
    covers(command) && !(isLoose && command.text.includes(UNKNOWN_TEXT)) && command.mustName.every((name) => isSpelt(spelt, name));
  return (value, key, facts) => {
    const line = factOf(facts, key, value)?.line;
    return line === undefined || line.obstacle !== undefined ? undefined : line.commands.map(isCovered);
  };
}

/** What of a line keeps a permitting pattern from covering it, as a clause; undefined if that cannot be told. */
export type CoverageExplanation = (value: string, key: string, facts: CallFacts) => string | undefined;

/** Explains what {@link compileCommandCoverage} says of the same pattern. */
export function compileCoverageExplanation(pattern: string): CoverageExplanation {
  const covers = compileCoversCommand(pattern);
  const spelt = speltOut(pattern);
  return (value, key, facts) => {
    const commands = factOf(facts, key, value)?.line.commands ?? [];
    const other = commands.find((command) => !covers(command));
    if (other !== undefined) return `does not cover ${shown(other.text)}`;
    const unnamed = commands.flatMap(({ mustName }) => mustName).find((name) => !isSpelt(spelt, name));
    return unnamed === undefined ? undefined : `would have to name ${shown(unnamed)}, which writes, runs something or says what runs`;
  };
}

function shown(text: string): string {
  return `"${text.includes(UNKNOWN_TEXT) ? text.replaceAll(UNKNOWN_TEXT, '…') : text}"`;
}

/** A pattern as text, its escapes taken away. */
function speltOut(pattern: string): string {
  return ` ${pattern.replace(/\[(.)\]/gu, '$1')} `;
}

/** Whether a pattern holds these words, and not only the beginning of them. */
function isSpelt(pattern: string, words: string): boolean {
  if (words === '') return false;
  for (let at = pattern.indexOf(words); at >= 0; at = pattern.indexOf(words, at + 1)) {
    if (/[\s']/.test(pattern[at - 1] ?? '') && /[\s'=*]/.test(pattern[at + words.length] ?? '')) return true;
  }
  return false;
}

function compileRestricting(pattern: string): StringMatcher {
  const covers = compileCovers(pattern);
  const mayBeWhole = compileMayMatch(pattern);
  const mayBeBare = pattern.endsWith(' *') ? compileMayMatch(pattern.slice(0, -2)) : mayBeWhole;
  const loosely = compileLooseOptions(pattern);
  const mayBe = (text: string): boolean => text.includes(UNKNOWN_TEXT) && (mayBeWhole(text) || mayBeBare(text));
  return (value, key, facts): Match => {
    if (covers(value) || covers(value.trim())) return 'yes';
    const line = factOf(facts, key, value)?.line;
    if (line === undefined) return 'unknown';
    if (spellings(line, facts).some(covers)) return 'yes';
    const loose = loosely === undefined ? 'no' : judgeLoosely(loosely, line, facts);
    if (loose === 'yes') return 'yes';
    if (loose === 'unknown' || line.hidden !== undefined || line.spellings.some(mayBe)) return 'unknown';
    const isSuspect = (text: string): boolean => covers(text) || mayBe(text) || (loosely?.(text.split(' ')) ?? 'no') !== 'no';
    return line.suspects.some(isSuspect) ? 'unknown' : 'no';
  };
}

/** The commands of a line and what they start, by a pattern that names options. */
function judgeLoosely(test: CommandTest, { words }: ShellLine, { caseInsensitivePaths }: CallFacts): Match {
  let result: Match = 'no';
  for (const [name = '', ...rest] of words) {
    const plain = programName(name);
    const match = test([caseInsensitivePaths ? plain.toLowerCase() : plain, ...rest]);
    if (match === 'yes') return 'yes';
    if (match === 'unknown') result = 'unknown';
  }
  return result;
}

/** Where names of files are found whatever their case, so are programs. */
function spellings({ spellings }: ShellLine, { caseInsensitivePaths }: CallFacts): readonly string[] {
  if (!caseInsensitivePaths) return spellings;
  return [...spellings, ...spellings.map((text) => text.replace(/^\S+/, (name) => name.toLowerCase()))];
}

/** The fact of this very value; a fact of another value is none. */
function factOf(facts: CallFacts, key: string, value: string): CommandFact | undefined {
  const { commands } = facts;
  const fact = commands !== undefined && Object.hasOwn(commands, key) ? commands[key] : undefined;
  return fact?.raw === value ? fact : undefined;
}

function compileCovers(pattern: string): (text: string) => boolean {
  const whole = compileGlob(pattern);
  if (!pattern.endsWith(' *')) return whole;
  const bare = compileGlob(pattern.slice(0, -2));
  return (text) => whole(text) || bare(text);
}

/** Of a command that starts others every part must be covered by a part of the pattern. */
function compileCoversCommand(pattern: string): (command: ShellCommand) => boolean {
  const covers = compileCovers(pattern);
  let coversParts: ((parts: readonly string[]) => boolean) | undefined;
  return ({ text, parts }) => covers(text) && (parts === undefined || (coversParts ??= compileParts(pattern))(parts));
}
