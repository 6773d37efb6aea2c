import type { JsonObject } from '../contracts/json.js';
import type { CallFacts } from '../contracts/permissions.js';
import type { Lane } from '../contracts/scheduler.js';
import type { ToolDefinition, ToolRetry } from '../contracts/tool-definition.js';
import type { RunContext } from './run-context.js';

/**
 * One tool made ready for calls: everything that can be decided before a call is decided here, and a step that the tool
 * does not need is absent.
 */
export interface CompiledTool {
  readonly definition: ToolDefinition;
  readonly timeoutMs: number;
  /** Undefined when a call may not be repeated. */
  readonly retry: ToolRetry | undefined;
  readonly dedupe: boolean;
  /** Fills defaults in place; a one-line error text, or undefined when the arguments are right. */
  readonly validate: (args: Record<string, unknown>) => string | undefined;
  /** The same for a result, when the tool declares an output schema. */
  readonly validateOutput: ((output: unknown) => string | undefined) | undefined;
  /** Present only for tools with parameters that have semantics. */
  readonly collectFacts: ((args: JsonObject, run: RunContext) => Promise<CallFacts>) | undefined;
  /** Whether its calls act in a place, which is taken when they are prepared. */
  readonly placed: boolean;
  readonly laneOf: (args: JsonObject, facts: CallFacts) => Lane;
}
