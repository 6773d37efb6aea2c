import { HarnessError } from '../contracts/errors.js';
import type { JsonObject } from '../contracts/json.js';
import type { BeforeToolCall } from '../contracts/middleware.js';
import type { ToolResult } from '../contracts/tool-call.js';
import type { AuditedCall } from './audit-record.js';
import type { CallKernel } from './call-kernel.js';
import { errorResult } from './call-result.js';
import type { CompiledTools } from './compile-tools.js';
import { errorMessage } from './error-text.js';
import { renderStructured } from './render-result.js';
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

/** A call that has its result. */
export interface EndedToolCall {
  readonly tools: Pick<CompiledTools, 'kernel'>;
  readonly run: RunContext;
  readonly call: AuditedCall;
}

/**
 * Runs the `afterTool` hooks, innermost (last registered) first. What a hook makes of a result is rendered like what a
 * handler returns: plain data, bounded. The ids cannot be changed. A hook that throws makes an error of the result and
 * raises an `error` event; the model is told that the tool ran all the same.
 */
export async function runAfterTool(at: EndedToolCall, result: ToolResult): Promise<ToolResult> {
  const { callId, toolName, args } = at.call;
  const call = { callId, toolName, args, runId: at.run.runId };
  let current = result;
  for (const middleware of at.tools.kernel.middleware.toReversed()) {
    if (middleware.afterTool === undefined) continue;
    try {
      const changed = await middleware.afterTool(call, current);
      if (changed !== undefined) current = await renderChanged(at, current, changed);
    } catch (error) {
      if (HarnessError.is(error, 'RUN_STORAGE')) throw error;
      const message = `The tool ran and its effects stand, but its result is lost. ${hookFailed(at.tools.kernel, at.run, callId, error)}`;
      current = errorResult(result, 'MIDDLEWARE_FAILED', message, result.metadata);
    }
  }
  return current;
}

async function renderChanged({ tools, run, call }: EndedToolCall, before: ToolResult, changed: ToolResult): Promise<ToolResult> {
  const { success, output, error, metadata } = changed;
  if (typeof success !== 'boolean') throw new TypeError('afterTool gave something that is no result');
  // Text that the hook left alone was rendered before.
  const isSame = changed.content === before.content;
  const maxChars = isSame || call.tool?.definition.pages === true ? Infinity : tools.kernel.maxResultChars;
  const options = { runId: run.runId, artifacts: tools.kernel.artifacts, maxChars };
  const rendered = await renderStructured({ output, content: changed.content, metadata }, options);
  const { durationMs, attempts } = before.metadata;
  return {
    callId: before.callId,
    toolName: before.toolName,
    success,
    ...(rendered.output === undefined ? {} : { output: rendered.output }),
    ...(error === undefined ? {} : { error: { code: String(error.code), message: String(error.message) } }),
    content: rendered.content,
    metadata: {
      ...rendered.metadata,
      durationMs,
      attempts,
      ...(rendered.artifactId === undefined ? {} : { truncated: true, artifactId: rendered.artifactId }),
    },
  };
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
