import type { Ctx } from '../contracts/ctx.js';
import type { DtoClass } from '../contracts/dto-class.js';
import type { Problem } from '../contracts/errors.js';
import type { JsonSchema } from '../contracts/json.js';
import type { StandardOutput, StandardSchema } from '../contracts/standard-schema.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { describeFunction, readFunction } from '../decorators/metadata-store.js';
import { isProblems } from '../schema/shape-source.js';
import { completeDefinition } from './complete-definition.js';
import { prepareTool } from './define-tool.js';
import { missingSchema } from './reads-arguments.js';
import { isDerivedName, snakeCase } from './snake-case.js';
import type { SignatureIndex } from './signature-index.js';
import { attachedSignature, signatureOptions } from './signature-options.js';
import type { ToolOptions } from './tool-options.js';
import { isRecord } from './tool-problem.js';

/** What a function says about itself as a tool; the name is the function's in snake_case unless given. */
export type ToolFunctionOptions = Omit<ToolOptions, 'name' | 'description' | 'handler' | 'input'> & {
  readonly name?: string;
  /** Text for the model; the function's doc comment where a compiler read it. */
  readonly description?: string;
  readonly input?: JsonSchema & { readonly '~standard'?: never };
};

/** The same, when the function takes what a Standard Schema gives. */
export type TypedToolFunctionOptions<S extends StandardSchema> = Omit<ToolFunctionOptions, 'input' | 'inputSchema'> & { readonly input: S };

/** The same, when the function takes an instance of a class with class-validator's rules. */
export type InstanceToolFunctionOptions<T extends object> = Omit<ToolFunctionOptions, 'input' | 'inputSchema'> & {
  readonly input: DtoClass<T>;
};

/**
 * Lets a plain function of `(args, ctx)` stand in a list of tools. Gives the function itself, which can still be called as
 * one; nothing is checked before it is registered.
 */
export function toolFunction<S extends StandardSchema, F extends (args: StandardOutput<S>, ctx: Ctx) => unknown>(
  options: TypedToolFunctionOptions<S>,
  fn: F,
): F;
export function toolFunction<T extends object, F extends (args: T, ctx: Ctx) => unknown>(options: InstanceToolFunctionOptions<T>, fn: F): F;
export function toolFunction<F extends (...args: never[]) => unknown>(options: ToolFunctionOptions, fn: F): F;
export function toolFunction<F extends (...args: never[]) => unknown>(options: object, fn: F): F {
  describeFunction(fn, options);
  return fn;
}

/**
 * The tool that a function in a list of tools stands for, or its problems: `TOOL_FUNCTION_UNDESCRIBED`,
 * `TOOL_FUNCTION_ANONYMOUS` and those of `defineTool`. `where` names the item of the list.
 */
export function definitionOfFunction(
  fn: (...args: never[]) => unknown,
  where: string,
  signatures?: SignatureIndex,
): ToolDefinition | readonly Problem[] {
  const said = readFunction(fn);
  const label = fn.name === '' ? 'a function without a name' : `the function ${fn.name}`;
  if (!isRecord(said)) {
    const message = `It is ${label}, of which no schema is known: write toolFunction({ description, inputSchema }, ${fn.name || 'fn'}) or defineTool({ … }).`;
    return [{ code: 'TOOL_FUNCTION_UNDESCRIBED', where, message }];
  }
  const name = typeof said['name'] === 'string' ? said['name'] : snakeCase(fn.name);
  if (name === '') {
    const message = 'It is a function without a name: give one with toolFunction({ name, … }, fn), or name the function.';
    return [{ code: 'TOOL_FUNCTION_ANONYMOUS', where, message }];
  }
  if (said['name'] === undefined && !isDerivedName(name)) {
    const message = `Its name ${JSON.stringify(fn.name)} does not make a tool name (a-z 0-9 _): give one with toolFunction({ name, … }, fn).`;
    return [{ code: 'TOOL_NAME_INVALID', where, message }];
  }
  const options = functionOptions(fn, { said, name, label }, signatures);
  if (isProblems(options)) return options.map((problem) => ({ ...problem, where: `${where} (${label})` }));
  const prepared = prepareTool(options, `${where} (${label})`);
  return isProblems(prepared) ? prepared : completeDefinition(options, prepared);
}

/** The options, completed by what a compiler read from the function. */
function functionOptions(
  fn: (...args: never[]) => unknown,
  { said, name, label }: { readonly said: object; readonly name: string; readonly label: string },
  signatures: SignatureIndex | undefined,
): ToolOptions | readonly Problem[] {
  const origin = { kind: 'user', source: label } as const;
  const given = { origin, ...said, name, handler: fn } as unknown as ToolOptions; // checked next, as anything a user wrote
  const attached = attachedSignature(said);
  if (attached !== undefined) return signatureOptions(given, attached);
  const { signature, problems } = signatures?.ofTool(name) ?? { signature: undefined, problems: [] };
  if (problems.length > 0) return problems;
  if (signature !== undefined) return signatureOptions(given, signature);
  const missing = given.inputSchema === undefined && given.input === undefined ? missingSchema(fn, label) : undefined;
  return missing === undefined ? given : [missing];
}
