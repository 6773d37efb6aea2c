import type { JsonValue } from 'tackroom';
import { writeLine, type CommandIo } from '../io.js';
import type { LockChange, LockDifference } from '../lock/compare-locks.js';
import { cut } from './format-table.js';
import { paint, type Paint } from './paint.js';
import { printable } from './printable.js';

/** Differences of one tool that a person is shown; all are in `--json`. */
const MAX_DIFFERENCES = 12;
/** Columns of a value where there is no terminal. */
const WIDTH = 120;

/** Prints what changed since tools were locked, a line for each value. */
export function showLockChanges(changes: readonly LockChange[], io: CommandIo): void {
  const colours = paint(io.stdout, io.env);
  const width = io.stdout.columns ?? WIDTH;
  const line = (text: string, colour = (plain: string): string => plain): void => writeLine(io, colour(cut(printable(text), width)));
  for (const { tool, kind, differences } of changes) {
    writeLine(io, `${colourOf(kind, colours)(MARKS[kind])} ${colours.bold(tool)} ${kind === 'changed' ? 'changed' : `was ${kind}`}`);
    for (const { path, before, after } of differences.slice(0, MAX_DIFFERENCES)) {
      line(`    ${labelOf(path, differences)}`);
      const start = commonStart(before, after);
      if (before !== undefined) line(`      - ${textOf(before, start)}`, colours.red);
      if (after !== undefined) line(`      + ${textOf(after, start)}`, colours.green);
    }
    const rest = differences.length - MAX_DIFFERENCES;
    if (rest > 0) line(`    … and ${rest} more; --json lists all`, colours.dim);
  }
}

const MARKS: Readonly<Record<LockChange['kind'], string>> = { added: '+', removed: '-', changed: '~' };

function colourOf(kind: LockChange['kind'], { green, red, yellow }: Paint): Paint['green'] {
  return { added: green, removed: red, changed: yellow }[kind];
}

/** The fingerprint is named only where nothing else differs. */
function labelOf(path: string, differences: readonly LockDifference[]): string {
  return path === 'fingerprint' && differences.length === 1
    ? 'fingerprint (hidden parameters, path or command parameters, or secrets)'
    : path;
}

/** Characters of a text that are shown before the first that differs. */
const BEFORE = 24;

/** Where to begin with two texts, so that the line shows what differs. */
function commonStart(before: JsonValue | undefined, after: JsonValue | undefined): number {
  if (typeof before !== 'string' || typeof after !== 'string') return 0;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  return Math.max(0, same - BEFORE);
}

function textOf(value: JsonValue, start: number): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `${start > 0 ? '…' : ''}${value.slice(start)}`.replace(/\s*\n\s*/g, ' ⏎ ');
}
