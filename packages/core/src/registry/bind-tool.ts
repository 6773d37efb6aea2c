import { HarnessError } from '../contracts/errors.js';
import type { ToolDefinition, ToolHandler } from '../contracts/tool-definition.js';
import { completeDefinition } from './complete-definition.js';
import { bindMethod, type ParameterSource } from './parameter-plan.js';
import type { ToolOptions } from './tool-options.js';
import type { ToolSchemas } from './tool-schemas.js';
import type { Method } from './toolkit-levels.js';

/** A scanned tool without its instance. */
export interface UnboundTool {
  readonly member: string | symbol;
  /** Class and member of the toolkit. */
  readonly where: string;
  readonly options: ToolOptions;
  readonly schemas: ToolSchemas;
  readonly sources: readonly ParameterSource[];
  /** Name of the method that tells whether a call took effect. */
  readonly reconcile: string | undefined;
}

/**
 * The definition of a tool over one instance. Throws `TOOLKIT_NOT_MADE` if the instance does not have the tool's method.
 */
export function bindTool(instance: object, tool: UnboundTool): ToolDefinition {
  const { options, schemas, reconcile, where } = tool;
  const method = methodOf(instance, tool.member, where);
  const handler = options.offload === undefined ? bindMethod(method, instance, tool.sources) : offloaded(where);
  if (reconcile === undefined) return completeDefinition({ ...options, handler }, schemas);
  const reconciler = methodOf(instance, reconcile, where);
  return completeDefinition({ ...options, handler, reconcile: (key, args, ctx) => reconciler.call(instance, key, args, ctx) }, schemas);
}

function methodOf(instance: object, member: string | symbol, where: string): Method {
  const method: unknown = (instance as Readonly<Record<string | symbol, unknown>>)[member];
  if (typeof method === 'function') return method as Method;
  throw new HarnessError('TOOLKIT_NOT_MADE', `The instance that was made for ${where} has no method ${String(member)}.`);
}

/** The body of an offloaded method never runs in a call, not even by a caller that knows nothing of workers. */
function offloaded(where: string): ToolHandler {
  return () => {
    throw new HarnessError('OFFLOAD_INVALID', `${where} runs in a worker and has no handler of its own.`);
  };
}
