import type { JsonObject } from '../contracts/json.js';
import type { BeforeToolCall } from '../contracts/middleware.js';
import type { ToolResult } from '../contracts/tool-call.js';
import type { CallKernel } from './call-kernel.js';
import { errorResult } from './call-result.js';
import { errorMessage } from './error-text.js';
import type { RunContext } from './run-context.js';

/** What the hooks before a tool made of its arguments: other ones, or a refusal for the model. */
export type MiddlewareAnswer = { readonly args: Record<string, unknown> } | { readonly refusal: string; readonly code: string };

/** Whether any hook wants to see calls before they run. */
export function hasBeforeTool(kernel: CallKernel): boolean {
  return kernel.middleware.length > 0 && kernel.middleware.some((middleware) => middleware.beforeTool !== undefined);
}

/**
 * Runs the `beforeTool` hooks, outermost first, each on what the one before it left. A hook that throws refuses the call
 * and raises an `error` event.
 */
export async function runBeforeTool(kernel: CallKernel, call: BeforeToolCall, run: RunContext): Promise<MiddlewareAnswer> {
  let args: JsonObject = call.args;
  for (const middleware of kernel.middleware) {
    if (middleware.beforeTool === undefined) continue;
    try {
      const answer = await middleware.beforeTool({ ...call, args });
      if (answer === undefined) continue;
      if ('refuse' in answer) return { refusal: answer.refuse, code: 'MIDDLEWARE_REFUSED' };
      args = answer.args;
    } catch (error) {
      return { refusal: hookFailed(kernel, run, call.callId, error), code: 'MIDDLEWARE_FAILED' };
    }
  }
  // A copy: what a hook keeps a reference to must not be frozen or filled with defaults under its hands.
  return { args: JSON.parse(JSON.stringify(args)) as Record<string, unknown> };
}

/** Runs the `afterTool` hooks, innermost (last registered) first. The ids of a result cannot be changed. */
export async function runAfterTool(kernel: CallKernel, call: BeforeToolCall, result: ToolResult, run: RunContext): Promise<ToolResult> {
  let current = result;
  for (const middleware of [...kernel.middleware].reverse()) {
    if (middleware.afterTool === undefined) continue;
    try {
      const changed = await middleware.afterTool(call, current);
      if (changed !== undefined) current = { ...changed, callId: result.callId, toolName: result.toolName };
    } catch (error) {
      const message = hookFailed(kernel, run, call.callId, error);
      current = errorResult(result, 'MIDDLEWARE_FAILED', message, result.metadata);
    }
  }
  return current;
}

/** Whether any hook wants to see results. */
export function hasAfterTool(kernel: CallKernel): boolean {
  return kernel.middleware.length > 0 && kernel.middleware.some((middleware) => middleware.afterTool !== undefined);
}

function hookFailed(kernel: CallKernel, run: RunContext, callId: string, error: unknown): string {
  const message = errorMessage(error, run.workspace.root);
  kernel.logger.error('A middleware hook threw.', { callId, error: message });
  run.emit?.('error', { code: 'MIDDLEWARE_FAILED', message, callId });
  return `A hook of this harness failed on the call: ${message}`;
}
