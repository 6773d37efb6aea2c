import type { Lane, LaneRequest, LaneTicket, RunTree, Scheduler } from '../contracts/scheduler.js';
import { KeyTree } from './key-tree.js';
import { keysOverlap } from './lane-key.js';
import { LaneEntry } from './lane-entry.js';
import { byPosition, LaneOrder } from './lane-order.js';
import { RunStarts } from './run-starts.js';

/**
 * The default scheduler. Parallel calls wait only for a free start of their run; serial calls take turns within a run
 * tree; keyed calls exclude conflicting keys across everything that shares this scheduler. Within a lane a run's calls
 * keep their order, and runs that wait for the same key are served in turn. Waiting costs no timer, and entering or
 * leaving costs what conflicts.
 *
 * Entries that wait stand in one order, and wait for conflicting ones that hold their lane or stand before them. A call
 * from inside a call never waits for whoever waits for its callers, and nobody new steps before one that waits: so only
 * calls that each want what the other's caller holds can wait for each other.
 */
export class LaneScheduler implements Scheduler {
  private readonly keys = new KeyTree();
  private readonly serial = new WeakMap<RunTree, Set<LaneEntry>>();
  private readonly order = new LaneOrder();
  private readonly inner = new Set<LaneEntry>();
  private readonly starts = new RunStarts();
  private readonly onGone = (entry: LaneEntry, held: boolean): void => this.leave(entry, held);

  enter(request: LaneRequest): LaneTicket {
    const entry = new LaneEntry(request, this.onGone);
    if (request.lane.kind !== 'parallel') this.joinLane(entry);
    if (entry.blockers === 0) this.start(entry);
    return entry;
  }

  conflicts(a: Lane, b: Lane): boolean {
    if (a.kind === 'serial') return b.kind === 'serial';
    if (a.kind !== 'key' || b.kind !== 'key') return false;
    return (a.mode === 'write' || b.mode === 'write') && keysOverlap(a.key, b.key);
  }

  private joinLane(entry: LaneEntry): void {
    const conflicting = this.conflictingWith(entry);
    if (conflicting.length > 0) this.stepIn(entry, conflicting);
    const { lane, tree } = entry.request;
    if (lane.kind === 'key') this.keys.add(lane.key, entry);
    else {
      const line = this.serial.get(tree);
      if (line === undefined) this.serial.set(tree, new Set([entry]));
      else line.add(entry);
    }
  }

  /** Finds the place of an entry in the order. Whoever waits for its callers steps back, which none of them can tell. */
  private stepIn(entry: LaneEntry, conflicting: readonly LaneEntry[]): void {
    const passed = this.waitersForCallersOf(entry);
    for (const waiter of [...passed].sort(byPosition)) this.order.append(waiter);
    const waiting = conflicting.filter(({ held }) => !held).sort(byPosition);
    this.place(entry, this.predecessorOf(entry, waiting, passed));
    entry.blockers = conflicting.length - waiting.length;
    for (const other of waiting) (other.position < entry.position ? entry : other).blockers += 1;
  }

  private place(entry: LaneEntry, behind: LaneEntry | undefined): void {
    this.order.insert(entry, behind);
    if (entry.request.parent !== undefined) this.inner.add(entry);
  }

  /**
   * Behind whom an entry steps: its own run's calls, as many calls of every other run as its run then has in line, and
   * every call from inside a call, since what its callers hold may be what the entry is to wait for.
   */
  private predecessorOf(entry: LaneEntry, waiting: readonly LaneEntry[], passed: ReadonlySet<LaneEntry>): LaneEntry | undefined {
    const { runId, parent } = entry.request;
    const isOwn = ({ request }: LaneEntry): boolean => request.runId === runId && request.parent === parent;
    const turns = waiting.filter(isOwn).length + 1;
    const counts = new Map<string, number>();
    const before = waiting.filter((other) => {
      const count = (counts.get(other.request.runId) ?? 0) + 1;
      counts.set(other.request.runId, count);
      return isOwn(other) || count <= turns;
    });
    let last: LaneEntry | undefined;
    for (const other of [...before, ...this.inner]) {
      if (!passed.has(other) && (last === undefined || other.position > last.position)) last = other;
    }
    return last;
  }

  /** Everybody that waits for one of the entry's callers, directly or through others. */
  private waitersForCallersOf(entry: LaneEntry): ReadonlySet<LaneEntry> {
    const waiters = new Set<LaneEntry>();
    const sources = new Set(entry.callers);
    // A set that grows while it is walked is walked to its end.
    for (const source of sources) {
      for (const waiter of this.waitersFor(source)) {
        waiters.add(waiter);
        sources.add(waiter);
        for (const caller of waiter.callers) sources.add(caller);
      }
    }
    return waiters;
  }

  private waitersFor(source: LaneEntry): readonly LaneEntry[] {
    const waiters = this.conflictingWith(source).filter((other) => isBehind(other, source, source.held));
    if (!source.held || !source.needsStart) return waiters;
    const { runId } = source.request;
    return [...waiters, ...[...this.order].filter((other) => other.needsStart && other.request.runId === runId)];
  }

  /** Entries in a conflicting lane, but for those from inside which this one is made. */
  private conflictingWith(entry: LaneEntry): LaneEntry[] {
    const { lane, tree, parent } = entry.request;
    const found: LaneEntry[] = [];
    const take = (other: LaneEntry): void => {
      if (other !== entry && this.conflicts(lane, other.request.lane) && (parent === undefined || !entry.isInside(other)))
        found.push(other);
    };
    if (lane.kind === 'key') this.keys.overlapping(lane.key, take);
    else if (lane.kind === 'serial') this.serial.get(tree)?.forEach(take);
    return found;
  }

  private start(entry: LaneEntry): void {
    if (!entry.needsStart || this.starts.take(entry)) this.hold(entry);
    else if (!entry.isPlaced && entry.request.lane.kind !== 'parallel') {
      this.order.append(entry);
      if (entry.request.parent !== undefined) this.inner.add(entry);
    }
  }

  private hold(entry: LaneEntry): void {
    this.order.remove(entry);
    this.inner.delete(entry);
    entry.hold();
  }

  private leave(entry: LaneEntry, held: boolean): void {
    const { lane, tree } = entry.request;
    if (lane.kind === 'key') this.keys.remove(lane.key, entry);
    else if (lane.kind === 'serial') this.serial.get(tree)?.delete(entry);
    this.order.remove(entry);
    this.inner.delete(entry);
    const next = entry.needsStart ? this.starts.leave(entry, held) : undefined;
    if (next !== undefined) this.hold(next);
    if (lane.kind === 'parallel') return;
    const behind = this.conflictingWith(entry).filter((other) => isBehind(other, entry, held));
    for (const other of behind) other.blockers -= 1;
    for (const other of behind.sort(byPosition)) if (other.blockers === 0) this.start(other);
  }
}

/** Whether `other`, which conflicts with `entry`, waits for it. */
function isBehind(other: LaneEntry, entry: LaneEntry, held: boolean): boolean {
  return !other.held && !other.isInside(entry) && (held || entry.position < other.position);
}
