import type { Ctx } from '../contracts/ctx.js';
import type { DtoClass } from '../contracts/dto-class.js';
import type { JsonSchema, JsonValue } from '../contracts/json.js';
import type { PermissionLevel } from '../contracts/permissions.js';
import type { Refinement, StandardSchema } from '../contracts/standard-schema.js';
import type { InjectionToken } from '../contracts/token.js';
import type { ToolResult } from '../contracts/tool-call.js';
import type {
  ApprovalRequirement,
  Concurrency,
  OffloadTarget,
  ParameterSemantics,
  ReplayPolicy,
  RiskLevel,
  ToolDefinition,
  ToolHandler,
  ToolOrigin,
  ToolPreview,
  ToolRetry,
  ValueSource,
} from '../contracts/tool-definition.js';

/** What `defineTool` takes. Whatever is absent comes from the registry's policy or the defaults. */
export interface ToolOptions {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`. */
  readonly name: string;
  /** Text for the model. */
  readonly description: string;
  readonly handler: ToolHandler;
  /** Schema of the arguments; kept as published. One of `inputSchema` and `input`, or neither for a tool without any. */
  readonly inputSchema?: JsonSchema;
  /** The same, as a Standard Schema, a class with class-validator's rules, or JSON Schema. */
  readonly input?: JsonSchema | StandardSchema | DtoClass;
  /** Schema of the result; a result that breaks it becomes an error result. */
  readonly outputSchema?: JsonSchema | StandardSchema;
  /** Checks beyond the schema; with `input` as a Standard Schema its own are run too. */
  readonly refine?: Refinement;
  /** Text for people; derived from the name unless given. */
  readonly title?: string;
  /** `general` unless given. */
  readonly category?: string;
  /** `low` unless given. */
  readonly riskLevel?: RiskLevel;
  readonly permission?: PermissionLevel;
  readonly approval?: ApprovalRequirement;
  /** `parallel` unless given. */
  readonly concurrency?: Concurrency;
  /** `manual` unless given. */
  readonly replayPolicy?: ReplayPolicy;
  /** Deadline of one attempt in milliseconds, above 0 and at most 2^31-1. */
  readonly timeoutMs?: number;
  /** What it leaves out is taken from the defaults. */
  readonly retry?: Partial<ToolRetry>;
  readonly retryIfResult?: (result: ToolResult) => boolean;
  /** By parameter name; `text` unless given. */
  readonly semantics?: Readonly<Record<string, ParameterSemantics>>;
  readonly secretParameters?: readonly string[];
  readonly losslessParameters?: readonly string[];
  /** Parameters the model never sees, with the values the runtime fills in. */
  readonly hidden?: Readonly<Record<string, JsonValue>>;
  readonly origin?: ToolOrigin;
  readonly ownLimits?: boolean;
  readonly pages?: boolean;
  readonly dependencies?: readonly InjectionToken[];
  readonly visible?: (ctx: Ctx) => boolean;
  readonly visiblePerStep?: boolean;
  readonly instructions?: string;
  readonly preview?: ToolPreview;
  readonly reconcile?: NonNullable<ToolDefinition['reconcile']>;
  readonly offload?: OffloadTarget;
  /** A tool without a description is a mistake unless this says otherwise. */
  readonly allowEmptyDescription?: boolean;
  /** Who said each value; `definition` for all that are given unless named here. */
  readonly sources?: Readonly<Record<string, ValueSource>>;
}
