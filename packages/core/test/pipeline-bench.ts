import type { CallOutcome, IncomingCall, ToolResult } from '@tackroom/core';
import { callBench, callThrough, echo, resultOf as resultOfCall, TEXT, type CallBench } from './call-bench.js';

export { callBench as bench, echo as tool, TEXT as text };

/** One call with these arguments through both halves of the pipeline. */
export function perform(at: CallBench, args: IncomingCall['args'], name = 'echo', callId = 'call_1'): Promise<CallOutcome> {
  return callThrough(at, { args, name, callId });
}

/** The result of a call that must end with one. */
export function resultOf(at: CallBench, args: IncomingCall['args'], name = 'echo'): Promise<ToolResult> {
  return resultOfCall(at, { args, name });
}
