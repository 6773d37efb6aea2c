import type { ShellLine } from '../../contracts/shell-line.js';
import { previewShellLine } from './preview-shell-line.js';
import { readShellLine } from './read-shell-line.js';

/** Reads one line of bash. Never throws. */
export type ShellReader = (line: string) => ShellLine;

let reader: Promise<ShellReader> | undefined;

/** The reader of shell lines, with its parser loaded once: 4 ms that only harnesses with a shell tool spend. */
export function loadShellReader(): Promise<ShellReader> {
  reader ??= import('unbash').then((parser) => (line: string) => readShellLine(parser, line));
  return reader;
}

/** What a line of bash runs, as a person is shown it: each command by itself, with what it starts, reads and writes. */
export async function describeShellLine(line: string): Promise<string> {
  return previewShellLine(await import('unbash'), line);
}
