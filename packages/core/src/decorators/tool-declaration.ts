import type { Ctx } from '../contracts/ctx.js';
import type { DtoClass } from '../contracts/dto-class.js';
import type { JsonSchema, JsonValue } from '../contracts/json.js';
import type { PermissionLevel } from '../contracts/permissions.js';
import type { ManifestContent } from '../contracts/schema-manifest.js';
import type { StandardSchema } from '../contracts/standard-schema.js';
import type { InjectionToken } from '../contracts/token.js';
import type { ToolResult } from '../contracts/tool-call.js';
import type {
  ApprovalRequirement,
  Concurrency,
  OffloadTarget,
  ParameterSemantics,
  ReplayPolicy,
  RiskLevel,
  ToolPreview,
  ToolRetry,
} from '../contracts/tool-definition.js';

/** What `@Toolkit` takes: defaults for the tools of a class. */
export interface ToolkitOptions {
  readonly category?: string;
  readonly riskLevel?: RiskLevel;
  /** Put before the name of every tool, with `_` between. */
  readonly prefix?: string;
  /** Joins the system prompt while any of the tools is visible. */
  readonly instructions?: string;
  /** Names the class where its own name is not unique or not stable, as in minified builds. */
  readonly id?: string;
  /** Compiled schemas that the package of the class ships: the content of its `tackroom.schemas.json`. */
  readonly manifest?: ManifestContent;
  /** Asked besides each tool's own `visible`. */
  readonly visible?: (ctx: Ctx) => boolean;
  /** Asks `visible` before each step, not only when the run starts. */
  readonly visiblePerStep?: boolean;
}

/** What `@Tool` takes. Whatever is absent comes from the toolkit, the registry's policy or the defaults. */
export interface ToolDecoratorOptions {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`; the method's (or class's) name in snake_case unless given. */
  readonly name?: string;
  /** Text for the model. */
  readonly description?: string;
  /** Text for people; derived from the name unless given. */
  readonly title?: string;
  readonly category?: string;
  readonly riskLevel?: RiskLevel;
  /** Schema of the whole arguments object, which the method then takes as its first parameter. */
  readonly input?: JsonSchema | StandardSchema | DtoClass;
  /** Schema of the result; a result that breaks it becomes an error result. */
  readonly output?: JsonSchema | StandardSchema;
  readonly permission?: PermissionLevel;
  readonly concurrency?: Concurrency;
  readonly replayPolicy?: ReplayPolicy;
  /** Deadline of one attempt in milliseconds. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<ToolRetry>;
  readonly retryIfResult?: (result: ToolResult) => boolean;
  /** By parameter name; for tools with `input`. */
  readonly semantics?: Readonly<Record<string, ParameterSemantics>>;
  /** Names of parameters that are redacted; for tools with `input`. */
  readonly secretParameters?: readonly string[];
  /** Lets every parameter take a string that is exactly its JSON. */
  readonly coerce?: 'lossless';
  readonly visible?: (ctx: Ctx) => boolean;
  readonly visiblePerStep?: boolean;
  readonly preview?: ToolPreview;
  /** The tool bounds its own pages; its results are never cut. */
  readonly pages?: boolean;
  /** A tool without a description is a mistake unless this says otherwise. */
  readonly allowEmptyDescription?: boolean;
}

/** The types that a parameter can be given by name. */
export type PrimitiveTypeName = 'string' | 'number' | 'integer' | 'boolean';

/** What `@Param` takes. */
export interface ParamOptions {
  /** The name that the model uses; read from the method's source unless given. */
  readonly name?: string;
  /** Text for the model. */
  readonly description?: string;
  /** Says the type where no metadata is emitted, or `integer` for a number without a fraction. */
  readonly type?: PrimitiveTypeName;
  /** The whole schema of the parameter. */
  readonly schema?: JsonSchema | StandardSchema | DtoClass;
  /** How permission rules understand the value. */
  readonly semantics?: ParameterSemantics;
  /** Redacts the value from audit, logs and stored approvals. */
  readonly secret?: boolean;
  /** Takes a string that is exactly the number, boolean or container that the schema asks for. */
  readonly coerce?: 'lossless';
  /** The model may leave it out. Needed for `name?: type`, which leaves no trace at run time. */
  readonly optional?: boolean;
  /** Filled in when the model leaves it out. */
  readonly default?: JsonValue;
}

/** What fills one position of a method's parameter list. */
export type PositionDeclaration =
  | { readonly kind: 'param'; readonly param: ParamOptions }
  | { readonly kind: 'ctx' }
  | { readonly kind: 'dep'; readonly token: InjectionToken };

/** What decorators other than `@Tool` say of a tool. Each is said at most once, but approval adds up. */
export interface StatedFacts {
  readonly approvals?: readonly ApprovalRequirement[];
  readonly permission?: PermissionLevel;
  readonly replayPolicy?: ReplayPolicy;
  readonly concurrency?: Concurrency;
  readonly timeoutMs?: number;
  readonly retry?: Partial<ToolRetry>;
  readonly riskLevel?: RiskLevel;
  readonly reconcile?: string;
  readonly offload?: OffloadTarget;
}

/** Everything that decorators wrote about one method, or about a class as a tool. */
export interface ToolDeclaration {
  readonly tool?: ToolDecoratorOptions;
  readonly facts: StatedFacts;
  /** By position; sparse positions are undecorated. */
  readonly positions: ReadonlyMap<number, PositionDeclaration>;
  /** Names of the decorators, for messages. */
  readonly decorators: readonly string[];
}

/** Everything that decorators wrote about one class. */
export interface ToolkitDeclaration {
  readonly toolkit?: ToolkitOptions;
  /** What was said of the class as a tool: `@Tool` on a class. */
  readonly asTool: ToolDeclaration;
  readonly isInjectable: boolean;
  readonly misuses: readonly Misuse[];
}

/** A decorator where it can do nothing. Decorators never throw for it: the scan reports it with everything else. */
export interface Misuse {
  readonly code: 'DECORATOR_MISPLACED' | 'DECORATOR_REPEATED';
  readonly decorator: string;
  readonly member?: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
}
