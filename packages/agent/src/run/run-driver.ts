import {
  HarnessError,
  type Approver,
  type Cancellation,
  type CompiledTools,
  type CallKernel,
  type PendingItem,
  type RunContext,
  type SyncReport,
  type ToolSnapshot,
} from '@tackroom/core';
import type { ModelReply } from '../model/model-reply.js';
import { addReply, NO_USAGE } from '../model/reply-usage.js';
import { SilenceWatch } from '../model/silence-watch.js';
import type { RunTodos } from '../planning/run-todos.js';
import { thrownMessage } from '../thrown-message.js';
import type { TranscriptLog } from '../transcript/transcript-log.js';
import type { AgentCore } from './agent-core.js';
import { CallRunner, type CallRun } from './call-runner.js';
import type { MachineEvent, RunFailure } from './machine-event.js';
import type { Effect, MachineState, RequestPlan, RunStatus, StopReason } from './machine-state.js';
import type { RunEvents } from './run-events.js';
import { visibleTools } from './snapshot-facts.js';
import { markMoves } from './mark-moves.js';
import { StepRequester, type StepOwner } from './step-request.js';
import { transition } from './transition.js';

/** How a run stopped. */
export interface RunStop {
  readonly status: RunStatus;
  readonly stopReason: StopReason;
  readonly text: string;
  readonly pending: readonly PendingItem[];
  readonly error: HarnessError | undefined;
  /** What came of the changes of a sandbox with files of its own, if they were brought back. */
  readonly sync?: SyncReport;
}

/** What a driver works with. */
export interface DriverParts {
  readonly agent: AgentCore;
  readonly context: RunContext;
  readonly cancellation: Cancellation;
  /** Closes what the run has opened; what came of the changes of its sandbox. */
  readonly close: () => Promise<SyncReport | undefined>;
  readonly log: TranscriptLog;
  readonly todos: RunTodos;
  readonly machine: MachineState;
  /** The tools of this run; `perStep`: some of them show and hide themselves from step to step. */
  readonly snapshot: ToolSnapshot;
  readonly perStep: boolean;
  /** The transcript already names results that were kept for reading on. */
  readonly keptResults: boolean;
  readonly approver: Approver | undefined;
  readonly events: RunEvents | undefined;
  /** Called once, when nothing of the run is under way any more. */
  readonly onStop: (stop: RunStop) => void;
  /** Called instead when the loop itself is at fault. */
  readonly onCrash: (error: unknown) => void;
}

/**
 * Runs the machine: hands it what happens, one event at a time, and does what it says. The same for new and resumed runs,
 * streamed or not.
 */
export class RunDriver implements CallRun, StepOwner {
  machine: MachineState;
  tools: CompiledTools;
  readonly kernel: CallKernel;
  readonly context: RunContext;
  readonly approver: Approver | undefined;
  private readonly calls: CallRunner;
  private readonly requests: StepRequester;
  private readonly inbox: MachineEvent[] = [];
  private next: MachineEvent | undefined = undefined;
  private busy = false;
  private over = false;
  private keptResults: boolean;
  private watch: SilenceWatch | undefined = undefined;

  constructor(private readonly parts: DriverParts) {
    const { agent, context, cancellation, log, events } = parts;
    this.machine = parts.machine;
    this.kernel = agent.kernel;
    this.context = context;
    this.approver = parts.approver;
    this.tools = agent.compiled.of(parts.snapshot);
    this.keptResults = parts.keptResults;
    this.calls = new CallRunner(this);
    this.requests = new StepRequester(agent, context, log, events, this);
    cancellation.add(() => this.cancelled());
    if (events !== undefined) this.watch = this.watchTools(events);
  }

  /** Hands the machine an event. Events that arise meanwhile wait for their turn. */
  dispatch(event: MachineEvent): void {
    if (this.over) return;
    if (this.busy) return this.wait(event);
    this.busy = true;
    try {
      for (let next: MachineEvent | undefined = event; next !== undefined; next = this.takeWaiting()) {
        const { state, effects } = transition(this.machine, next);
        this.machine = state;
        for (const effect of effects) this.perform(effect);
      }
    } catch (error) {
      this.leave();
      this.parts.cancellation.cancel(error);
      this.parts.onCrash(error);
    } finally {
      this.busy = false;
    }
  }

  /** Fails the run: what has started is cancelled and waited for. */
  fail(error: unknown): void {
    this.dispatch({ type: 'fail', error: failureOf(error) });
    this.parts.cancellation.cancel(error);
  }

