import {
  argsDigest,
  canonicalJson,
  expiredApproval,
  HarnessError,
  isEntitled,
  questionDigest,
  type AnsweredBy,
  type ApprovalRequest,
  type JsonObject,
  type JsonValue,
  type PendingItem,
} from '@tackroom/core';
import type { PendingDecision } from '../run/pending-decision.js';
import type { RunStateData, StoredCall } from './run-state-data.js';
import { readStateData } from './versions/run-state-versions.js';

/** A decision, and optionally what the person saw: then it holds for exactly that. */
export type Decide = PendingDecision & { readonly argsDigest?: string; readonly definitionFingerprint?: string };

/** The state with the decisions in it, all or none; see `RunState.decide` for what it throws. `nowMs`: since the epoch. */
export function decidePending(data: RunStateData, decisions: readonly Decide[], nowMs: number): RunStateData {
  const byId = new Map<string, Decide>();
  for (const decision of decisions) {
    if (byId.has(decision.id)) throw problem('APPROVAL_REPEATED', decision.id, 'is decided twice at once; decide it one way');
    byId.set(decision.id, decision);
  }
  const calls = data.calls.map((call) => decideCall(call, byId, nowMs));
  const [left] = byId.keys();
  if (left !== undefined) throw problem('APPROVAL_UNKNOWN', left, `does not wait in this run${known(data)}`);
  return { ...data, calls };
}

/** Takes its decision out of `byId`. What waits inside a call is decided in the state of the run in there, at any depth. */
function decideCall(call: StoredCall, byId: Map<string, Decide>, nowMs: number): StoredCall {
  if (call.status === 'suspended' && call.childState !== undefined) return decideInside(call, call.childState, { byId, nowMs });
  for (const item of call.pending) {
    const decision = byId.get(item.id);
    if (decision === undefined) continue;
    byId.delete(item.id);
    if (call.decision !== undefined) throw problem('APPROVAL_DECIDED', item.id, 'has been decided already');
    checkDecision(item, decision, nowMs);
    const { argsDigest: _digest, definitionFingerprint: _fingerprint, ...plain } = decision;
    return { ...call, decision: plain };
  }
  return call;
}

function decideInside(
  call: StoredCall,
  childState: JsonObject,
  { byId, nowMs }: { readonly byId: Map<string, Decide>; readonly nowMs: number },
): StoredCall {
  if (byId.size === 0) return call;
  const child = readStateData(childState);
  const inside = [...byId.values()].filter(({ id }) => isIn(child, id));
  if (inside.length === 0) return call;
  for (const { id } of inside) byId.delete(id);
  checkShown(call, child);
  const decided = decidePending(child, inside, nowMs);
  return { ...call, childState: JSON.parse(JSON.stringify(decided)) as JsonObject, pending: waitingIn(decided) };
}

/** Whether a request, decided or not, is one of the run or of a run inside it. */
function isIn(data: RunStateData, id: string): boolean {
  return data.calls.some(({ status, pending, childState }) =>
    status === 'suspended' && childState !== undefined
      ? isIn(readStateData(childState), id)
      : status !== 'settled' && pending.some((item) => item.id === id),
  );
}

/** What a person was shown of a call must be what waits in there. */
function checkShown({ pending }: StoredCall, child: RunStateData): void {
  const [shown, waiting] = [pending, waitingIn(child)].map((items) => canonicalJson(JSON.parse(JSON.stringify(items)) as JsonValue));
  if (shown !== waiting)
    throw problem('APPROVAL_MISMATCH', pending[0]?.id ?? '', 'is not what waits in the run inside; the state was altered');
}

/** What waits for a decision in a run and in all runs inside it, in call order. */
export function waitingIn({ calls }: RunStateData): readonly PendingItem[] {
  return calls.flatMap((call) => (call.decision === undefined && call.status !== 'settled' ? call.pending : []));
}

