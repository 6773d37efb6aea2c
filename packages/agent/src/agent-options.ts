import type {
  Approver,
  EventListener,
  Middleware,
  PermissionOptions,
  RunProvider,
  SandboxProvider,
  ToolFilter,
  ToolListItem,
  ToolPolicy,
  ToolRegistry,
} from '@tackroom/core';
import type { LanguageModel, ModelSettings } from './model/language-model.js';
import type { ModelRetry } from './model/model-retry.js';

/** What an agent is. Everything in it is configuration; each run has its own state. */
export interface AgentOptions {
  readonly name: string;
  /** A model object of the AI SDK, or a string of `resolveModel`: its package is loaded, and its server asked, on first use. */
  readonly model: LanguageModel | string;
  /** Heads every request; the instructions of visible tools follow it. */
  readonly system?: string;
  /** A list of tools of its own, a filter over the harness's, or a registry. All of the harness's tools unless given. */
  readonly tools?: readonly ToolListItem[] | ToolFilter | ToolRegistry;
  /** Narrows the harness's policy; never widens it. */
  readonly permissions?: PermissionOptions;
  /**
   * Where its commands run, in place of the harness's sandbox. If it has files of its own, the file tools of this agent work
   * on those; otherwise both work in the harness's workspace. It is used and never closed. A run rejects with
   * `SANDBOX_UNAVAILABLE` if it cannot be had.
   */
  readonly sandbox?: SandboxProvider;
  /**
   * How long a sandbox session lasts: `run`, until the run ends or pauses (the default; runs at the same time in one session
   * share it), or `agent`, until the agent is closed, shared by all its runs. It is opened on the first command. Files that
   * are the sandbox's are brought back at the end of each run in either case, when no other run works on them.
   */
  readonly sandboxSession?: 'run' | 'agent';
  /** For tools that say nothing themselves, unless their registry does. */
  readonly toolPolicy?: ToolPolicy;
  readonly limits?: Partial<AgentLimits>;
  /** Tried in order when the model fails for reasons that may pass, a server that is not there among them. */
  readonly fallbacks?: readonly (LanguageModel | string)[];
  /** Transient failures in a row after which the next model is tried. Default 1. */
  readonly switchAfter?: number;
  /** How long a model that was left is passed over, in milliseconds. Default 0. */
  readonly cooldownMs?: number;
  readonly modelRetry?: Partial<ModelRetry>;
  /** Go with every request, as the AI SDK names them. */
  readonly modelSettings?: ModelSettings;
  /** Inside the harness's own. */
  readonly middleware?: readonly Middleware[];
  /** Whether a cycle of same calls gets a notice. Default true. */
  readonly detectRepetition?: boolean;
  /** Whether the agent has `write_todos` and `read_todos`, which no filter removes, and is told to plan. Default true. */
  readonly planning?: boolean;
  /** Whether providers that must be asked are asked to cache what requests begin with. Default true. */
  readonly promptCache?: boolean;
  /**
   * Whether OpenAI holds its models to the schemas of tools (strict mode), where it can: then they never write arguments of
   * another form, but say `null` for what they leave out, which is taken out again, and know less of what is allowed. A
   * tool whose schema strict mode cannot say is sent as without it. Other providers do not heed it. Default false.
   */
  readonly strictTools?: boolean;
  /** Signs states that leave the process; a state that was altered, or that another key signed, is refused. */
  readonly stateKey?: string | Uint8Array;
}

/** Bounds of a run. Times are milliseconds; `Infinity` where a bound may be absent. */
export interface AgentLimits {
  /** Requests to the model; one more, without tools, asks for a summary. Default 50. */
  readonly maxSteps: number;
  /** Input and output tokens of the run, checked before each request and each batch of calls. Default `Infinity`. */
  readonly maxTokens: number;
  /** Calls of one run that are started at once. Default 16. */
  readonly maxParallelCalls: number;
  /** How long calls and the model may go on after a cancellation. Default 5 000. */
  readonly graceMs: number;
  /** Replies in a row that are cut off at their output limit and continued. Default 3. */
  readonly maxTruncationRecoveries: number;
  /** Up to how many tokens `modelSettings.maxOutputTokens` is doubled. Default 128 000. */
  readonly maxReplyTokens: number;
  /** Empty replies in a row that are asked for again. Default 2. */
  readonly maxEmptyReplies: number;
  /** Times in a row that a provider may ask to be sent the same again. Default 5. */
  readonly maxContinuations: number;
  /** Silence of a streaming model after which the request is repeated. Default 180 000. */
  readonly idleTimeoutMs: number;
  /** Bound on a request to a model that does not stream. Default 600 000. */
  readonly requestTimeoutMs: number;
}

/** The limits of an agent that names none. */
export const DEFAULT_LIMITS: AgentLimits = Object.freeze({
  maxSteps: 50,
  maxTokens: Infinity,
  maxParallelCalls: 16,
  graceMs: 5_000,
  maxTruncationRecoveries: 3,
  maxReplyTokens: 128_000,
  maxEmptyReplies: 2,
  maxContinuations: 5,
  idleTimeoutMs: 180_000,
  requestTimeoutMs: 600_000,
});

/** What a run may bring. `deps` and `providers` are never written into a state. */
export interface RunOptions {
  /** For the handlers of this run, as `ctx.deps`. */
  readonly deps?: unknown;
  /** For `@Dep` and `ctx.get`, in a container of this run's own. */
  readonly providers?: readonly RunProvider[];
  /** Working directory, sandbox, grants and plan belong to a session; each run has its own unless given. */
  readonly sessionId?: string;
  readonly userId?: string;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** Answers asks while the run waits; without an answer the run pauses. */
  readonly approver?: Approver | Approver['approve'];
  readonly maxSteps?: number;
  /** Receives the run's events. It cannot block or change the run. */
  readonly onEvent?: EventListener;
}

/** What resuming a run may bring. */
export interface ResumeOptions extends Omit<RunOptions, 'sessionId' | 'userId'> {
  /** Goes on although some requests have no decision yet; the run pauses again for them. */
  readonly partial?: boolean;
}
