import {
  Cancellation,
  DedupeStore,
  HarnessError,
  reviewRequest,
  type Approver,
  type EventListener,
  type RunResolver,
  type SessionGrant,
  type ToolSnapshot,
  type Todo,
} from '@tackroom/core';
import type { ResumeOptions, RunOptions } from '../agent-options.js';
import { freezeJson } from '../freeze-json.js';
import { hasPlanning } from '../planning/planning-tools.js';
import { RunTodos } from '../planning/run-todos.js';
import { NO_TODOS } from '../planning/todos.js';
import { hasUndecided, reviewPending } from '../state/review-pending.js';
import { makeRunState } from '../state/run-state.js';
import { claimState } from '../state/resumable-state.js';
import type { RunStateData } from '../state/run-state-data.js';
import { restoreMachine, storeMachine } from '../state/stored-machine.js';
import type { ReadInput } from '../transcript/input-messages.js';
import { TranscriptLog } from '../transcript/transcript-log.js';
import type { AgentCore } from './agent-core.js';
import { AgentRunContext, type RunIdentity } from './agent-run-context.js';
import { newIdentity, storedIdentity } from './run-identity.js';
import type { MachineEvent } from './machine-event.js';
import type { MachineState, RunRules } from './machine-state.js';
import { RunDriver, type RunStop } from './run-driver.js';
import { RunEvents } from './run-events.js';
import { mentionsKeptResult } from './result-reader.js';
import { RunResult } from './run-result.js';
import { snapshotFacts, visibleTools } from './snapshot-facts.js';
import { initialState } from './transition.js';

/** What a run begins from: a task, or a stored run. */
export type RunOrigin = { readonly kind: 'new'; readonly input: ReadInput } | { readonly kind: 'stored'; readonly data: RunStateData };

/**
 * One run of an agent, from the moment it is asked for until its result: identity, dependencies, events, the driver, and
 * the state that is left.
 */
export class AgentRun {
  /** Settles when nothing of the run is under way any more. Rejects only for mistakes of the caller and of the loop. */
  readonly result: Promise<RunResult>;
  private readonly cancellation = new Cancellation();
  private readonly identity: RunIdentity;
  private readonly log: TranscriptLog;
  private readonly events: RunEvents | undefined;
  private readonly refusals: Map<string, number>;
  private readonly dedupe: DedupeStore | undefined;
  private readonly onAbort: () => void;
  private todos: RunTodos | undefined = undefined;
  private driver: RunDriver | undefined = undefined;
  private scope: RunResolver | undefined = undefined;
  private resolve!: (result: RunResult) => void;
  private reject!: (error: unknown) => void;

