import type { LaneEntry } from './lane-entry.js';

/**
 * The entries that wait, in one order for all lanes: whoever waits for another stands behind it, so that nobody can wait
 * in a circle. Positions are numbers between those of the neighbours, dealt out anew when there is no room left.
 */
export class LaneOrder implements Iterable<LaneEntry> {
  private first: LaneEntry | undefined = undefined;
  private last: LaneEntry | undefined = undefined;

  /** Puts `entry` right behind another, or in front of all. */
  insert(entry: LaneEntry, behind: LaneEntry | undefined): void {
    const next = behind === undefined ? this.first : behind.next;
    entry.previous = behind;
    entry.next = next;
    if (behind === undefined) this.first = entry;
    else behind.next = entry;
    if (next === undefined) this.last = entry;
    else next.previous = entry;
    entry.isPlaced = true;
    entry.position = between(behind, next);
    if (entry.position === behind?.position || entry.position === next?.position) this.renumber();
  }

  remove(entry: LaneEntry): void {
    if (!entry.isPlaced) return;
    const { previous, next } = entry;
    if (previous === undefined) this.first = next;
    else previous.next = next;
    if (next === undefined) this.last = previous;
    else next.previous = previous;
    entry.previous = entry.next = undefined;
    entry.isPlaced = false;
  }

  /** Puts `entry` behind all others, wherever it stood. */
  append(entry: LaneEntry): void {
    this.remove(entry);
    this.insert(entry, this.last);
  }

  *[Symbol.iterator](): Generator<LaneEntry, void, undefined> {
    for (let entry = this.first; entry !== undefined; entry = entry.next) yield entry;
  }

  private renumber(): void {
    let position = 0;
    for (const entry of this) entry.position = ++position;
  }
}

function between(behind: LaneEntry | undefined, next: LaneEntry | undefined): number {
  if (behind === undefined) return next === undefined ? 1 : next.position - 1;
  return next === undefined ? behind.position + 1 : (behind.position + next.position) / 2;
}

/** For sorting entries by their place. */
export function byPosition(a: LaneEntry, b: LaneEntry): number {
  return a.position - b.position;
}
