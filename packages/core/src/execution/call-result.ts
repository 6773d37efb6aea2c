import type { Content } from '../contracts/content.js';
import type { JsonValue } from '../contracts/json.js';
import type { ToolResult, ToolResultMetadata } from '../contracts/tool-call.js';
import { deepFreeze } from './deep-freeze.js';
import type { RunContext } from './run-context.js';

/** Which call a result answers. */
export interface CallIdentity {
  readonly callId: string;
  readonly toolName: string;
}

const UNSTARTED: ToolResultMetadata = Object.freeze({ durationMs: 0, attempts: 0 });

/** An error result; its message is one line for the model. Without metadata it says that no handler was started. */
export function errorResult(of: CallIdentity, code: string, message: string, metadata: ToolResultMetadata = UNSTARTED): ToolResult {
  return { callId: of.callId, toolName: of.toolName, success: false, error: { code, message }, content: message, metadata };
}

/** The result of a call that a stop path closes without running it: cancelled, not executed, cut off. */
export function closedResult(callId: string, toolName: string, code: string, text: string): ToolResult {
  return errorResult({ callId, toolName }, code, text);
}

/** The result of a handler that returned. */
export function successResult(
  of: CallIdentity,
  value: { readonly output: JsonValue | undefined; readonly content: Content },
  metadata: ToolResultMetadata,
): ToolResult {
  const { callId, toolName } = of;
  const { output, content } = value;
  return output === undefined
    ? { callId, toolName, success: true, content, metadata }
    : { callId, toolName, success: true, output, content, metadata };
}

/** Tells listeners of a result. It is frozen for that: the run and the model see the very same one. */
export function emitResult(run: RunContext, result: ToolResult): void {
  if (run.emit === undefined) return;
  const { callId, toolName, success, content, output, error, metadata } = deepFreeze(result);
  run.emit('tool-result', {
    callId,
    toolName,
    success,
    content,
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    metadata,
  });
}