  /** One event waits at most, but for rare cases: it has a place of its own, since an array would be made anew each time. */
  private wait(event: MachineEvent): void {
    if (this.next === undefined) this.next = event;
    else this.inbox.push(event);
  }

  private takeWaiting(): MachineEvent | undefined {
    const { next } = this;
    this.next = this.inbox.length === 0 ? undefined : this.inbox.shift();
    return next;
  }

  private perform(effect: Effect): void {
    switch (effect.type) {
      case 'append':
        return this.parts.log.append(effect.message);
      case 'request':
        return this.request(effect);
      case 'prepare':
        return this.calls.prepare(effect.indexes);
      case 'ask':
        return this.calls.ask(effect.index);
      case 'perform':
        this.watch?.start(Infinity);
        return this.calls.perform(effect.indexes);
      case 'closed':
        return this.calls.close(effect.results);
      case 'repetition':
        return this.parts.events?.send('repetition', { period: effect.period, laps: effect.laps });
      case 'pause':
        return this.pause();
      case 'finish': {
        const { status, stopReason, text, error } = effect.end;
        return this.stop({ status, stopReason, text, pending: [], error: error === undefined ? undefined : errorOf(error) });
      }
    }
  }

  private request(plan: RequestPlan): void {
    const { agent, snapshot, perStep, todos } = this.parts;
    this.watch?.stop();
    this.calls.clear();
    if (perStep) this.tools = agent.compiled.of(visibleTools(snapshot, this.context));
    if (this.keptResults) this.tools = agent.compiled.of(agent.resultReader.addTo(this.tools.snapshot));
    this.requests.request(plan, this.tools, todos.note);
  }

  /** A result was too long to show whole: from the next step on the model can read the rest of it. */
  keepResults(): void {
    this.keptResults = true;
  }

  takeReply(reply: ModelReply): void {
    const { events } = this.parts;
    if (events !== undefined) {
      const step = addReply(NO_USAGE, reply.usage, reply.calls.length);
      events.send('usage', { step, total: addReply(this.machine.usage, reply.usage, reply.calls.length) });
    }
    this.dispatch({ type: 'reply', reply: markMoves(reply, this.tools), unfinishedTodos: this.parts.todos.unfinished });
  }

  takeFailure(error: unknown, text: string): void {
    this.dispatch({ type: 'request-failed', error: failureOf(error), text });
  }

  private cancelled(): void {
    // The machine first: a request that ends at once must find it stopping.
    this.dispatch({ type: 'cancel' });
    this.requests.cancel(this.parts.cancellation.reason);
  }

  private pause(): void {
    const pending = this.machine.calls.flatMap((call) => (call.decision === undefined ? call.pending : []));
    const stopReason = pending.every((item) => item.kind === 'question') ? 'question' : 'approval';
    this.stop({ status: 'paused', stopReason, text: this.machine.text, pending, error: undefined });
  }

  private leave(): void {
    this.over = true;
    this.watch?.dispose();
    this.requests.dispose();
  }

  private stop(stop: RunStop): void {
    this.leave();
    const { close, events, agent, onStop } = this.parts;
    close().then(
      (sync) => {
        if (sync === undefined) return onStop(stop);
        events?.send('sandbox-sync', sync);
        onStop({ ...stop, sync });
      },
      (error: unknown) => {
        const { code, message } = failureOf(error);
        agent.kernel.logger.error('What the run opened could not be closed.', { error: message });
        events?.send('error', { code, message });
        onStop(stop);
      },
    );
  }

  private watchTools(events: RunEvents): SilenceWatch {
    const watch = new SilenceWatch(this.kernel.clock, {
      onLimit: () => undefined,
      onSilent: (seconds) => {
        const silent = this.machine.calls.find((call) => call.status === 'started');
        // Otherwise a person is waited for.
        if (silent !== undefined) events.send('waiting', { on: 'tool', seconds, toolName: silent.proposal.toolName });
      },
    });
    events.watchBy((type) => type !== 'waiting' && watch.touch());
    return watch;
  }
}

function failureOf(error: unknown): RunFailure {
  if (HarnessError.is(error)) return { code: error.code, message: error.message, cause: error };
  return { code: 'RUN_FAILED', message: thrownMessage(error), cause: error };
}

function errorOf(failure: RunFailure): HarnessError {
  const { code, message, cause } = failure;
  return HarnessError.is(cause) ? cause : new HarnessError(code, message, cause === undefined ? {} : { cause });
}
