import {
  HarnessError,
  problemsError,
  type Approver,
  type CallKernel,
  type EventListener,
  type Middleware,
  type SandboxProvider,
  type Workspace,
} from '@tackroom/core';
import type { AgentHost } from './agent-host.js';
import { DEFAULT_LIMITS, type AgentLimits, type AgentOptions, type ResumeOptions, type RunOptions } from './agent-options.js';
import { agentProblems } from './agent-problems.js';
import { agentTools, type AgentTools } from './agent-tools.js';
import { checkRunOptions } from './check-run-options.js';
import { ModelLine, type ModelSource } from './model/model-line.js';
import type { ModelRequesterOptions } from './model/model-request.js';
import { DEFAULT_MODEL_RETRY } from './model/model-retry.js';
import { resolveModel } from './model/resolve-model.js';
import type { LanguageModel } from './model/language-model.js';
import { SessionTodos } from './planning/session-todos.js';
import { ResultReader } from './run/result-reader.js';
import { CompiledToolsCache, type AgentCore } from './run/agent-core.js';
import { AgentRun, type RunOrigin } from './run/agent-run.js';
import type { RunResult } from './run/run-result.js';
import { RunStream } from './run/run-stream.js';
import { openRunState, RunState } from './state/run-state.js';
import { checkResumable } from './state/resumable-state.js';
import { reviewState } from './run/review-state.js';
import { readInput, type RunInput } from './transcript/input-messages.js';

/** An agent: configuration only. Each run has its own state, so one agent serves many runs at once. */
export interface Agent {
  readonly name: string;
  /** Its effective tools and policy. */
  readonly tools: AgentTools;
  /** Where its commands run: its own, or the harness's. */
  readonly sandbox: SandboxProvider | undefined;
  /** The files that its tools work on: its sandbox's, or the harness's. */
  readonly workspace: Workspace | undefined;
  /**
   * Runs a task to its end or to the next pause. Rejects only for mistakes of the caller (`RUN_INPUT_INVALID`,
   * `RUN_OPTION_INVALID`, `RUN_DEPENDENCY_MISSING`, `AGENT_CLOSED`); whatever else happens is in the result.
   */
  run(input: RunInput, options?: RunOptions): Promise<RunResult>;
  /** The same, as it happens. */
  stream(input: RunInput, options?: RunOptions): RunStream;
  /**
   * Goes on with a paused run. `deps` and `providers` are given again: a run that had some is refused without
   * (`RUN_DEPS_MISSING`). Rejects with `RUN_UNDECIDED` while requests wait for a decision, unless `partial`; with
   * `RUN_STATE_USED` for a state that was resumed in this process before; with `RUN_STATE_FINISHED`, `RUN_STATE_AGENT`,
   * `RUN_OPTION_INVALID` and the codes of `RunState.parse`; with `APPROVAL_MISMATCH` for a decision of another call.
   */
  resume(state: RunState | string | object, options?: ResumeOptions): Promise<RunResult>;
  /** The same, as it happens. */
  resumeStream(state: RunState | string | object, options?: ResumeOptions): RunStream;
  /**
   * The state with everything that waits shown as it is now: text, title, reason, preview and suggested grants are made again
   * from the arguments, with the tools, the policy and the files of this moment. Nothing runs, nobody is asked, nothing is
   * recorded. Do this before a person looks at a state that was stored. Rejects with the codes of `RunState.parse`,
   * `RUN_STATE_AGENT`, and `APPROVAL_MISMATCH` for a state that does not hold together.
   */
  review(state: RunState | string | object): Promise<RunState>;
  /** Refuses new runs, cancels those under way and waits for them, then closes its sandbox session if it has one. */
  close(): Promise<void>;
}

/**
 * Makes an agent of a harness. Throws one `AGENT_INVALID` that lists everything wrong with its options and its rules, or
 * what its tools threw (`REGISTRY_INVALID`, `FILTER_INVALID`, `POLICY_INVALID`, `PERMISSIONS_INVALID`).
 */
export function createAgent(host: AgentHost, options: AgentOptions): Agent {
  const problems = [...agentProblems(options), ...host.placeProblems(options)];
  if (problems.length > 0) throw problemsError('AGENT_INVALID', `Agent ${JSON.stringify(options.name)} cannot be made`, problems);
  return new ConfiguredAgent(compileAgent(host, options));
}

class ConfiguredAgent implements Agent {
  readonly name: string;
  readonly tools: AgentTools;
  readonly sandbox: SandboxProvider | undefined;
  readonly workspace: Workspace | undefined;
  private readonly active = new Set<AgentRun>();
  private closed = false;

  constructor(private readonly core: AgentCore) {
    this.name = core.name;
    this.tools = core.tools;
    ({ sandbox: this.sandbox, workspace: this.workspace } = core.place);
  }

  async run(input: RunInput, options: RunOptions = {}): Promise<RunResult> {
    return this.start({ kind: 'new', input: readInput(input) }, options).result;
  }

