import { sourceOf, type ApprovalRequest, type JsonObject, type PendingItem } from '@tackroom/core';
import { waitingIn } from './decide-pending.js';
import type { RunStateData, StoredCall } from './run-state-data.js';
import { shownItem } from './shown-item.js';
import { readStateData } from './versions/run-state-versions.js';

/** Makes a stored request again from its arguments. */
export type ReviewRequest = (stored: ApprovalRequest) => Promise<ApprovalRequest>;

/** Whether somebody may still be shown a request that is stored here. */
export function hasUndecided({ calls }: RunStateData): boolean {
  return calls.some(
    (call) => call.decision === undefined && call.status !== 'settled' && call.pending.some(({ kind }) => kind === 'approval'),
  );
}

/**
 * The state with every request that waits made again: what is shown of a call from here on comes from its arguments, and not from
 * the state. What waits in a run inside has tools of its own, so it is shown as far as its arguments tell.
 */
export async function reviewPending(data: RunStateData, review: ReviewRequest): Promise<RunStateData> {
  const calls: StoredCall[] = [];
  for (const call of data.calls) calls.push(await reviewCall(call, review));
  return { ...data, calls };
}

async function reviewCall(call: StoredCall, review: ReviewRequest): Promise<StoredCall> {
  if (call.decision !== undefined || call.status === 'settled') return call;
  if (call.status === 'suspended' && call.childState !== undefined) return reviewInside(call, call.childState);
  const pending: PendingItem[] = [];
  for (const item of call.pending) pending.push(item.kind === 'approval' ? await review(item) : shownItem(item));
  return { ...call, pending };
}

async function reviewInside(call: StoredCall, childState: JsonObject): Promise<StoredCall> {
  const child = await reviewPending(readStateData(childState), (stored) => Promise.resolve(sourceOf(stored)));
  return { ...call, childState: JSON.parse(JSON.stringify(child)) as JsonObject, pending: waitingIn(child) };
}
