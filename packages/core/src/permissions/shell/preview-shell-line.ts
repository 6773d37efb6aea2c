import type { Command, Redirection, SyntaxNode, Word } from 'unbash';
import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { escapeUnseen } from '../visible-text.js';
import { isOverParseBudget } from './parse-budget.js';
import { isKnown, joinWords, readShellWord } from './read-shell-word.js';
import { readShellLine, type ShellParser } from './read-shell-line.js';
import { unwrapCommand } from './unwrap-command.js';

/** Commands that are shown; a person reads no longer list, and the line itself stands above it. */
const MAX_SHOWN = 60;
/** Syntax in syntax, and lines in lines, that are followed. */
const MAX_DEPTH = 20;

/**
 * What a line of bash runs, for a person who decides on it: every simple command in order, without quotes, with what it
 * sets, where it reads and writes, what it starts in turn, and what only the shell will know. One fact a line, and no text
 * of the command can begin a line of its own. Never throws.
 */
export function previewShellLine(parser: ShellParser, line: string): string {
  const { hidden, dangers } = readShellLine(parser, line);
  const preview = new ShellPreview(parser);
  try {
    preview.readLine(line, 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    preview.cut();
  }
  const warnings = [
    ...(hidden === undefined ? [] : [`It cannot be told which programs run: ${hidden}.`]),
    ...dangers.map((danger) => `Dangerous: ${danger}.`),
  ];
  return [...preview.lines, ...warnings.map(escapeUnseen)].join('\n');
}

class ShellPreview {
  readonly lines: string[] = [];
  private shown = 0;
  private isCut = false;

  constructor(private readonly parser: ShellParser) {}

  /** Says that there is more. */
  cut(): void {
    if (!this.isCut) this.lines.push('… and more than can be shown.');
    this.isCut = true;
  }

  readLine(line: string, depth: number): void {
    if (isOverParseBudget(line)) return this.cut();
    this.visit(this.parser.parse(line), depth, { nesting: 0, isFed: false });
  }

  /** `isFed`: its input is the output of the command before. */
  private visit(node: SyntaxNode, depth: number, { nesting, isFed }: { readonly nesting: number; readonly isFed: boolean }): void {
    if (this.isCut) return;
    if (depth > MAX_DEPTH || nesting > 200) return this.cut();
    let inside = depth;
    if (node.type === 'Pipeline') {
      for (const [at, part] of node.commands.entries()) this.visit(part, depth, { nesting: nesting + 1, isFed: isFed || at > 0 });
      return;
    }
    if (node.type === 'Command') {
      this.addCommand(node, depth, isFed);
      inside += 1;
    } else if (node.type === 'Redirected') {
      this.add(depth, 'together, the commands below:', node.redirects.map(describeRedirection));
      inside += 1;
    } else if (node.type === 'Function') {
      this.add(depth, `the function ${node.name.text}, whenever that name is run:`, []);
      inside += 1;
    }
    this.parser.forEachChild(node, (child) => this.visit(child, inside, { nesting: nesting + 1, isFed: false }));
  }

  private addCommand(command: Command, depth: number, isFed: boolean): void {
    const assignments = command.prefix.flatMap((part) => (part.type === 'Assignment' ? [`sets ${part.text}`] : []));
    const details = [...(isFed ? ['reads what the one before writes'] : []), ...assignments, ...command.redirects.map(describeRedirection)];
    if (command.name === undefined) return this.add(depth, 'no command', details);
    const parts: readonly ShownWord[] = [command.name, ...command.args].map((part) =>
      part.type === 'Word' ? shownWord(part) : { text: part.text, read: part.text, unknown: [] },
    );
    const unknown = parts.flatMap((part) => part.unknown);
    if (unknown.length > 0) details.push(`known only when it runs: ${[...new Set(unknown)].join(' ')}`);
    this.add(depth, parts.map(({ text }) => text).join(' '), details);
    this.follow(
      parts.map(({ read }) => read),
      depth,
    );
  }

  /** What a command starts in turn: programs behind wrappers, lines that shells are given. */
  private follow(words: readonly string[], depth: number): void {
    if (depth > MAX_DEPTH) return this.cut();
    const { commands, lines } = unwrapCommand(words);
    for (const started of commands) {
      this.add(depth + 1, `starts ${shownUnknown(joinWords(started))}`, []);
      this.follow(started, depth + 1);
    }
    for (const line of lines) {
      this.add(depth + 1, `runs the text ${JSON.stringify(line)}, which is:`, []);
      this.readLine(line, depth + 2);
    }
  }

  private add(depth: number, text: string, details: readonly string[]): void {
    if (++this.shown > MAX_SHOWN) return this.cut();
    const indent = '  '.repeat(depth);
    this.lines.push(escapeUnseen(`${indent}- ${text}`), ...details.map((detail) => escapeUnseen(`${indent}    ${detail}`)));
  }
}

interface ShownWord {
  /** Without quotes, but for those that white space needs; as it is written where the shell makes something of it. */
  readonly text: string;
  readonly read: string;
  readonly unknown: readonly string[];
}

function shownWord(word: Word): ShownWord {
  const read = readShellWord(word);
  return isKnown(read) ? { text: joinWords([read]), read, unknown: [] } : { text: word.text, read, unknown: [word.text] };
}

function shownUnknown(text: string): string {
  return text.replaceAll(UNKNOWN_TEXT, '…');
}

const DOES: Readonly<Record<string, string>> = {
  '<': 'reads',
  '>': 'writes',
  '>|': 'writes',
  '>>': 'adds to',
  '<>': 'reads and writes',
  '&>': 'writes all output to',
  '&>>': 'adds all output to',
  '>&': 'joins its output with',
  '<&': 'joins its input with',
};

function describeRedirection(redirection: Redirection): string {
  if (redirection.type === 'HereDoc') return `is given a text of ${counted(redirection.body.text)}`;
  const target = redirection.target === undefined ? 'nothing' : shownWord(redirection.target).text;
  if (redirection.type === 'HereString') return `is given the text ${JSON.stringify(target)}`;
  const { descriptor, operator } = redirection;
  const which =
    descriptor === undefined ? '' : ` (descriptor ${descriptor.type === 'FileDescriptor' ? descriptor.value : descriptor.name})`;
  return `${DOES[operator] ?? operator} ${target}${which}`;
}

function counted(text: string): string {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return lines === 1 ? '1 line' : `${lines} lines`;
}
