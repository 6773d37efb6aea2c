import { counted } from '../doctor/finding.js';
import { writeLine, type CommandIo } from '../io.js';
import type { LintFinding, LintLevel } from '../lint/lint-finding.js';
import { wrapCells } from '../terminal/cells.js';
import { paint, type Paint } from './paint.js';
import { printable } from './printable.js';

/** Prints what was found, under the name of each tool or rule, and what it comes to. */
export function showLint(findings: readonly LintFinding[], toolCount: number, io: CommandIo): void {
  const colours = paint(io.stdout, io.env);
  const width = io.stdout.isTTY === true ? (io.stdout.columns ?? Infinity) : Infinity;
  let subject: string | undefined;
  for (const finding of findings) {
    const next = finding.tool ?? finding.policyRule ?? '';
    if (next !== subject) writeLine(io, `${subject === undefined ? '' : '\n'}${colours.bold(printable(next))}`);
    subject = next;
    const { mark, paint: colour } = MARKS[finding.level];
    const [first = '', ...rest] = wrapCells(printable(lineOf(finding)), width - 4);
    writeLine(io, `  ${colour(colours)(mark)} ${first}`);
    for (const row of rest) writeLine(io, `    ${row}`);
  }
  writeLine(io, `${findings.length === 0 ? '' : '\n'}${verdict(findings, toolCount, colours)}`);
}

function lineOf({ provider, path, message }: LintFinding): string {
  return [provider, path, message].filter((part) => part !== undefined).join(': ');
}

const MARKS: Readonly<Record<LintLevel, { readonly mark: string; readonly paint: (colours: Paint) => Paint['green'] }>> = {
  error: { mark: '✗', paint: ({ red }) => red },
  warning: { mark: '!', paint: ({ yellow }) => yellow },
  info: { mark: '·', paint: ({ dim }) => dim },
};

function verdict(findings: readonly LintFinding[], toolCount: number, { red, green }: Paint): string {
  const count = (level: LintLevel): number => findings.filter((finding) => finding.level === level).length;
  const errors = count('error');
  const head = errors === 0 ? green('No error') : red(counted(errors, 'error'));
  const rest = [counted(count('warning'), 'warning'), counted(count('info'), 'note')];
  return `${[head, ...rest.filter((text) => !text.startsWith('0 '))].join(', ')} in ${counted(toolCount, 'tool')}.`;
}
