import { diffLines, type LineChange } from './line-diff.js';

const CONTEXT = 3;
const MAX_LINES = 400;
const MAX_LINE_CHARS = 400;

/** Lines of a hunk, and where it stands in both texts; lines from 1. */
interface Hunk {
  readonly lines: readonly string[];
  readonly before: { readonly from: number; readonly count: number };
  readonly after: { readonly from: number; readonly count: number };
}

/**
 * What changes between two texts, for a person who is asked about it: hunks of a unified diff with three lines around
 * each change. White space that would not be seen at the end of a line is shown; what is long is cut, and that is said.
 * `before` is undefined for a file that does not exist.
 */
export function unifiedDiff(name: string, before: string | undefined, after: string): string {
  const changes = diffLines(splitLines(before ?? ''), splitLines(after));
  const header = [`--- ${before === undefined ? '(no file)' : name}`, `+++ ${name}`];
  const hunks = hunksOf(changes);
  if (hunks.length === 0) return [...header, '(no line changes)'].join('\n');
  const lines = hunks.flatMap((hunk) => [
    `@@ -${hunk.before.from},${hunk.before.count} +${hunk.after.from},${hunk.after.count} @@`,
    ...hunk.lines,
  ]);
  const rest = lines.length > MAX_LINES ? [`[… ${lines.length - MAX_LINES} more lines of the diff …]`] : [];
  return [...header, ...lines.slice(0, MAX_LINES), ...rest].join('\n');
}

/** Lines with their ends: a change of line ends is a change. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function hunksOf(changes: readonly LineChange[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let start = 0;
  while (start < changes.length) {
    const first = changes.findIndex(({ kind }, index) => index >= start && kind !== 'same');
    if (first === -1) break;
    let last = first;
    for (let at = first; at < changes.length && at - last <= 2 * CONTEXT; at += 1) if (changes[at]?.kind !== 'same') last = at;
    const from = Math.max(start, first - CONTEXT);
    const to = Math.min(changes.length, last + CONTEXT + 1);
    hunks.push(hunkOf(changes, from, to));
    start = to;
  }
  return hunks;
}

function hunkOf(changes: readonly LineChange[], from: number, to: number): Hunk {
  const inside = changes.slice(from, to);
  const count = (of: readonly LineChange[], without: LineChange['kind']): number => of.filter(({ kind }) => kind !== without).length;
  const head = changes.slice(0, from);
  const span = (without: LineChange['kind']): Hunk['before'] => {
    const lines = count(inside, without);
    return { from: count(head, without) + (lines === 0 ? 0 : 1), count: lines };
  };
  return { lines: inside.flatMap(showLine), before: span('added'), after: span('removed') };
}

const SIGNS: Readonly<Record<LineChange['kind'], string>> = { same: ' ', added: '+', removed: '-' };

function showLine({ kind, line }: LineChange): readonly string[] {
  const text = line.replace(/\n$/, '');
  const points = text.length > MAX_LINE_CHARS ? Array.from(text) : [];
  const bounded = points.length > MAX_LINE_CHARS ? `${points.slice(0, MAX_LINE_CHARS).join('')}…` : text;
  // Changes of white space must be seen, whatever shows them.
  const shown = kind === 'same' ? bounded.replace(/\r$/, '') : bounded.replace(/\r$/, '\\r').replace(/[ \t]+$/, showBlanks);
  const end = line.endsWith('\n') || kind === 'same' ? [] : ['\\ no line end'];
  return [`${SIGNS[kind]}${shown}`, ...end];
}

function showBlanks(blanks: string): string {
  return blanks.replaceAll(' ', '·').replaceAll('\t', '→');
}
