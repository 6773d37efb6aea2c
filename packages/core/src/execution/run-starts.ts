import type { LaneEntry } from './lane-entry.js';

interface Starts {
  taken: number;
  /** Who stands in line, in the order they came. */
  readonly waiting: LaneEntry[];
}

/** The starts of each run: how many of its calls may run at once. A run without calls takes no memory. */
export class RunStarts {
  private readonly runs = new Map<string, Starts>();

  /** Takes a start of the entry's run; without a free one the entry stands in line, where it keeps its place. */
  take(entry: LaneEntry): boolean {
    const { runId, maxParallelCalls } = entry.request;
    let starts = this.runs.get(runId);
    if (starts === undefined) this.runs.set(runId, (starts = { taken: 0, waiting: [] }));
    if (starts.taken < maxParallelCalls) {
      starts.taken += 1;
      if (entry.awaitsStart) withdraw(starts.waiting, entry);
      return true;
    }
    if (!entry.awaitsStart) starts.waiting.push(entry);
    entry.awaitsStart = true;
    return false;
  }

  /** Gives up the entry's start, or its place in line. Gives who has the start now. */
  leave(entry: LaneEntry, held: boolean): LaneEntry | undefined {
    const { runId } = entry.request;
    const starts = this.runs.get(runId);
    if (starts === undefined) return undefined;
    // Some in line may have been passed by a call from inside a call since, and wait for that first.
    const next = held ? starts.waiting.find(({ blockers }) => blockers === 0) : undefined;
    if (held && next === undefined) starts.taken -= 1;
    withdraw(starts.waiting, next ?? entry);
    if (starts.taken === 0 && starts.waiting.length === 0) this.runs.delete(runId);
    return next;
  }
}

function withdraw(line: LaneEntry[], entry: LaneEntry): void {
  const place = line.indexOf(entry);
  if (place >= 0) line.splice(place, 1);
}
