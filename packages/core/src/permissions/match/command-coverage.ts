import type { CallFacts, CommandFact, PathFact } from '../../contracts/permissions.js';
import { type SetVariable, type ShellCommand, UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { compileGlob } from '../../registry/glob.js';
import { compileParts } from './parted-commands.js';
import { readVariablePattern } from './variable-pattern.js';

/** Whether each command of a line is covered; undefined when the line cannot be judged, or another pattern must. */
export type CommandCoverage = (value: string, key: string, facts: CallFacts) => readonly boolean[] | undefined;

/** Whether a rule on commands extends to what a command reads, or to a directory that it changes to. */
export type PlaceTest = (place: NonNullable<ShellCommand['place']>, fact: PathFact, facts: CallFacts) => boolean;

/**
 * Which commands of a line a permitting pattern covers: several patterns may cover a line together. A command that only starts
 * others counts for itself, and so does each that it starts. Without `places` no path is covered.
 */
export function compileCommandCoverage(pattern: string, places?: PlaceTest): CommandCoverage {
  const test = compileTest(pattern);
  return (value, key, facts) => {
    const fact = factOf(facts, key, value);
    if (fact === undefined || fact.line.obstacle !== undefined) return undefined;
    const { commands } = fact.line;
    if (fact.line.composed !== true) return commands.map(test.isWhole);
    const isPlaced = ({ place }: ShellCommand): boolean => {
      if (place === undefined) return true;
      const { places: all } = fact;
      const known = all !== undefined && Object.hasOwn(all, place.path) ? all[place.path] : undefined;
      return known !== undefined && places?.(place, known, facts) === true;
    };
    const covered: boolean[] = [];
    for (const command of commands) cover(command, { test, isPlaced, covered, isCovered: false });
    return covered;
  };
}

interface Covering {
  readonly test: CommandTests;
  readonly isPlaced: (command: ShellCommand) => boolean;
  readonly covered: boolean[];
  /** The pattern covers the command that starts this one with all that it starts. */
  readonly isCovered: boolean;
}

/** One entry for the command, then one for each that it starts: the same for every pattern. */
function cover(command: ShellCommand, covering: Covering): void {
  const { test, isPlaced, covered } = covering;
  const forms = [command, ...(command.as ?? [])];
  const isCovered = covering.isCovered || forms.some((form) => test.isWhole(form) && isPlaced(form));
  covered.push(isCovered || forms.some((form) => test.isHead(form) && isPlaced(form)));
  for (const started of command.starts?.commands ?? []) cover(started, { ...covering, isCovered });
}

interface CommandTests {
  /** The command with all that it starts. */
  readonly isWhole: (command: ShellCommand) => boolean;
  /** A program that only starts others, by itself. */
  readonly isHead: (command: ShellCommand) => boolean;
  readonly covers: (command: ShellCommand) => boolean;
  readonly lacks: (mustName: readonly string[]) => string | undefined;
  readonly names: (command: ShellCommand) => boolean;
}

const NONE: readonly SetVariable[] = [];

function compileTest(pattern: string): CommandTests {
  const { command: own, names: namesVariables } = readVariablePattern(pattern);
  const coversText = compileCovers(own);
  let coversParts: ((parts: readonly string[]) => boolean) | undefined;
  const spelt = speltOut(own);
  const isLoose = /[?[]/u.test(own.replace(/\[.\]/gu, ''));
  const lacks = (mustName: readonly string[]): string | undefined => mustName.find((name) => !isSpelt(spelt, name));
  const names = ({ sets = NONE }: ShellCommand): boolean => namesVariables(sets);
  const coversLoosely = ({ text }: ShellCommand): boolean => coversText(text) && !(isLoose && text.includes(UNKNOWN_TEXT));
  // Of a command that starts others every part must be covered by a part of the pattern.
  const covers = (command: ShellCommand): boolean =>
    coversLoosely(command) && (command.parts === undefined || (coversParts ??= compileParts(own))(command.parts));
  return {
    covers,
    lacks,
    names,
    isWhole: (command) => covers(command) && lacks(command.mustName) === undefined && names(command),
    isHead: (command) =>
      command.starts !== undefined && coversLoosely(command) && lacks(command.starts.mustName) === undefined && names(command),
  };
}

/** What of a line keeps a permitting pattern from covering it, as a clause; undefined if that cannot be told. */
export type CoverageExplanation = (value: string, key: string, facts: CallFacts) => string | undefined;

/** Explains what {@link compileCommandCoverage} says of the same pattern. */
export function compileCoverageExplanation(pattern: string): CoverageExplanation {
  const { covers, lacks, names } = compileTest(pattern);
  return (value, key, facts) => {
    const commands = factOf(facts, key, value)?.line.commands ?? [];
    const other = commands.find((command) => !covers(command) && command.as?.some(covers) !== true);
    if (other !== undefined) return `does not cover ${shown(other.text)}${other.place?.is === 'read' ? ', which is what "<" does' : ''}`;
    const bare = commands.find((command) => !names(command));
    if (bare !== undefined) return explainVariables(bare);
    const unnamed = commands.map(({ mustName }) => lacks(mustName)).find((name) => name !== undefined);
    if (unnamed !== undefined) return `would have to name ${shown(unnamed)}, which writes, runs something or says what runs`;
    const placed = commands.flatMap(({ place }) => place ?? [])[0];
    return placed === undefined ? undefined : `does not extend to ${shown(placed.path)}: it leads out, or a rule keeps it back`;
  };
}

function explainVariables({ sets = [] }: ShellCommand): string {
  if (sets.every(({ isInert }) => isInert)) return 'names variables that the command does not set, or not so';
  const all = sets.flatMap(({ name, isInert }) => (isInert ? [] : [name])).join(' and ');
  const loaded = sets.find(({ isLoaded }) => isLoaded);
  const how = loaded === undefined ? '' : `, and ${loaded.name} with its value, because it can decide what runs`;
  return `would have to name the variables before the command (${all})${how}`;
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

/** The fact of this very value; a fact of another value does not count. */
export function factOf(facts: CallFacts, key: string, value: string): CommandFact | undefined {
  const { commands } = facts;
  const fact = commands !== undefined && Object.hasOwn(commands, key) ? commands[key] : undefined;
  return fact?.raw === value ? fact : undefined;
}

/** Whether a text is one that the pattern covers; a pattern that ends in ` *` also covers the command without arguments. */
export function compileCovers(pattern: string): (text: string) => boolean {
  const whole = compileGlob(pattern);
  if (!pattern.endsWith(' *')) return whole;
  const bare = compileGlob(pattern.slice(0, -2));
  return (text) => whole(text) || bare(text);
}
