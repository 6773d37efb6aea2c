import type { JsonObject } from 'tackroom';
import type { Paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import { cutCells } from '../terminal/cells.js';

/** Items that are listed; of a longer plan those around the one in work. */
const MAX_ITEMS = 8;

/** A plan as lines of at most `width` columns, under a heading that counts what is done. */
export function planLines(todos: readonly JsonObject[], width: number, paint: Paint): readonly string[] {
  if (todos.length === 0) return [];
  const done = todos.filter(({ status }) => status === 'completed').length;
  const current = Math.max(
    0,
    todos.findIndex(({ status }) => status !== 'completed'),
  );
  const from = Math.max(0, Math.min(current - 2, todos.length - MAX_ITEMS));
  const shown = todos.slice(from, from + MAX_ITEMS);
  const hidden = todos.length - shown.length;
  const lines = shown.map((todo) => itemLine(todo, width, paint));
  return [
    `${paint.bold('Plan')} ${paint.dim(`${done} of ${todos.length} done`)}`,
    ...lines,
    ...(hidden === 0 ? [] : [paint.dim(cutCells(`  … and ${hidden} more`, width))]),
  ];
}

function itemLine({ content, status }: JsonObject, width: number, paint: Paint): string {
  const text = cutCells(printable(typeof content === 'string' ? content : JSON.stringify(content)).replace(/\s+/g, ' '), width - 4);
  if (status === 'completed') return `  ${paint.green('✓')} ${paint.dim(text)}`;
  return status === 'in_progress' ? `  ${paint.yellow('▸')} ${text}` : `  ${paint.dim('·')} ${text}`;
}