  stream(input: RunInput, options: RunOptions = {}): RunStream {
    return new RunStream((listener) => this.start({ kind: 'new', input: readInput(input) }, options, listener));
  }

  async resume(state: RunState | string | object, options: ResumeOptions = {}): Promise<RunResult> {
    return this.start(this.stored(state, options), options).result;
  }

  resumeStream(state: RunState | string | object, options: ResumeOptions = {}): RunStream {
    return new RunStream((listener) => this.start(this.stored(state, options), options, listener));
  }

  async review(state: RunState | string | object): Promise<RunState> {
    return reviewState(this.core, this.read(state));
  }

  async close(): Promise<void> {
    this.closed = true;
    const runs = [...this.active];
    for (const run of runs) run.cancel(new HarnessError('AGENT_CLOSED', `Agent ${this.name} was closed.`));
    await Promise.allSettled(runs.map((run) => run.result));
    await this.core.place.close();
  }

  private start(origin: RunOrigin, options: RunOptions, listener?: EventListener): AgentRun {
    if (this.closed) throw new HarnessError('AGENT_CLOSED', `Agent ${this.name} is closed; make another one.`);
    checkRunOptions(options);
    const run = new AgentRun(this.core, origin, options, this.listeners(options, listener), (ended) => this.active.delete(ended));
    this.active.add(run);
    return run.start();
  }

  private listeners(options: RunOptions, listener: EventListener | undefined): readonly EventListener[] {
    const { listeners } = this.core;
    if (listener === undefined && options.onEvent === undefined) return listeners;
    return [...listeners, ...(options.onEvent === undefined ? [] : [options.onEvent]), ...(listener === undefined ? [] : [listener])];
  }

  private stored(state: RunState | string | object, options: ResumeOptions): RunOrigin {
    const opened = openRunState(this.read(state), this.core.stateKey);
    checkResumable(opened, this.name, options);
    return { kind: 'stored', data: opened.data };
  }

  private read(state: RunState | string | object): RunState {
    const { stateKey } = this.core;
    return state instanceof RunState ? state : RunState.parse(state, stateKey === undefined ? {} : { stateKey });
  }
}

function compileAgent(host: AgentHost, options: AgentOptions): AgentCore {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const tools = agentTools(host, options);
  const { permissions: own } = options;
  const permissions = own === undefined ? host.kernel.permissions : host.narrow(own);
  const ruleProblems = own === undefined ? [] : host.checkPermissions(tools.list(), own);
  if (ruleProblems.length > 0) {
    throw problemsError('AGENT_INVALID', `The rules of agent ${options.name} do not fit its tools`, ruleProblems);
  }
  const middleware = [...host.kernel.middleware, ...(options.middleware ?? [])];
  const kernel = { ...host.kernel, permissions, middleware };
  return {
    name: options.name,
    place: host.placeOf(options),
    agentPath: Object.freeze([options.name]),
    host,
    kernel,
    tools,
    compiled: new CompiledToolsCache(tools, kernel),
    resultReader: new ResultReader(kernel.artifacts),
    limits,
    system: options.system?.toWellFormed(),
    settings: options.modelSettings,
    requests: requesterOptions(options, kernel, limits),
    onAsk: own?.onAsk === 'deny' ? 'deny' : host.onAsk,
    approver: own?.approver === undefined ? host.approver : asApprover(own.approver),
    detectRepetition: options.detectRepetition ?? true,
    promptCache: options.promptCache ?? true,
    strictTools: options.strictTools ?? false,
    sessionTodos: new SessionTodos(),
    stateKey: options.stateKey,
    modelHooks: middleware.filter((hook) => hook.beforeModel !== undefined || hook.afterModel !== undefined),
    listeners: middleware.flatMap(listenerOf),
  };
}

function requesterOptions(options: AgentOptions, { clock, ids }: CallKernel, limits: AgentLimits): ModelRequesterOptions {
  const sources = [options.model, ...(options.fallbacks ?? [])].map(modelSource);
  return {
    line: new ModelLine(sources, { switchAfter: options.switchAfter ?? 1, cooldownMs: options.cooldownMs ?? 0 }),
    retry: { ...DEFAULT_MODEL_RETRY, ...options.modelRetry },
    clock,
    ids,
    idleTimeoutMs: limits.idleTimeoutMs,
    requestTimeoutMs: limits.requestTimeoutMs,
    graceMs: limits.graceMs,
    random: Math.random,
  };
}

function modelSource(model: LanguageModel | string): ModelSource {
  return typeof model === 'string' ? (signal) => resolveModel(model, { signal }) : model;
}

function asApprover(approver: Approver | Approver['approve']): Approver {
  return typeof approver === 'function' ? { approve: approver } : approver;
}

function listenerOf(middleware: Middleware): readonly EventListener[] {
  return middleware.onEvent === undefined ? [] : [(event) => middleware.onEvent?.(event)];
}
