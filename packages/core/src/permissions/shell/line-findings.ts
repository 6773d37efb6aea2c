import type { SetVariable, ShellCommand, ShellLine } from '../../contracts/shell-line.js';
import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { alsoMeans, asPlainGit, cutWords, withVariables } from './also-means.js';
import { afterOptions, suspectFrom } from './behind-names.js';
import {
  dangerOfCommand,
  dangerOfDownloads,
  dangerOfFunction,
  dangerOfPipeline,
  dangerOfTarget,
  type Download,
  readDownload,
} from './dangerous-commands.js';
import { isFree } from './free-commands.js';
import { tableName } from './program-names.js';
import { ListUses } from './list-uses.js';
import { isKnown, joinWords, programName } from './read-shell-word.js';
import { findRiskyWords, type RiskyWords } from './risky-words.js';
import { isInertAssignment, isLoadedVariable, isOwnAssignment } from './shell-variables.js';
import { INERT, type Started } from './started.js';
import { unwrapCommand } from './unwrap-command.js';
import { SHELLS } from './interpreters.js';

/** A simple command as it was read. */
export interface FoundCommand {
  readonly words: readonly string[];
  /** The same with words that expansions may add. */
  readonly expanded: readonly string[];
  /** The words as they are written. */
  readonly sources: readonly string[];
  /** Assignments before it. */
  readonly assignments: readonly FoundAssignment[];
  /** Text of a here-document or here-string; undefined if it has none. */
  readonly input: string | undefined;
  /** It stands on the line itself, not in text that another command is given. */
  readonly isOwn: boolean;
  /** It only repeats text of the line, which is known. */
  readonly isKnownText: boolean;
}

/** A variable that is set before a command, or by itself. */
export interface FoundAssignment {
  /** As it is written. */
  readonly source: string;
  readonly name: string;
  /** Undefined where only the shell knows it, or where it is added to, an element or a list. */
  readonly value: string | undefined;
}

/** What following a command finds. */
interface Followed {
  readonly command: ShellCommand;
  /** Words at which a started command begins. */
  readonly starts: readonly number[];
}

/** Commands that start others, one in another. */
const MAX_STARTED = 12;

/** Gathers what is found on a line. */
export class LineFindings {
  private readonly commands: ShellCommand[] = [];
  private readonly spellings = new Set<string>();
  private readonly words: (readonly string[])[] = [];
  private readonly suspects = new Set<string>();
  private readonly dangers = new Set<string>();
  private readonly downloads: Download[] = [];
  /** Where the output of the next command goes. */
  private readonly targets: string[] = [];
  private obstacle: string | undefined;
  private hidden: string | undefined;
  private readonly places = new Set<string>();
  /** What the line does with lists. */
  readonly lists = new ListUses();
  /** Commands that no rule need name. */
  private free = 0;

  /** `readLine` reads a line that a command is given as text. */
  constructor(private readonly readLine: (line: string) => void) {}

  /** Notes why no pattern may allow the line; the first reason stays. */
  obstruct(why: string): void {
    this.obstacle ??= why;
  }

  /** Notes why it cannot be told which programs run. */
  hide(why: string): void {
    this.hidden ??= why;
    this.obstacle ??= why;
  }

  /** The same for what a pattern that permits may spell out. */
  private veil(why: string): void {
    this.hidden ??= why;
  }

  /** Notes a variable that the line sets. */
  sets(name: string): void {
    this.obstruct(`it sets ${name}`);
    if (isLoadedVariable(name)) this.hide(`it sets ${name}, which can decide what runs`);
  }

  /** Takes a simple command and follows what it starts. */
  addCommand({ words, expanded, sources, assignments, input, isOwn, isKnownText }: FoundCommand): void {
    const spelt = expanded === words ? undefined : this.spell(words);
    if (assignments.length > 0) this.spellings.add(`${assignments.map(({ source }) => source).join(' ')} ${joinWords(words)}`);
    this.downloads.push(readDownload(expanded, this.targets.splice(0)));
    const sets = this.setsBefore(assignments);
    const { command } = this.follow(expanded, input, 0);
    const text = spelt ?? command.text;
    this.note(dangerOfCommand(words, sources));
    if (!isOwn) return;
    if (isKnownText || (isFree(words) && assignments.length === 0)) this.free += 1;
    else {
      const own = expanded === words ? command : { ...command, text };
      this.commands.push(sets.length === 0 ? own : withVariables(own, sets));
    }
  }

