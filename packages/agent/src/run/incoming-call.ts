import type { IncomingCall } from '@tackroom/core';
import type { CallState } from './machine-state.js';

/** A call of the batch on its way into the pipeline. One that a person has decided brings exactly what they decided. */
export function incomingCall(call: CallState): IncomingCall {
  const { decision } = call;
  const { callId, providerCallId, name, args, parsed, damaged } = call.proposal;
  const request = call.pending[0];
  // Without any a call brings no member for it: most have none.
  const where = call.place === undefined ? undefined : { place: call.place };
  if (decision === undefined || request?.kind !== 'approval') {
    return damaged === undefined
      ? { callId, providerCallId, name, args, parsed, ...where }
      : { callId, providerCallId, name, args, damaged, ...where };
  }
  const { id: approvalId, argsDigest, definitionFingerprint, reason, expiresAt } = request;
  const edited = decision.type === 'edit';
  const { by, at } = decision;
  const who = { ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
  return {
    callId,
    providerCallId,
    name: request.toolName,
    args: edited ? decision.args : request.args,
    ...(request.place === undefined ? {} : { place: request.place }),
    approved: {
      ...{ approvalId, argsDigest, definitionFingerprint, reason, edited, ...who },
      ...(decision.type === 'reject' ? { refused: true } : {}),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  };
}
