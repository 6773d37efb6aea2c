import { HarnessError, type Message, type PendingItem, type SyncReport, type Todo, type Usage } from '@tackroom/core';
import type { RunState } from '../state/run-state.js';
import type { RunStatus, StopReason } from './machine-state.js';

/** What came of a run. */
export interface RunOutcome {
  readonly status: RunStatus;
  readonly stopReason: StopReason;
  readonly text: string;
  readonly messages: readonly Message[];
  readonly pending: readonly PendingItem[];
  readonly usage: Usage;
  readonly todos: readonly Todo[];
  readonly state: RunState;
  readonly error: HarnessError | undefined;
  readonly sync: SyncReport | undefined;
}

/** The result of a run: it always comes, whatever happened; only mistakes of the caller are thrown instead. */
export class RunResult {
  readonly status: RunStatus;
  readonly stopReason: StopReason;
  /** True only for a completed answer. */
  readonly ok: boolean;
  /** Text of the last reply, or what had arrived of it. */
  readonly text: string;
  /** The transcript without the system prompt, the plan included where the model was shown it. Give it back with a further message to go on. */
  readonly messages: readonly Message[];
  /** What waits for a person; not empty only for a paused run. */
  readonly pending: readonly PendingItem[];
  readonly usage: Usage;
  /** The plan as it stood at the end; empty for a run that made none. */
  readonly todos: readonly Todo[];
  /** The run as a value: decide what is pending and resume it, or keep it. */
  readonly state: RunState;
  /** Why the run failed. */
  readonly error: HarnessError | undefined;
  /**
   * What came of the changes that a sandbox with files of its own made; undefined if it made none, or if other runs of the
   * same session were still at work.
   */
  readonly sync: SyncReport | undefined;

  constructor(outcome: RunOutcome) {
    this.status = outcome.status;
    this.stopReason = outcome.stopReason;
    this.ok = outcome.status === 'completed' && outcome.stopReason === 'answer';
    this.text = outcome.text;
    this.messages = outcome.messages;
    this.pending = outcome.pending;
    this.usage = outcome.usage;
    this.todos = outcome.todos;
    this.state = outcome.state;
    this.error = outcome.error;
    this.sync = outcome.sync;
  }

  /** This result, unless the run failed (throws its error) or was cancelled (throws `RUN_CANCELLED`). */
  throwIfFailed(): this {
    if (this.error !== undefined) throw this.error;
    if (this.status === 'cancelled') throw new HarnessError('RUN_CANCELLED', 'The run was cancelled.');
    return this;
  }
}