  /** Takes assignments that stand by themselves. */
  assigns(assignments: readonly FoundAssignment[], isOwn: boolean): void {
    for (const { name, value } of assignments) {
      if (isOwn && value !== undefined && isOwnAssignment(name, value)) continue;
      this.obstruct('a part of it has no command');
      this.sets(name);
    }
    if (assignments.length === 0) this.obstruct('a part of it has no command');
  }

  /** Takes a file that the line reads: it counts as the command that shows it. */
  reads(path: string): void {
    const text = joinWords(['cat', path]);
    this.spell(['cat', path]);
    this.commands.push({ text, mustName: [], place: { path, is: 'read' } });
    this.places.add(path);
  }

  /** Variables before a command. One whose value is not known keeps the line from being judged. */
  private setsBefore(assignments: readonly FoundAssignment[]): readonly SetVariable[] {
    return assignments.flatMap(({ name, value }) => {
      const isLoaded = isLoadedVariable(name);
      if (isLoaded) this.veil(`it sets ${name}, which can decide what runs`);
      if (value !== undefined) return [{ name, value, isInert: isInertAssignment(name, value), isLoaded }];
      this.obstruct(`it sets ${name}`);
      return [];
    });
  }

  /** Notes where the line sends output. */
  writesTo(operator: string, target: string): void {
    if (!operator.includes('>')) return;
    this.targets.push(target);
    this.note(dangerOfTarget(target));
  }

  /** Takes the commands of a pipeline, each as its words. */
  pipes(commands: readonly (readonly string[])[]): void {
    this.note(dangerOfPipeline(commands));
  }

  /** Takes a function and the names of the commands in it. */
  defines(node: { readonly name: { readonly value: string } }, names: readonly string[]): void {
    this.note(dangerOfFunction(node.name.value, names));
  }

  /** What was found. A line without any command is hidden: there is nothing that a pattern could be about. */
  toLine(raw: string): ShellLine {
    this.note(dangerOfDownloads(this.downloads));
    if (this.lists.fillsUnknown) this.hide('it sets a list to text that only the shell knows, which is expanded once more');
    if (this.commands.length === 0 && this.free > 0) this.obstruct('no command of it is one that a rule names');
    if (this.commands.length === 0 && this.free === 0) this.hide(raw.trim() === '' ? 'it is empty' : 'it names no command');
    if (this.places.size > 0 && this.words.some(([name = '']) => CHANGES_DIRECTORY.has(programName(name)))) {
      this.obstruct('it changes the directory, so that it cannot be told which file or folder it means');
    }
    return {
      commands: this.commands,
      ...(this.obstacle === undefined ? {} : { obstacle: this.obstacle }),
      spellings: [...this.spellings],
      words: this.words,
      suspects: [...this.suspects],
      ...(this.hidden === undefined ? {} : { hidden: this.hidden }),
      dangers: [...this.dangers],
      ...(this.commands.some(isComposed) ? { composed: true } : {}),
      ...(this.places.size === 0 ? {} : { places: [...this.places] }),
    };
  }

  private note(danger: string | undefined): void {
    if (danger !== undefined) this.dangers.add(danger);
  }

