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
  readonly parent: LaneTicket | undefined;
}

/** A call's place in its lane: waiting until `held`, then running until released. */
export interface LaneTicket {
  readonly request: LaneRequest;
  /** Whether the call may run now. */
  readonly held: boolean;
  /** Settles when the call may run; never, if the ticket is released before. Never rejects. */
  readonly granted: Promise<void>;
  /** Gives up the lane, or the place in its queue. Releasing twice does nothing. */
  release(): void;
}

/** Decides when a call may start. Order of `enter` is kept within a lane; runs that share it are served in turn. */
export interface Scheduler {
  /** Takes a place at once; the ticket is held already if the lane is free. */
  enter(request: LaneRequest): LaneTicket;
  /** Whether two lanes of one run tree exclude each other. */
  conflicts(a: Lane, b: Lane): boolean;
}

/** Token of the {@link Scheduler} port. */
export const Scheduler: Token<Scheduler> = token('@tackroom/core/Scheduler');
