import type { Ctx } from '../contracts/ctx.js';
import type { DtoClass } from '../contracts/dto-class.js';
import { problemsError, type Problem } from '../contracts/errors.js';
import type { StandardOutput, StandardSchema } from '../contracts/standard-schema.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { SIGNATURES } from '../decorators/metadata-store.js';
import { isProblems } from '../schema/shape-source.js';
import { checkToolOptions } from './check-tool-options.js';
import { completeDefinition } from './complete-definition.js';
import { attachedSignature, signatureOptions } from './signature-options.js';
import type { ToolOptions } from './tool-options.js';
import { isRecord, shown } from './tool-problem.js';
import { toolSchemas, type ToolSchemas } from './tool-schemas.js';

export type { ToolOptions } from './tool-options.js';

/** Options of a tool whose handler takes what a Standard Schema gives, or an instance of a class with class-validator's rules. */
export type TypedToolOptions<S extends StandardSchema | DtoClass<object>> = Omit<ToolOptions, 'input' | 'inputSchema' | 'handler'> & {
  readonly input: S;
  readonly handler: (args: InputValue<S>, ctx: Ctx) => unknown;
};

/** What a schema or a class makes of the arguments. */
type InputValue<S> = S extends StandardSchema ? StandardOutput<S> : S extends DtoClass<infer T> ? T : never;

/** Options of a tool whose schema a compiler reads from its handler. */
export type CompiledToolOptions<Args extends object> = Omit<ToolOptions, 'input' | 'inputSchema' | 'handler' | 'refine'> & {
  readonly input?: never;
  readonly inputSchema?: never;
  readonly handler: (args: Args, ctx: Ctx) => unknown;
};

/**
 * Makes a tool without decorators: checks everything at once, completes and freezes it. Throws `TOOL_INVALID` with every
 * problem; the codes of the problems are `TOOL_NAME_INVALID`, `TOOL_DESCRIPTION_EMPTY`, `TOOL_OPTION_INVALID`,
 * `SCHEMA_INVALID`, `SCHEMA_NOT_CONVERTIBLE` and those of DTO classes (`DTO_…`).
 */
export function defineTool<S extends StandardSchema | DtoClass<object>>(options: TypedToolOptions<S>): ToolDefinition;
export function defineTool<Args extends object>(options: CompiledToolOptions<Args>): ToolDefinition;
export function defineTool(options: ToolOptions): ToolDefinition;
export function defineTool(given: object): ToolDefinition {
  const options = withAttached(given as ToolOptions); // checked next, as anything a user wrote
  if (isProblems(options)) throw problemsError('TOOL_INVALID', 'The tool is not valid', options);
  const prepared = prepareTool(options, isRecord(options) ? `tool ${String(options.name)}` : 'defineTool');
  if (isProblems(prepared)) throw problemsError('TOOL_INVALID', 'The tool is not valid', prepared);
  return completeDefinition(options, prepared);
}

/** Checks a tool's options and schemas together. */
export function prepareTool(options: ToolOptions, where: string): ToolSchemas | readonly Problem[] {
  if (!isRecord(options)) return [{ code: 'TOOL_OPTION_INVALID', where, message: `The options are ${shown(options)}; write one object.` }];
  const schemas = toolSchemas(options, where);
  const problems = checkToolOptions(options, where);
  if (isProblems(schemas)) return [...problems, ...schemas];
  return problems.length > 0 ? problems : schemas;
}

/** A compiler that read the handler's signature left it among the options. */
function withAttached(options: ToolOptions): ToolOptions | readonly Problem[] {
  const signature = isRecord(options) ? attachedSignature(options) : undefined;
  if (signature === undefined) return options;
  const { [SIGNATURES]: _read, ...said } = options as ToolOptions & { readonly [SIGNATURES]?: unknown };
  return signatureOptions(said, signature);
}