  constructor(
    private readonly agent: AgentCore,
    private origin: RunOrigin,
    private readonly options: RunOptions | ResumeOptions,
    listeners: readonly EventListener[],
    private readonly onEnd: (run: AgentRun) => void,
  ) {
    const { kernel } = agent;
    const stored = origin.kind === 'stored' ? origin.data : undefined;
    this.identity = stored === undefined ? newIdentity(agent, options) : storedIdentity(stored);
    this.log = origin.kind === 'new' ? new TranscriptLog([], origin.input.foreign) : new TranscriptLog(origin.data.messages, true);
    this.events =
      listeners.length === 0 ? undefined : new RunEvents(this.identity, kernel.clock, kernel.logger, listeners, stored?.seq ?? 0);
    this.refusals = new Map(stored?.refusals);
    this.dedupe = agent.tools.policy.dedupeCalls ? DedupeStore.of(stored?.results ?? []) : undefined;
    this.onAbort = () => this.cancel(options.signal?.reason);
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  cancel(reason?: unknown): void {
    this.cancellation.cancel(reason ?? new HarnessError('RUN_CANCELLED', 'The run was cancelled.'));
  }

  /** Opens the run's dependencies and sets it going. */
  start(): this {
    const { signal } = this.options;
    if (signal?.aborted === true) this.onAbort();
    else signal?.addEventListener('abort', this.onAbort, { once: true });
    const checked = this.agent.place.check();
    if (checked === undefined) this.open();
    else
      checked.then(
        () => this.open(),
        (error: unknown) => this.crash(error),
      );
    return this;
  }

  private open(): void {
    const { providers = [] } = this.options;
    try {
      const snapshot = this.agent.tools.snapshot();
      const scope = this.agent.host.runScope.open(providers, snapshotFacts(snapshot).dependencies);
      if (scope instanceof Promise)
        scope.then(
          (open) => this.go(open),
          (error: unknown) => this.crash(error),
        );
      else this.go(scope);
    } catch (error) {
      this.crash(error);
    }
  }

  private go(scope: RunResolver): void {
    this.scope = scope;
    try {
      if (this.origin.kind === 'stored') this.takeOver(this.origin.data);
      const whole = this.agent.tools.snapshot();
      const todos = this.openTodos(whole);
      const context = this.context(scope, todos);
      if (this.origin.kind === 'new' || !hasUndecided(this.origin.data)) return this.drive(context, todos, whole);
      const tools = this.agent.compiled.of(whole);
      reviewPending(this.origin.data, (stored) => reviewRequest(tools, stored, context)).then(
        (data) => {
          this.origin = { kind: 'stored', data };
          this.drive(context, todos, whole);
        },
        (error: unknown) => this.crash(error),
      );
    } catch (error) {
      this.crash(error);
    }
  }

  private drive(context: AgentRunContext, todos: RunTodos, whole: ToolSnapshot): void {
    try {
      const { someHide, someHidePerStep } = snapshotFacts(whole);
      const snapshot = someHide ? visibleTools(whole, context) : whole;
      this.log.headWith([this.agent.system ?? '', ...snapshotFacts(snapshot).instructions].filter((text) => text !== '').join('\n\n'));
      const driver = new RunDriver({
        agent: this.agent,
        context,
        cancellation: this.cancellation,
        close: () => context.close(),
        log: this.log,
        todos,
        machine: this.machine(),
        snapshot: someHidePerStep ? whole : snapshot,
        perStep: someHidePerStep,
        keptResults: this.origin.kind === 'stored' && mentionsKeptResult(this.origin.data.messages),
        approver: this.approver,
        events: this.events,
        onStop: (stop) => this.stop(stop),
        onCrash: (error) => this.crash(error),
      });
      this.driver = driver;
      this.events?.send('run-start', { agent: this.agent.name, resumed: this.origin.kind === 'stored' });
      driver.dispatch(this.firstEvent);
    } catch (error) {
      this.crash(error);
    }
  }

  /** Not before the scope is open, nor for a run that is cancelled already: a decision must not be used up by one that did not begin. */
  private takeOver(data: RunStateData): void {
    if (this.cancellation.cancelled) return;
    claimState(data);
    this.agent.kernel.permissions.restoreGrants(data.sessionId, data.grants);
    this.agent.sessionTodos.restore(data.sessionId, data.todos);
  }

  private get firstEvent(): MachineEvent {
    return this.origin.kind === 'new' ? { type: 'begin', messages: this.origin.input.messages } : { type: 'resume' };
  }

  private get approver(): Approver | undefined {
    const { approver } = this.options;
    if (typeof approver === 'function') return { approve: approver };
    return approver ?? this.agent.approver;
  }

  private get maxSteps(): number | undefined {
    return this.options.maxSteps ?? (this.origin.kind === 'stored' ? this.origin.data.maxSteps : undefined);
  }

  /** A stored run has its own list; a new one begins with that of its session. */
  private openTodos(tools: ToolSnapshot): RunTodos {
    const { sessionTodos: sessions } = this.agent;
    const { sessionId } = this.identity;
    const planning = hasPlanning(tools);
    const begun = planning ? sessions.get(sessionId) : NO_TODOS;
    const todos = this.origin.kind === 'stored' ? freezeJson(this.origin.data.todos) : begun;
    this.todos = new RunTodos(todos, { sessionId, sessions, planning, emit: this.events?.emit });
    return this.todos;
  }

  private context(scope: RunResolver, todos: RunTodos): AgentRunContext {
    const { agent, log, cancellation, refusals, dedupe, options } = this;
    const { maxParallelCalls, graceMs } = agent.limits;
    return new AgentRunContext(this.identity, {
      place: agent.place,
      deps: options.deps,
      messages: log.messages,
      todos,
      scope,
      cancellation,
      maxParallelCalls,
      graceMs,
      dedupe,
      refusals,
      emit: this.events?.emit,
    });
  }

  private machine(): MachineState {
    const { limits, kernel, settings, onAsk, detectRepetition } = this.agent;
    const rules: RunRules = {
      maxSteps: this.maxSteps ?? limits.maxSteps,
      maxTokens: limits.maxTokens,
      maxTruncationRecoveries: limits.maxTruncationRecoveries,
      maxEmptyReplies: limits.maxEmptyReplies,
      maxContinuations: limits.maxContinuations,
      maxReplyTokens: limits.maxReplyTokens,
      detectRepetition,
      hasApprover: this.approver !== undefined,
      onAsk,
      holdsTurn: kernel.permissions.approvals?.hold === 'turn',
      conflicts: (a, b) => kernel.scheduler.conflicts(a, b),
    };
    return this.origin.kind === 'new' ? initialState(rules, settings?.maxOutputTokens) : restoreMachine(this.origin.data, rules);
  }

  private stop(stop: RunStop): void {
    const { status, stopReason, text, pending, error, sync } = stop;
    const machine = this.driver?.machine ?? this.machine();
    const grants = status === 'paused' ? this.agent.kernel.permissions.grants(this.identity.sessionId) : [];
    if (status === 'paused' || status === 'needs-input') this.events?.send('run-pause', { status, stopReason, pending });
    else {
      const failure = error === undefined ? {} : { error: { code: error.code, message: error.message } };
      const ok = status === 'completed' && stopReason === 'answer';
      this.events?.send('run-finish', { status, stopReason, ok, text, usage: machine.usage, ...failure });
    }
    const todos = this.todos?.items ?? NO_TODOS;
    const state = makeRunState(() => this.store(stop, machine, grants, todos), this.agent.stateKey, this.agent.kernel.clock);
    this.leave();
    // A list of the caller's own: what they add to it is no part of the state.
    const messages = [...this.log.messages];
    this.resolve(new RunResult({ status, stopReason, text, messages, pending, usage: machine.usage, todos, state, error, sync }));
  }

  /** The caller's mistake or ours: there is no result. What the run has opened is closed all the same. */
  private crash(error: unknown): void {
    this.leave();
    const closing = this.scope?.close() ?? Promise.resolve();
    closing.then(
      () => this.reject(error),
      () => this.reject(error),
    );
  }

  private leave(): void {
    this.options.signal?.removeEventListener('abort', this.onAbort);
    this.onEnd(this);
  }

  private store(stop: RunStop, machine: MachineState, grants: readonly SessionGrant[], todos: readonly Todo[]): RunStateData {
    const { runId, sessionId, agentPath, userId } = this.identity;
    const stored = this.origin.kind === 'stored' ? this.origin.data : undefined;
    const { deps, providers = [] } = this.options;
    return {
      version: 3,
      runId,
      stop: stored === undefined ? 0 : stored.stop + 1,
      sessionId,
      ...(userId === undefined ? {} : { userId }),
      agent: this.agent.name,
      agentPath,
      status: stop.status,
      stopReason: stop.stopReason,
      ...(stop.error === undefined ? {} : { error: { code: stop.error.code, message: stop.error.message } }),
      messages: this.log.messages,
      todos,
      seq: this.events?.seq ?? stored?.seq ?? 0,
      // JSON has no Infinity.
      ...(this.maxSteps === undefined ? {} : { maxSteps: Math.min(this.maxSteps, Number.MAX_SAFE_INTEGER) }),
      ...storeMachine(machine),
      text: stop.text,
      refusals: [...this.refusals],
      grants,
      results: this.dedupe?.entries() ?? [],
      needs: { deps: deps !== undefined, providers: providers.length > 0 },
    };
  }
}
