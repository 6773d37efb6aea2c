import type { AuditedCall, CompiledTools, JsonObject } from '@tackroom/core';
import type { CallState } from './machine-state.js';

/**
 * The calls that a run was resumed with, until they are prepared again: what closes them before that is put on record all
 * the same.
 */
export class RestoredCalls {
  private readonly calls: Map<string, CallState>;

  constructor(calls: readonly CallState[]) {
    this.calls = new Map(calls.filter(({ status }) => status !== 'settled').map((call) => [call.proposal.callId, call]));
  }

  /** The call is prepared: from now on what comes of it is recorded like that of any other. */
  forget(callId: string): void {
    this.calls.delete(callId);
  }

  /** A call as far as it is known; undefined if it is none of these. */
  find(callId: string, tools: CompiledTools): AuditedCall | undefined {
    const call = this.calls.get(callId);
    if (call === undefined) return undefined;
    const { toolName, args } = call.pending[0] ?? { toolName: call.proposal.toolName, args: readArgs(call.proposal.args) };
    return { callId, toolName, args, tool: tools.find(toolName) };
  }
}

/** Arguments of a call that was held: they could be read, or it would have ended then. */
function readArgs(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject; // read before, and found to be an object
  } catch {
    return {};
  }
}
