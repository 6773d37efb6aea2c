import type { Paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import { cellWidth, cutCells, padCells } from '../terminal/cells.js';
import { formatDuration } from './duration.js';
import { argumentLines, type Progress, type RunningCall } from './running-call.js';

/** Arguments that a card lists before it only counts the rest. */
const MAX_ARGUMENTS = 4;

/** Below this width a card is one line without a frame. */
const MIN_FRAME = 24;

/** A call under way as lines of exactly `width` columns: its name and how long it has run, its arguments, its progress. */
export function callCard(
  call: RunningCall,
  width: number,
  { paint, now }: { readonly paint: Paint; readonly now: number },
): readonly string[] {
  const time = call.state === 'running' ? formatDuration(now - call.since) : call.state === 'queued' ? 'waits its turn' : 'asks';
  const called = printable(call.toolName);
  if (width < MIN_FRAME) return [padCells(cutCells(`${called} ${time}`, width), width)];
  const name = cutCells(called, width - 8 - time.length);
  const rule = '─'.repeat(Math.max(1, width - cellWidth(name) - time.length - 6));
  const inner = width - 4;
  const rows = [...argumentRows(call, inner), ...progressRows(call.progress, inner, paint)];
  return [
    `${paint.dim('╭')} ${paint.cyan(name)} ${paint.dim(rule)} ${time} ${paint.dim('╮')}`,
    ...rows.map((row) => `${paint.dim('│')} ${row} ${paint.dim('│')}`),
    paint.dim(`╰${'─'.repeat(width - 2)}╯`),
  ];
}

/** Gives a card more empty rows, above its last line. */
export function stretchCard(
  card: readonly string[],
  height: number,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): readonly string[] {
  if (card.length >= height) return card;
  const empty = card.length === 1 ? ' '.repeat(width) : `${paint.dim('│')}${' '.repeat(width - 2)}${paint.dim('│')}`;
  const filling = Array<string>(height - card.length).fill(empty);
  return card.length === 1 ? [...card, ...filling] : [...card.slice(0, -1), ...filling, ...card.slice(-1)];
}

function argumentRows({ args }: RunningCall, width: number): readonly string[] {
  const lines = argumentLines(args);
  const shown =
    lines.length <= MAX_ARGUMENTS ? lines : [...lines.slice(0, MAX_ARGUMENTS - 1), `… ${lines.length - MAX_ARGUMENTS + 1} more`];
  return shown.map((line) => padCells(cutCells(line, width), width));
}

function progressRows(progress: Progress | undefined, width: number, paint: Paint): readonly string[] {
  if (progress === undefined) return [];
  const { line, share } = progress;
  const bar = share === undefined ? [] : [progressBar(share, width)];
  return [...bar, ...(line === '' ? [] : [paint.dim(padCells(cutCells(`› ${line}`, width), width))])];
}

function progressBar(share: number, width: number): string {
  const percent = `${Math.floor(share * 100)} %`.padStart(6);
  const room = Math.max(1, width - percent.length);
  const full = Math.round(share * room);
  return '█'.repeat(full) + '░'.repeat(room - full) + percent;
}