function checkDecision(item: PendingItem, decision: Decide, nowMs: number): void {
  checkTime(decision);
  checkKind(item, decision);
  if (!isAsAsked(item)) throw problem('APPROVAL_MISMATCH', item.id, 'shows something else than what was asked; the state was altered');
  if (decision.argsDigest !== undefined && decision.argsDigest !== item.argsDigest) {
    throw problem('APPROVAL_MISMATCH', item.id, 'was decided for something else than what waits');
  }
  if (item.kind === 'question') return;
  if (decision.definitionFingerprint !== undefined && decision.definitionFingerprint !== item.definitionFingerprint) {
    throw problem('APPROVAL_MISMATCH', item.id, 'was decided for another definition of the tool than the one that waits');
  }
  if (decision.type === 'edit' && (typeof decision.args !== 'object' || decision.args === null || Array.isArray(decision.args))) {
    throw problem('APPROVAL_INVALID', item.id, 'was edited to arguments that are no JSON object');
  }
  checkTerms(item, decision, nowMs);
}

function checkKind({ kind, id }: PendingItem, decision: Decide): void {
  if (kind === 'approval') {
    if (decision.type === 'answer') throw problem('APPROVAL_INVALID', id, 'is an approval request; use approve, reject or edit');
    return;
  }
  if (decision.type !== 'answer')
    throw problem('APPROVAL_INVALID', id, 'is a question; use state.answer(id, text), with a blank text if nobody answers');
  if (typeof decision.text !== 'string') {
    throw problem('APPROVAL_INVALID', id, 'was answered with what is no text; a blank text says that nobody answers');
  }
  if (decision.definitionFingerprint !== undefined) {
    throw problem('APPROVAL_INVALID', id, 'is a question, which is bound to no definition; leave definitionFingerprint out');
  }
}

/** Whether a request or a question still is what its digest was made of. */
export function isAsAsked(item: PendingItem): boolean {
  return item.argsDigest === (item.kind === 'question' ? questionDigest(item) : argsDigest(item.toolName, item.args, item.place));
}

/** Anybody may be named, and any time, but as text that says so. */
function checkTime({ id, by, at }: Decide): void {
  if (by !== undefined && typeof by !== 'string') throw problem('APPROVAL_INVALID', id, 'was decided by what is no name; `by` is a text');
  if (at !== undefined && Number.isNaN(Date.parse(at))) {
    throw problem('APPROVAL_INVALID', id, `was decided at ${JSON.stringify(at)}, which is no time; \`at\` is ISO 8601`);
  }
}

/** A refusal is never too late. */
function checkTerms(item: ApprovalRequest, decision: Decide, nowMs: number): void {
  if (!isEntitled(item.approvers, decision)) throw notEntitled(item, decision);
  if (decision.type === 'reject') return;
  const saidMs = decision.at === undefined ? nowMs : Math.max(nowMs, Date.parse(decision.at));
  if (expiredApproval(item, saidMs) === undefined) return;
  throw problem('APPROVAL_EXPIRED', item.id, `could be approved until ${item.expiresAt}; reject it, and the model is told`);
}

/** The error for an answer of somebody who may not give it. */
export function notEntitled({ id, approvers = [] }: ApprovalRequest, { by }: AnsweredBy): HarnessError {
  const names = approvers.length === 0 ? 'nobody' : approvers.map((name) => JSON.stringify(name)).join(', ');
  const who = by === undefined ? 'nobody says who answered' : `${JSON.stringify(by)} answered`;
  return problem('APPROVAL_NOT_ENTITLED', id, `may be answered by ${names}, and ${who}; give { by }`);
}

function known(data: RunStateData): string {
  const ids = data.calls.flatMap((call) => call.pending.map((item) => item.id));
  return ids.length === 0 ? ', where nothing waits' : `; waiting are ${ids.join(', ')}`;
}

function problem(code: string, id: string, what: string): HarnessError {
  return new HarnessError(code, `${JSON.stringify(id)} ${what}.`);
}
