import type { Paint } from '../output/paint.js';
import { callCard, stretchCard } from './call-card.js';
import type { RunningCall } from './running-call.js';

/** A card narrower than this says too little to stand beside another. */
const MIN_CARD = 38;
const MAX_COLUMNS = 3;

/** Cards that are drawn; a run may have many more calls waiting. */
const MAX_CARDS = 9;

/** Cards of the calls under way, side by side where the terminal is wide enough, as lines of at most `width` columns. */
export function layOutCards(
  calls: readonly RunningCall[],
  width: number,
  { paint, now }: { readonly paint: Paint; readonly now: number },
): readonly string[] {
  const shown = calls.slice(0, MAX_CARDS);
  if (shown.length === 0) return [];
  const columns = Math.min(shown.length, MAX_COLUMNS, Math.max(1, Math.floor((width + 1) / (MIN_CARD + 1))));
  const cardWidth = Math.floor((width - columns + 1) / columns);
  const lines: string[] = [];
  for (let at = 0; at < shown.length; at += columns) {
    const cards = shown.slice(at, at + columns).map((call) => callCard(call, cardWidth, { paint, now }));
    const height = Math.max(...cards.map((card) => card.length));
    const row = cards.map((card) => stretchCard(card, height, { paint, width: cardWidth }));
    for (let line = 0; line < height; line++) lines.push(row.map((card) => card[line] ?? '').join(' '));
  }
  const more = calls.length - shown.length;
  return more === 0 ? lines : [...lines, paint.dim(`and ${more} more ${more === 1 ? 'call' : 'calls'}`)];
}