  /** Spells out a command and all that it starts: what a pattern must name of them, and where those on its own words begin. */
  private follow(words: readonly string[], input: string | undefined, depth: number): Followed {
    if (depth > MAX_STARTED) {
      this.hide('it is too long or too deeply nested to be read');
      return { command: { text: joinWords(words), mustName: [] }, starts: [] };
    }
    const text = this.spell(words);
    this.lists.note(words);
    const started = unwrapCommand(words);
    if (started.commands.length === 0) this.spellBehindOptions(words);
    const risky = findRiskyWords(words);
    this.hideWhatRuns(started, risky);
    if (started.readsCode) this.readInput(words, input);
    for (const line of started.lines) this.readLine(line);
    const own = started.code.length === 0 ? risky.named : [...risky.named, ...started.code];
    if (started.commands.length > 0) return this.followStarted(words, { text, started, own, input, depth });
    if (started !== INERT) this.suspect(words);
    const command: ShellCommand = { text, mustName: own };
    const { as } = asPlainGit(words);
    if (as === undefined) return { command, starts: [] };
    for (const { place } of as) if (place !== undefined) this.places.add(place.path);
    return { command: { ...command, as }, starts: [] };
  }

  private followStarted(
    words: readonly string[],
    {
      text,
      started,
      own,
      input,
      depth,
    }: {
      readonly text: string;
      readonly started: Started;
      readonly own: readonly string[];
      readonly input: string | undefined;
      readonly depth: number;
    },
  ): Followed {
    const mustName = [...own];
    const starts: number[] = [];
    const commands: ShellCommand[] = [];
    for (const [at, command] of started.commands.entries()) {
      const followed = this.follow(command, input, depth + 1);
      const start = started.starts?.[at];
      mustName.push(command[0] ?? '', ...followed.command.mustName);
      if (start !== undefined) starts.push(start, ...followed.starts.map((inner) => start + inner));
      commands.push(followed.command);
      this.note(dangerOfCommand(command, command));
      this.downloads.push(readDownload(command, []));
    }
    const parts = starts.length === 0 ? {} : { parts: cutWords(words, starts) };
    return { command: { text, mustName, ...parts, ...alsoMeans(words, { started, own, mustName, commands }) }, starts };
  }

  /** What a pattern can spell out is no obstacle to one that does. */
  private hideWhatRuns(started: Started, risky: RiskyWords): void {
    if (started.hidden !== undefined) started.code.length > 0 ? this.veil(started.hidden) : this.hide(started.hidden);
    if (risky.unknown) this.hide('a word that only the shell knows may be an option that writes or executes');
    if (risky.runs && started.commands.length === 0) this.veil('an option in it can run what no rule sees');
  }

  private readInput(words: readonly string[], input: string | undefined): void {
    if (input !== undefined && isKnown(input) && SHELLS.has(tableName(words[0] ?? ''))) this.readLine(input);
    else this.hide(`${programName(words[0] ?? '')} runs what its input says`);
    this.obstruct('it runs a text');
  }

  /** The command in the forms that a restricting pattern may mean. */
  private spell(words: readonly string[]): string {
    const [name = ''] = words;
    const text = joinWords(words);
    this.spellings.add(text);
    if (text.includes("'")) this.spellings.add(words.join(' '));
    if (name.includes('/')) this.spellings.add([programName(name), ...words.slice(1)].join(' '));
    this.words.push(words);
    return text;
  }

  /** A subcommand behind options of its program: `git -C x push`. */
  private spellBehindOptions([name = '', ...rest]: readonly string[]): void {
    for (const at of afterOptions(rest)) {
      const short = [programName(name), ...rest.slice(at)];
      this.spellings.add(short.join(' '));
      this.words.push(short);
    }
  }

  /** What comes after the name of a program that we know nothing of may be a command. */
  private suspect(words: readonly string[]): void {
    const from = suspectFrom(words);
    for (let at = from; at < words.length && at < from + 32; at++) {
      const word = words[at] ?? '';
      if (word.startsWith('-') || word === UNKNOWN_TEXT) continue;
      const rest = words.slice(at + 1);
      this.suspects.add([programName(word), ...rest].join(' '));
    }
  }
}

function isComposed({ sets, as, starts, place }: ShellCommand): boolean {
  return sets?.some(({ isInert }) => !isInert) === true || as !== undefined || starts !== undefined || place !== undefined;
}

const CHANGES_DIRECTORY: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);
