import { counted, type Finding, type FindingStatus } from '../doctor/finding.js';
import { writeLine, type CommandIo } from '../io.js';
import { cut } from './format-table.js';
import { paint, type Paint } from './paint.js';
import { printable } from './printable.js';

/** Lines of detail that a person is shown; all are in `--json`. */
const MAX_DETAIL = 6;

/** Prints what was found, a line each and the fix under it, and what it comes to. */
export function showFindings(findings: readonly Finding[], io: CommandIo): void {
  const colours = paint(io.stdout, io.env);
  const width = io.stdout.columns ?? Infinity;
  const idWidth = Math.max(0, ...findings.map(({ id }) => id.split('.', 1)[0]?.length ?? 0));
  for (const finding of findings) showFinding(finding, { io, colours, width, idWidth });
  writeLine(io, `\n${verdict(findings, colours)}`);
}

interface Place {
  readonly io: CommandIo;
  readonly colours: Paint;
  readonly width: number;
  readonly idWidth: number;
}

function showFinding({ id, status, summary, detail, fix }: Finding, { io, colours, width, idWidth }: Place): void {
  const { mark, paint: colour } = MARKS[status];
  const [name = ''] = id.split('.', 1);
  const indent = ' '.repeat(idWidth + 4);
  const line = cut(`${name.padEnd(idWidth)}  ${printable(summary)}`, width - 2);
  writeLine(io, `${colour(colours)(mark)} ${colours.bold(line.slice(0, idWidth))}${line.slice(idWidth)}`);
  if (detail !== undefined && (status === 'problem' || status === 'warning')) {
    const lines = detail.split('\n');
    for (const each of lines.slice(0, MAX_DETAIL)) {
      for (const row of wrap(printable(each), width - indent.length)) writeLine(io, `${indent}${colours.dim(row)}`);
    }
    if (lines.length > MAX_DETAIL) writeLine(io, `${indent}${colours.dim(`… and ${lines.length - MAX_DETAIL} more; --json lists all`)}`);
  }
  if (fix === undefined) return;
  const [first = '', ...rest] = wrap(printable(fix), width - indent.length - 2);
  writeLine(io, `${indent}${colours.cyan('→')} ${first}`);
  for (const row of rest) writeLine(io, `${indent}  ${row}`);
}

const MARKS: Readonly<Record<FindingStatus, { readonly mark: string; readonly paint: (colours: Paint) => Paint['green'] }>> = {
  ok: { mark: '✓', paint: ({ green }) => green },
  warning: { mark: '!', paint: ({ yellow }) => yellow },
  problem: { mark: '✗', paint: ({ red }) => red },
  absent: { mark: '–', paint: ({ dim }) => dim },
};

function verdict(findings: readonly Finding[], { red, green }: Paint): string {
  const problems = findings.filter(({ status }) => status === 'problem').length;
  const warnings = findings.filter(({ status }) => status === 'warning').length;
  const also = warnings === 0 ? '' : `, ${counted(warnings, 'warning')}`;
  return problems === 0 ? `${green('No problem')}${also}.` : `${red(counted(problems, 'problem'))}${also}.`;
}

/** Breaks a line between words. A word that is wider than the line stands whole: a command or path is to be copied. */
function wrap(text: string, width: number): readonly string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ')) {
    if (row !== '' && [...row].length + 1 + [...word].length > width) {
      rows.push(row);
      row = word;
    } else row = row === '' ? word : `${row} ${word}`;
  }
  return [...rows, row];
}
