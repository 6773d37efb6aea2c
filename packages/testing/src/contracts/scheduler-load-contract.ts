import { PARALLEL_LANE, SERIAL_LANE } from '@tackroom/core';
import type { Lane, LaneTicket, RunTree, Scheduler } from '@tackroom/core';
import type { SchedulerContext } from './scheduler-context.js';
import { seededRandom, settled } from './test-api.js';
import type { Suite } from './test-api.js';

interface Call {
  readonly ticket: LaneTicket;
  readonly parent: Call | undefined;
  readonly number: number;
}

const ROUNDS = 60;
const MOVES = 60;
const MAX_PARALLEL = 3;

/** The part of the scheduler contract that looks for a broken rule in random work. */
export const SCHEDULER_LOAD_SUITE: Suite<SchedulerContext> = {
  'whatever comes and goes, conflicting calls never run together, a run keeps its order and its bound, and everybody is served': async ({
    make,
    expect,
  }) => {
    for (let seed = 1; seed <= ROUNDS; seed++)
      expect({ seed, faults: await new Load(await make(), seed).run() }).toEqual({ seed, faults: [] });
  },
};

/** Random calls of a few runs on a few lanes; it looks after every move. */
class Load {
  private readonly random: () => number;
  private readonly trees: readonly RunTree[] = [{ rootRunId: 'a' }, { rootRunId: 'b' }];
  private readonly calls = new Set<Call>();
  private readonly faults: string[] = [];
  private entered = 0;

  constructor(
    private readonly scheduler: Scheduler,
    seed: number,
  ) {
    this.random = seededRandom(seed);
  }

  async run(): Promise<readonly string[]> {
    for (let move = 0; move < MOVES; move++) {
      if (this.random() < 0.6) this.enter();
      else this.leave(this.pick([...this.calls]));
      await settled();
      this.look();
    }
    while (this.calls.size > 0) {
      const before = this.calls.size;
      for (const call of [...this.calls]) if (call.ticket.held) this.leave(call);
      await settled();
      this.look();
      if (this.calls.size === before) {
        this.faults.push(`nobody of the last ${before} is served`);
        break;
      }
    }
    return this.faults;
  }

  private enter(): void {
    const running = [...this.calls].filter((call) => call.ticket.held && call.ticket.request.lane.kind !== 'serial');
    const parent = this.random() < 0.2 ? this.pick(running) : undefined;
    const tree = parent?.ticket.request.tree ?? this.pick(this.trees) ?? { rootRunId: 'a' };
    const number = ++this.entered;
    const runId = parent === undefined ? `${tree.rootRunId}${Math.floor(this.random() * 2)}` : this.innerRun(parent, number);
    const lane = this.lane();
    const ticket = this.scheduler.enter({ lane, tree, runId, maxParallelCalls: MAX_PARALLEL, parent: parent?.ticket });
    this.calls.add({ ticket, parent, number });
  }

  /** A call from inside a call belongs to the same run or to a subagent's. */
  private innerRun(parent: Call, number: number): string {
    return this.random() < 0.5 ? parent.ticket.request.runId : `child${number}`;
  }

  /** Ends a running call or takes a waiting one back; a call ends after those made inside it. */
  private leave(call: Call | undefined): void {
    if (call === undefined) return;
    for (const inner of [...this.calls]) if (inner.parent === call) this.leave(inner);
    this.calls.delete(call);
    call.ticket.release();
  }

  private look(): void {
    const running = [...this.calls].filter((call) => call.ticket.held);
    for (const a of running) {
      for (const b of this.calls) if (a !== b) this.compare(a, b);
    }
    const counts = new Map<string, number>();
    for (const { ticket, parent } of running) {
      const { runId } = ticket.request;
      // Inside a call of the same run a call needs no start of its own: its caller's start is taken already.
      if (parent?.ticket.request.runId !== runId) counts.set(runId, (counts.get(runId) ?? 0) + 1);
    }
    for (const [runId, count] of counts) if (count > MAX_PARALLEL) this.faults.push(`${count} calls of ${runId} run`);
  }

  private compare(running: Call, other: Call): void {
    const [a, b] = [running.ticket.request, other.ticket.request];
    if (!this.scheduler.conflicts(a.lane, b.lane) || (a.lane.kind === 'serial' && a.tree !== b.tree)) return;
    if (other.ticket.held) {
      if (running.number < other.number && !isInside(other, running))
        this.faults.push(`${running.number} and ${other.number} run together`);
    } else if (a.runId === b.runId && other.number < running.number && other.parent === running.parent) {
      this.faults.push(`${running.number} overtook ${other.number}`);
    }
  }

  private lane(): Lane {
    const kind = this.random();
    if (kind < 0.15) return PARALLEL_LANE;
    if (kind < 0.3) return SERIAL_LANE;
    const depth = Math.floor(this.random() * 3);
    const key = Array.from({ length: depth + 1 }, () => (this.random() < 0.5 ? 'x' : 'y'));
    return { kind: 'key', key, mode: this.random() < 0.4 ? 'read' : 'write' };
  }

  private pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.random() * from.length)];
  }
}

/** Whether `call` was made from inside `outer`, so that it may enter what `outer` holds. */
function isInside(call: Call, outer: Call): boolean {
  for (let caller = call.parent; caller !== undefined; caller = caller.parent) if (caller === outer) return true;
  return false;
}
