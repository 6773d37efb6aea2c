import { token, type Token } from './token.js';

/** Where a call queues. */
export type Lane =
  | { readonly kind: 'parallel' }
  | { readonly kind: 'serial' }
  | { readonly kind: 'key'; readonly key: readonly string[]; readonly mode: 'read' | 'write' };

/** The lane of calls that wait for nothing but the run's bound on parallel calls. */
export const PARALLEL_LANE: Lane = Object.freeze({ kind: 'parallel' });
/** The lane of calls that take turns within a run tree. */
export const SERIAL_LANE: Lane = Object.freeze({ kind: 'serial' });

/** A run and all its subagents: serial calls exclude each other within it. Compared by identity. */
export interface RunTree {
  readonly rootRunId: string;
}

/** One call's wish to start. */
export interface LaneRequest {
  readonly lane: Lane;
  readonly tree: RunTree;
  readonly runId: string;
  /** Bound on calls of this run that are started at once; `Infinity` is allowed. */
  readonly maxParallelCalls: number;
  /** The ticket of the call from inside which this one is made: what it holds is re-entered. */
  readonly parent?: LaneTicket;
}

/** Permission to run, held until released. Releasing twice does nothing. */
export interface LaneTicket {
  readonly request: LaneRequest;
  release(): void;
}

/** A place in a queue. `granted` settles with the ticket; `leave` gives the place up. */
export interface LaneQueuePlace {
  readonly granted: Promise<LaneTicket>;
  /** Leaves the queue; `granted` then never settles. A ticket that was already granted is not released by this. */
  leave(): void;
}

/** Decides when a call may start. Order of `enter` is kept within a lane; runs that share it are served in turn. */
export interface Scheduler {
  /** A ticket at once if the lane is free, else a place in its queue. */
  enter(request: LaneRequest): LaneTicket | LaneQueuePlace;
  /** Whether two lanes of one run tree exclude each other. */
  conflicts(a: Lane, b: Lane): boolean;
}

/** Token of the {@link Scheduler} port. */
export const Scheduler: Token<Scheduler> = token('@tackroom/core/Scheduler');
