import {
  compileTools,
  type Approver,
  type CallKernel,
  type CompiledTools,
  type EventListener,
  type Middleware,
  type ToolSnapshot,
} from '@tackroom/core';
import type { AgentHost, AgentPlace } from '../agent-host.js';
import type { AgentLimits } from '../agent-options.js';
import type { AgentTools } from '../agent-tools.js';
import type { ModelSettings } from '../model/language-model.js';
import type { ModelRequesterOptions } from '../model/model-request.js';
import type { SessionTodos } from '../planning/session-todos.js';
import type { StateKey } from '../state/state-signature.js';
import type { ResultReader } from './result-reader.js';

/** What the runs of one agent share: its options, checked and completed. */
export interface AgentCore {
  readonly name: string;
  readonly agentPath: readonly string[];
  readonly host: AgentHost;
  readonly place: AgentPlace;
  /** The harness's, with the agent's policy and middleware. */
  readonly kernel: CallKernel;
  readonly tools: AgentTools;
  readonly compiled: CompiledToolsCache;
  readonly resultReader: ResultReader;
  readonly limits: AgentLimits;
  readonly system: string | undefined;
  readonly settings: ModelSettings | undefined;
  readonly requests: ModelRequesterOptions;
  readonly onAsk: 'pause' | 'deny';
  /** Asked where a run brings nobody of its own. */
  readonly approver: Approver | undefined;
  readonly detectRepetition: boolean;
  readonly promptCache: boolean;
  readonly strictTools: boolean;
  readonly sessionTodos: SessionTodos;
  readonly stateKey: StateKey | undefined;
  /** Hooks that look at requests, outermost first. */
  readonly modelHooks: readonly Middleware[];
  /** Listeners of every run. */
  readonly listeners: readonly EventListener[];
}

/** Snapshots made callable, once each. */
export class CompiledToolsCache {
  private readonly compiled = new WeakMap<ToolSnapshot, CompiledTools>();

  constructor(
    private readonly tools: AgentTools,
    private readonly kernel: CallKernel,
  ) {}

  of(snapshot: ToolSnapshot): CompiledTools {
    let compiled = this.compiled.get(snapshot);
    if (compiled === undefined) {
      compiled = compileTools(snapshot, this.tools.policy, this.kernel);
      this.compiled.set(snapshot, compiled);
    }
    return compiled;
  }
}
