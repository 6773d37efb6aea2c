import type { Content, JsonObject } from 'tackroom';
import { contentText } from '../output/content-text.js';
import type { Paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import { cellWidth, cutCells, wrapCells } from '../terminal/cells.js';
import { formatDuration } from './duration.js';
import { argumentLines } from './running-call.js';

/** Lines of a result that are shown; the model gets all of it. */
const MAX_LINES = 4;

/** A call that has its result. */
export interface SettledCall {
  readonly toolName: string;
  readonly args: JsonObject;
  readonly success: boolean;
  readonly content: Content;
  readonly durationMs: number;
  /** Whether the handler ran at all. */
  readonly ran: boolean;
}

/** How much of a result is shown. */
export interface ResultExtent {
  /** Every line, wrapped: for a person who needs to read what a model would. */
  readonly whole: boolean;
}

/** A finished call as lines of at most `width` columns: what was called and how long it took, then how its result begins. */
export function settledCall(
  call: SettledCall,
  width: number,
  { paint, whole }: ResultExtent & { readonly paint: Paint },
): readonly string[] {
  const { args, success, ran } = call;
  const toolName = printable(call.toolName);
  const mark = success ? paint.green('✓') : paint.red('✗');
  const time = ran ? `  ${formatDuration(call.durationMs)}` : '';
  const said = argumentLines(args).join(', ').replaceAll('\t', '  ');
  const room = width - 2 - cellWidth(toolName) - time.length;
  const head = said === '' || room < 8 ? '' : `  ${cutCells(said, room - 2)}`;
  return [
    `${mark} ${paint.bold(cutCells(toolName, width - 2 - time.length))}${paint.dim(head)}${paint.dim(time)}`,
    ...resultLines(call, width, { paint, whole }),
  ];
}

function resultLines(
  { content, success }: SettledCall,
  width: number,
  { paint, whole }: ResultExtent & { readonly paint: Paint },
): readonly string[] {
  const lines = printable(contentText(content)).replaceAll('\t', '  ').replace(/\s+$/, '').split('\n');
  if (whole)
    return lines.flatMap((line) => wrapCells(line, width - 4)).map((row) => `  ${paint.dim('│')} ${success ? row : paint.red(row)}`);
  const shown = lines.length <= MAX_LINES ? lines : lines.slice(0, MAX_LINES - 1);
  const color = success ? (text: string): string => text : paint.red;
  const rows = shown.map((line) => `  ${paint.dim('│')} ${color(cutCells(line, width - 4))}`);
  const more = lines.length - shown.length;
  return more === 0 ? rows : [...rows, paint.dim(cutCells(`  │ … ${more} more lines`, width))];
}
