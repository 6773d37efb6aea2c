import type { Lane, LaneRequest, LaneTicket, RunTree, Scheduler } from '../contracts/scheduler.js';
import { KeyTree } from './key-tree.js';
import { keysOverlap } from './lane-key.js';
import { LaneEntry } from './lane-entry.js';

/**
 * The default scheduler. Parallel calls wait only for a free start of their run; serial calls take turns within a run
 * tree; keyed calls exclude conflicting keys across everything that shares this scheduler. Within a lane a run's calls
 * keep their order, and runs that wait for the same key are served in turn. Waiting costs no timer.
 */
export class LaneScheduler implements Scheduler {
  private readonly keys = new KeyTree();
  private readonly serial = new WeakMap<RunTree, Set<LaneEntry>>();
  private readonly starts = new Map<string, RunStarts>();

  private readonly onUnblocked = (entry: LaneEntry): void => this.takeStart(entry);
  private readonly onGone = (entry: LaneEntry, held: boolean): void => this.forget(entry, held);

  enter(request: LaneRequest): LaneTicket {
    const entry = new LaneEntry(request, this.onUnblocked, this.onGone);
    if (request.lane.kind !== 'parallel') this.joinLane(entry);
    if (entry.blockers === undefined) this.takeStart(entry);
    return entry;
  }

  conflicts(a: Lane, b: Lane): boolean {
    if (a.kind === 'serial') return b.kind === 'serial';
    if (a.kind !== 'key' || b.kind !== 'key') return false;
    return (a.mode === 'write' || b.mode === 'write') && keysOverlap(a.key, b.key);
  }

  private joinLane(entry: LaneEntry): void {
    const conflicting = this.conflictingEntries(entry);
    const own: LaneEntry[] = [];
    const passed: LaneEntry[] = [];
    const others = new Map<string, LaneEntry[]>();
    for (const earlier of conflicting) {
      if (isHeldByCaller(earlier, entry.request)) continue;
      if (waitsForCaller(earlier, entry.request)) passed.push(earlier);
      else if (earlier.blockers === undefined) entry.follow(earlier);
      else if (earlier.request.runId === entry.request.runId) own.push(earlier);
      else listOf(others, earlier.request.runId).push(earlier);
    }
    for (const earlier of own) entry.follow(earlier);
    this.takeTurns(entry, own.length + 1, others);
    // Whoever waits for this call's caller is passed, and must not run beside this call once the caller is done.
    for (const earlier of passed) if (!entry.waitsFor(earlier)) earlier.follow(entry);
    this.enlist(entry);
  }

  /** Of every other run's waiting calls as many go first as this run has turns ahead of it; the rest follow. */
  private takeTurns(entry: LaneEntry, turn: number, others: ReadonlyMap<string, readonly LaneEntry[]>): void {
    for (const waiting of others.values()) for (const earlier of waiting.slice(0, turn)) entry.follow(earlier);
    if (entry.blockers === undefined) return;
    for (const waiting of others.values()) {
      // Overlapping keys of different depth can already have ordered the two the other way round: never close a circle.
      for (const later of waiting.slice(turn))
        if (entry.waitsFor(later)) entry.follow(later);
        else later.follow(entry);
    }
  }

  private conflictingEntries(entry: LaneEntry): Iterable<LaneEntry> {
    const { lane, tree } = entry.request;
    if (lane.kind !== 'key') return this.serial.get(tree) ?? [];
    const found: LaneEntry[] = [];
    this.keys.overlapping(lane.key, (other) => {
      if (this.conflicts(lane, other.request.lane)) found.push(other);
    });
    return found;
  }

  private enlist(entry: LaneEntry): void {
    const { lane, tree } = entry.request;
    if (lane.kind === 'key') this.keys.add(lane.key, entry);
    else {
      const line = this.serial.get(tree);
      if (line === undefined) this.serial.set(tree, new Set([entry]));
      else line.add(entry);
    }
  }

  private takeStart(entry: LaneEntry): void {
    if (!entry.needsStart) {
      entry.hold();
      return;
    }
    const { runId, maxParallelCalls } = entry.request;
    let starts = this.starts.get(runId);
    if (starts === undefined) {
      starts = { taken: 0, waiting: [] };
      this.starts.set(runId, starts);
    }
    if (starts.taken < maxParallelCalls) {
      starts.taken++;
      if (entry.awaitsStart) remove(starts.waiting, entry);
      entry.hold();
    } else if (!entry.awaitsStart) {
      entry.awaitStart();
      starts.waiting.push(entry);
    }
  }

  private forget(entry: LaneEntry, held: boolean): void {
    const { lane, tree, runId } = entry.request;
    if (lane.kind === 'key') this.keys.remove(lane.key, entry);
    else if (lane.kind === 'serial') this.serial.get(tree)?.delete(entry);
    if (entry.needsStart) this.giveStart(runId, entry, held);
  }

  private giveStart(runId: string, entry: LaneEntry, held: boolean): void {
    const starts = this.starts.get(runId);
    if (starts === undefined) return;
    if (!held) remove(starts.waiting, entry);
    else {
      // Whoever was passed by a call from inside this run keeps its place in line, and is not its lane's turn yet.
      const next = starts.waiting.find(({ blockers }) => blockers === undefined);
      if (next === undefined) starts.taken--;
      else {
        remove(starts.waiting, next);
        next.hold();
      }
    }
    if (starts.taken === 0 && starts.waiting.length === 0) this.starts.delete(runId);
  }
}

interface RunStarts {
  taken: number;
  readonly waiting: LaneEntry[];
}

function remove(list: LaneEntry[], entry: LaneEntry): void {
  const place = list.indexOf(entry);
  if (place >= 0) list.splice(place, 1);
}

/** A call made from inside a call enters again what its callers hold. */
function isHeldByCaller(entry: LaneEntry, request: LaneRequest): boolean {
  for (let caller = request.parent; caller !== undefined; caller = caller.request.parent) if (caller === entry) return true;
  return false;
}

/** Whoever waits for one of this call's callers must not make it wait in turn. */
function waitsForCaller(entry: LaneEntry, request: LaneRequest): boolean {
  for (let caller = request.parent; caller !== undefined; caller = caller.request.parent) {
    if (caller instanceof LaneEntry && entry.waitsFor(caller)) return true;
  }
  return false;
}

function listOf(lists: Map<string, LaneEntry[]>, key: string): LaneEntry[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(key, list);
  }
  return list;
}
