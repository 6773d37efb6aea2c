import type { CallFacts } from './call-facts.js';
import type { Ctx } from './ctx.js';
import type { PermissionLevel } from './decision.js';
import type { JsonObject, JsonSchema, JsonValue } from './json.js';
import type { Refinement } from './standard-schema.js';
import type { InjectionToken } from './token.js';
import type { ToolResult } from './tool-call.js';

/** Risk of a tool as its author sees it; the `guarded` profile asks from `medium` up. */
export type RiskLevel = 'low' | 'medium' | 'high';

/** Whether a call may be repeated: harmless, deduplicated by the other side, or only by a person's word. */
export type ReplayPolicy = 'safe' | 'idempotent' | 'manual';

/** How rules and facts understand a parameter. */
export type ParameterSemantics = 'text' | 'path' | 'url' | 'shell-command';

/** A hierarchical key: a path of segments. It conflicts with its ancestors and descendants. */
export type LaneKey = string | readonly string[];

/** Calls with conflicting keys exclude each other; readers share. `key` sees the frozen arguments and the call's facts. */
export interface KeyedConcurrency {
  readonly key: (args: JsonObject, facts: CallFacts) => LaneKey;
  readonly mode: 'read' | 'write';
}

/** How calls of one tool may overlap with others. */
export type Concurrency = 'parallel' | 'serial' | KeyedConcurrency;

/** Repeats of `safe` and `idempotent` tools. Times are milliseconds; `backoffMs` doubles up to `maxBackoffMs`. */
export interface ToolRetry {
  readonly attempts: number;
  readonly backoffMs: number;
  readonly maxBackoffMs: number;
  /** Share of the wait that is drawn at random, 0 to 1, downwards. */
  readonly jitter: number;
  /** Whether an error that says `transient: true` of itself is repeated as well, not only a `TransientToolError`. */
  readonly retryErrorResults: boolean;
}

/** Where a tool came from. */
export type ToolOrigin =
  | { readonly kind: 'user'; readonly source: string }
  /** `tool`: the name that the tool has in its bundle, whatever it is called here. */
  | { readonly kind: 'builtin'; readonly bundle: string; readonly options: string; readonly tool?: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string }
  | { readonly kind: 'agent'; readonly agent: string };

/** Where one effective value of a definition was said. */
export type ValueSource =
  | 'decorator'
  | 'toolkit'
  | 'signature'
  | 'definition'
  | 'bundle-option'
  | 'registration'
  | 'registry-policy'
  | 'agent-policy'
  | 'builtin'
  | 'default';

/** Asks only if `when` says so; evaluated over the frozen arguments. A throw counts as true. */
export interface ApprovalRequirement {
  readonly when?: (args: JsonObject, ctx: Ctx) => boolean;
  readonly reason?: string;
}

/**
 * Runs one call. `args` is the validated, frozen JSON object; what is returned may be any JSON value, text, content
 * blocks, a {@link StructuredReturn}, an async iterable (items are progress, the last one is the result) or undefined.
 */
export type ToolHandler = (args: JsonObject, ctx: Ctx) => unknown;

/** Shown to a person before approval: a diff, the parsed commands. Never runs the tool. */
export type ToolPreview = (args: JsonObject, ctx: Ctx) => string | undefined | Promise<string | undefined>;

/**
 * A registered tool: checked, frozen, complete. Made by `defineTool`, by a scan of a toolkit class, or by a bundle.
 * Absent optional fields mean "the registry's policy decides".
 */
export interface ToolDefinition {
  readonly name: string;
  /** Text for the model. */
  readonly description: string;
  /** Text for people. */
  readonly title: string;
  readonly category: string;
  readonly riskLevel: RiskLevel;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Run after `inputSchema` has accepted the arguments and before anything is decided about them. */
  readonly refine?: Refinement;
  readonly permission?: PermissionLevel;
  readonly approval?: ApprovalRequirement;
  readonly concurrency: Concurrency;
  readonly replayPolicy: ReplayPolicy;
  /** Deadline of one attempt in milliseconds. */
  readonly timeoutMs?: number;
  readonly retry?: ToolRetry;
  /** Whether a finished result should be repeated under `retry`; never persisted. */
  readonly retryIfResult?: (result: ToolResult) => boolean;
  readonly semantics: Readonly<Record<string, ParameterSemantics>>;
  /** Parameters whose values are redacted from audit, logs and approval records kept on disk. */
  readonly secretParameters: readonly string[];
  /** Parameters that accept a string which is exactly their JSON; everything else is refused. */
  readonly losslessParameters: readonly string[];
  /** Parameters the model never sees, with the values the runtime fills in. */
  readonly hidden: Readonly<Record<string, JsonValue>>;
  readonly origin: ToolOrigin;
  /** Digest of name, description, schemas and annotations; approvals and grants bind to it. */
  readonly fingerprint: string;
  /** True when a policy must not change the declared deadline. */
  readonly ownLimits: boolean;
  /** True when the tool bounds its own pages, so that results are never cut again. */
  readonly pages: boolean;
  /** Tokens that the run's scope must supply before the first step. */
  readonly dependencies: readonly InjectionToken[];
  readonly visible?: (ctx: Ctx) => boolean;
  /** True when `visible` is asked before each step, not only when the run starts. */
  readonly visiblePerStep: boolean;
  /** Joins the system prompt while any tool that carries it is visible. */
  readonly instructions?: string;
  readonly preview?: ToolPreview;
  /** Name of the toolkit method that tells whether an interrupted call took effect. */
  readonly reconcile?: (idempotencyKey: string, args: JsonObject, ctx: Ctx) => unknown;
  readonly offload?: OffloadTarget;
  readonly handler: ToolHandler;
  /** Source of each value that was said, by field name; fields not listed are defaults. */
  readonly sources: Readonly<Record<string, ValueSource>>;
}

/** A module function that runs in a worker: importable by URL and export name. */
export interface OffloadTarget {
  readonly module: string;
  readonly exportName: string;
}
