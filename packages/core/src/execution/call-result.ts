import type { Content } from '../contracts/content.js';
import type { ToolResult, ToolResultMetadata } from '../contracts/tool-call.js';
import type { RunContext } from './run-context.js';

const UNSTARTED: ToolResultMetadata = Object.freeze({ durationMs: 0, attempts: 0 });

/** An error result of a call whose handler was never started, or whose end has no output. One line for the model. */
export function errorResult(
  callId: string,
  toolName: string,
  code: string,
  message: string,
  metadata: ToolResultMetadata = UNSTARTED,
): ToolResult {
  return { callId, toolName, success: false, error: { code, message }, content: message, metadata };
}

/** The result of a call that a stop path closes: cancelled, not executed, cut off. */
export function closedResult(callId: string, toolName: string, code: string, text: string, outcomeUnknown = false): ToolResult {
  return errorResult(callId, toolName, code, text, outcomeUnknown ? { durationMs: 0, attempts: 1, outcomeUnknown: true } : UNSTARTED);
}

/** A result of a handler that returned. */
export function successResult(
  callId: string,
  toolName: string,
  output: ToolResult['output'],
  content: Content,
  metadata: ToolResultMetadata,
): ToolResult {
  return output === undefined
    ? { callId, toolName, success: true, content, metadata }
    : { callId, toolName, success: true, output, content, metadata };
}

/** Tells listeners of a result. */
export function emitResult(run: RunContext, result: ToolResult): void {
  run.emit?.('tool-result', {
    callId: result.callId,
    toolName: result.toolName,
    success: result.success,
    content: result.content,
    ...(result.output === undefined ? {} : { output: result.output }),
    ...(result.error === undefined ? {} : { error: result.error }),
    metadata: result.metadata,
  });
}
