import type {
  ArrayValue,
  Assignment,
  Command,
  forEachChild as ForEachChild,
  parse as Parse,
  Pipeline,
  Redirection,
  SyntaxNode,
  Word,
} from 'unbash';
import { type ShellLine, UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { judgeNode } from './judge-node.js';
import { knownText } from './known-text.js';
import { type FoundAssignment, LineFindings } from './line-findings.js';
import { misreadText, quotesChildren } from './misread-text.js';
import { isOverParseBudget } from './parse-budget.js';
import { isPlainTest } from './plain-test.js';
import { isKnown, readExpandedWord, readShellWord } from './read-shell-word.js';

/** The two functions of the parser. */
export interface ShellParser {
  readonly parse: typeof Parse;
  readonly forEachChild: typeof ForEachChild;
}

/** Nodes of the tree, and nesting, that are looked at: a line of a person's has some tens of both together. */
const MAX_NODES = 5_000;
const MAX_DEPTH = 100;
/** Lines within lines: `bash -c "bash -c …"`. */
const MAX_LINES = 20;
/** Milliseconds. A fail-safe: within the other bounds the slowest line that was found took 20. */
const MAX_TIME_MS = 200;

const TOO_MUCH = 'it is too long or too deeply nested to be read';

/**
 * Reads a line of bash: which commands it runs, and whether that can be told at all. Never throws. What it does not know
 * for certain it reports as an obstacle (nobody may allow it by pattern) or as hidden (nobody can say that a pattern which
 * forbids does not apply).
 */
export function readShellLine(parser: ShellParser, line: string): ShellLine {
  const reading = new Reading(parser);
  try {
    reading.readLine(line);
  } catch (error) {
    if (!(error instanceof OverBudget || error instanceof RangeError)) throw error;
    reading.findings.hide(TOO_MUCH);
  }
  return reading.findings.toLine(line);
}

class OverBudget extends Error {}

class Reading {
  readonly findings = new LineFindings((line) => {
    this.readGiven(line);
  });
  private readonly deadline = performance.now() + MAX_TIME_MS;
  private readonly words = new Map<Command, readonly string[]>();
  /** Parts of the tree that are used in a way which changes nothing. */
  private readonly plain = new Set<SyntaxNode>();
  private nodes = 0;
  private lines = 0;
  /** Lines around this one. The commands of the line itself are what patterns allow. */
  private depth = 0;

  constructor(private readonly parser: ShellParser) {}

  readLine(line: string): void {
    if (isOverParseBudget(line) || ++this.lines > MAX_LINES) throw new OverBudget();
    // Bash drops NUL and goes on; nobody types it.
    if (line.includes('\0')) this.findings.hide('it holds a NUL character');
    this.visit(this.parser.parse(line), 0, false);
  }

  /** A line that a command is given as text. */
  private readGiven(line: string): void {
    this.depth += 1;
    this.readLine(line);
    this.depth -= 1;
  }

  private visit(node: SyntaxNode, nesting: number, isQuoted: boolean): void {
    if (++this.nodes > MAX_NODES || nesting > MAX_DEPTH) throw new OverBudget();
    if (this.nodes % 64 === 0 && performance.now() > this.deadline) throw new OverBudget();
    const { obstacle, hidden } = judgeNode(node);
    if (obstacle !== undefined && !this.isPlain(node)) this.findings.obstruct(obstacle);
    const reason = hidden ?? misreadText(node, isQuoted);
    if (reason !== undefined) this.findings.hide(reason);
    this.readSettings(node);
    if (node.type === 'Command') this.readCommand(node);
    else if (node.type === 'Pipeline') this.readPipeline(node);
    else if (node.type === 'Redirected') for (const redirection of node.redirects) this.readRedirection(redirection);
    else if (node.type === 'Function') this.findings.defines(node, this.commandNames(node));
    else if (node.type === 'DoubleQuoted') this.findKnownTexts(node.parts);
    const quotes = quotesChildren(node, isQuoted);
    this.parser.forEachChild(node, (child) => {
      this.visit(child, nesting + 1, quotes);
    });
  }

  /** Syntax that gives names and text another meaning, but not as it is used here. */
  private isPlain(node: SyntaxNode): boolean {
    return (node.type === 'TestCommand' && isPlainTest(node)) || this.plain.has(node);
  }

  private findKnownTexts(parts: readonly SyntaxNode[]): void {
    for (const part of parts) {
      if (part.type !== 'CommandExpansion' || knownText(part.script) === undefined) continue;
      const command = part.script?.commands[0]?.command;
      if (command !== undefined) this.plain.add(command);
    }
  }

  private readCommand(command: Command): void {
    const assignments = command.prefix.flatMap((part) => (part.type === 'Assignment' ? [foundAssignment(part)] : []));
    const isOwn = this.depth === 0;
    for (const redirection of command.redirects) this.readRedirection(redirection);
    if (command.name === undefined) {
      this.findings.assigns(command.redirects.length === 0 ? assignments : [], isOwn);
      return;
    }
    const words = this.wordsOf(command);
    const expanded = words.every(isKnown) ? words : expandedWords(command, words);
    if (PIPED.has(words[0] ?? '') && words.includes(UNKNOWN_TEXT)) this.findPipedWords(command);
    const sources = [command.name.text, ...command.args.map((arg) => arg.text)];
    const isKnownText = this.plain.has(command);
    this.findings.addCommand({ words, expanded, sources, assignments, input: inputOf(command.redirects), isOwn, isKnownText });
  }

  private findPipedWords({ args }: Command): void {
    for (const arg of args) if (arg.type === 'Word') this.findPiped(arg);
  }

  /** A word that is the output of commands, given as a file to a program that reads it: no more than a pipe. */
  private findPiped(word: Word): void {
    const [part] = word.parts ?? [];
    if (word.parts?.length === 1 && part?.type === 'ProcessSubstitution' && part.operator === '<') this.plain.add(part);
  }

  /** What syntax other than a command's puts into variables. */
  private readSettings(node: SyntaxNode): void {
    if (node.type === 'Assignment') this.readAssigned([node.value]);
    else if (node.type === 'Coproc' && node.name !== undefined) this.findings.sets(readShellWord(node.name));
    else if (node.type === 'For' || node.type === 'Select') this.readAssigned(node.wordlist ?? []);
  }

  /** Text that is kept in a variable: wherever it is calculated with or expanded once more, it runs. */
  private readAssigned(values: readonly (Word | ArrayValue)[]): void {
    if (values.some(({ type }) => type === 'ArrayValue')) this.findings.lists.make();
    const words = values.flatMap((value) => (value.type === 'ArrayValue' ? value.elements : [value]));
    if (words.some((word) => /\$[({]|`/.test(readShellWord(word)))) this.findings.hide('it keeps text in a variable that can be run');
  }

  private readRedirection(redirection: Redirection): void {
    if (redirection.type !== 'Redirect') return;
    const { operator, descriptor, target: word } = redirection;
    const target = word === undefined ? UNKNOWN_TEXT : readShellWord(word);
    if (descriptor?.type === 'FileDescriptorVariable') this.findings.sets(descriptor.name);
    this.findings.writesTo(operator, target);
    const isDescriptor = (operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(target);
    if (isDescriptor || target === '/dev/null') return;
    if (operator !== '<' || this.depth > 0 || word === undefined) this.findings.obstruct('it reads or writes a file by redirection');
    else this.readInputFrom(word, target);
  }

  private readInputFrom(word: Word, path: string): void {
    if (word.parts?.[0]?.type === 'ProcessSubstitution') this.findPiped(word);
    else if (isPlainPath(path)) this.findings.reads(path);
    else this.findings.obstruct('it reads a file that is not named by a plain path');
  }

  private readPipeline(pipeline: Pipeline): void {
    if (pipeline.commands.length < 2) return;
    this.findings.pipes(
      pipeline.commands.map((command) => (command.type === 'Command' ? this.wordsOf(command) : this.commandNames(command))),
    );
  }

  /** Read once: a command of a pipeline is looked at with it and by itself. */
  private wordsOf(command: Command): readonly string[] {
    let words = this.words.get(command);
    if (words === undefined) {
      const args = command.args.map((arg) => (arg.type === 'Word' ? readShellWord(arg) : assignmentText(arg.text)));
      words = [command.name === undefined ? '' : readShellWord(command.name), ...args];
      this.words.set(command, words);
    }
    return words;
  }

  /** The names of all commands below a node. */
  private commandNames(node: SyntaxNode): readonly string[] {
    const names: string[] = [];
    const look = (at: SyntaxNode, nesting: number): void => {
      if (++this.nodes > MAX_NODES || nesting > MAX_DEPTH) throw new OverBudget();
      if (at.type === 'Command' && at.name !== undefined) names.push(readShellWord(at.name));
      this.parser.forEachChild(at, (child) => {
        look(child, nesting + 1);
      });
    };
    look(node, 0);
    return names;
  }
}

/** The words of a command with those that expansions may add; the same list if there are none. */
function expandedWords(command: Command, words: readonly string[]): readonly string[] {
  const written = [command.name, ...command.args];
  const expanded = words.flatMap((text, at) => {
    const word = written[at];
    // The number of a process, where anything else might be an option.
    if (words[0] === 'wait' && /^"?\$!"?$/.test(word?.text ?? '')) return [];
    return word?.type === 'Word' && !isKnown(text) ? readExpandedWord(word) : [text];
  });
  return expanded.length === words.length ? words : expanded;
}

/** What a command is given as its standard input on the line: text, something unknown, or nothing. */
function inputOf(redirections: readonly Redirection[]): string | undefined {
  const last = redirections.filter(({ type }) => type !== 'Redirect').at(-1);
  if (last === undefined || last.type === 'Redirect') return undefined;
  if (last.type === 'HereString') return last.target === undefined ? UNKNOWN_TEXT : `${readShellWord(last.target)}\n`;
  const isLiteral = last.delimiter?.quoted === true || last.body.parts === undefined;
  const { text } = last.body;
  if (!isLiteral || (last.delimiter?.quoted !== true && text.includes('\\'))) return UNKNOWN_TEXT;
  return last.operator === '<<-' ? text.replace(/^\t+/gm, '') : text;
}

/** Programs that read the files which they are given, and do nothing else with any of them. */
const PIPED: ReadonlySet<string> = new Set('diff comm cmp join paste cat grep head tail wc'.split(' '));

/** A path that means one file wherever bash expands it, and nothing but a file. */
function isPlainPath(path: string): boolean {
  return /^[\p{L}\p{N}_./@%+:,=#][\p{L}\p{N}_./@%+:,=#~ ()[\]-]*$/u.test(path) && !/^\/+(?:dev|proc)(?:\/|$)/.test(path);
}

/** A variable and its value, if that is one text which nothing is added to and nothing expands. */
function foundAssignment({ text, name, value, append, index }: Assignment): FoundAssignment {
  const isText = value.type === 'Word' && append !== true && index === undefined;
  const read = isText ? assignedText(value) : undefined;
  return { source: text, name, value: read };
}

/** Bash expands no file names in an assignment, but a tilde at the start and behind a colon. */
function assignedText(word: Word): string | undefined {
  const parts = word.parts?.map((part) => (part.type === 'Glob' && part.kind !== 'bracket' ? part.value : undefined));
  const text =
    parts === undefined
      ? readShellWord(word)
      : (word.parts ?? []).map((part, at) => parts[at] ?? readShellWord({ ...word, parts: [part] })).join('');
  return isKnown(text) && !/(?:^|:)~/.test(text) ? text : undefined;
}

/** An assignment among arguments (`export X=$Y`), by its name if nothing else is known of it. */
function assignmentText(text: string): string {
  if (!/[$`"'\\*?[{(]/.test(text)) return text;
  return `${/^[^=]*=/.exec(text)?.[0] ?? ''}${UNKNOWN_TEXT}`;
}
