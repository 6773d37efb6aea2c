import { HarnessError, isEntitled, type Message, type PendingItem } from '@tackroom/core';
import { isAsAsked, notEntitled } from './decide-pending.js';
import type { RunStateData, StoredCall } from './run-state-data.js';

/**
 * Throws unless the stored calls are exactly those that the model's last message made (`RUN_STATE_INVALID`), and every
 * request and decision belongs to the call it lies at (`APPROVAL_MISMATCH`). A request that the run never made is refused
 * so, and a decision by somebody who may not make it (`APPROVAL_NOT_ENTITLED`); whoever can rewrite a whole state
 * consistently is kept out by a `stateKey` only.
 */
export function checkBound(data: RunStateData): void {
  const made = callsOf(data.messages.at(-1));
  const ids = new Set<string>();
  for (const [at, call] of data.calls.entries()) {
    const part = made[at];
    const isMade = part !== undefined && part.toolCallId === call.toolCallId && part.toolName === call.toolName;
    if (!isMade || ids.has(call.callId)) throw invalid(`call ${call.callId} is not the one that the model made`);
    ids.add(call.callId);
    checkStatus(call);
    for (const item of call.pending) checkItem(data, call, item);
    checkDecision(call);
  }
  if (data.calls.length === 0 || made.length !== data.calls.length) throw invalid('it lacks calls that the model made');
}

function callsOf(message: Message | undefined): readonly { readonly toolCallId: string; readonly toolName: string }[] {
  return message?.role === 'assistant' ? message.content.filter((part) => part.type === 'tool-call') : [];
}

function checkStatus({ callId, status, pending, result, decision }: StoredCall): void {
  if (status === 'settled' && result?.callId !== callId) throw invalid(`the finished call ${callId} has no result of its own`);
  if (status === 'pending' && pending.length !== 1) throw invalid(`the pending call ${callId} waits for nothing`);
  const isYes = decision?.type === 'approve' || decision?.type === 'edit';
  const waits = status === 'pending' || (status === 'ready' && isYes);
  if (decision !== undefined && !waits) throw mismatch(decision.id, 'is decided, but its call does not wait');
}

function checkItem(data: RunStateData, call: StoredCall, item: PendingItem): void {
  // What waits inside a suspended call belongs to the run in there.
  if (call.status !== 'pending' && call.status !== 'ready') return;
  if (item.runId !== data.runId || item.callId !== call.callId) throw mismatch(item.id, 'was made for another call');
  if (!isAsAsked(item)) throw mismatch(item.id, 'shows something else than what was asked');
}

function checkDecision({ pending, decision }: StoredCall): void {
  if (decision === undefined) return;
  const item = pending.find(({ id }) => id === decision.id);
  const isAnswer = decision.type === 'answer';
  if (item === undefined || isAnswer !== (item.kind === 'question')) throw mismatch(decision.id, 'is not what its call waits for');
  if (item.kind === 'approval' && !isEntitled(item.approvers, decision)) throw notEntitled(item, decision);
}

function invalid(what: string): HarnessError {
  return new HarnessError(
    'RUN_STATE_INVALID',
    `The run state does not hold together: ${what}. It was altered; restore the one that was stored.`,
  );
}

function mismatch(id: string, what: string): HarnessError {
  return new HarnessError('APPROVAL_MISMATCH', `${JSON.stringify(id)} ${what}; the state was altered.`);
}
