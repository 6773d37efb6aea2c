import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@tackroom/core';
import { waitingIn } from './decide-pending.js';
import type { RunStateData, StoredCall } from './run-state-data.js';
import { readStateData } from './versions/run-state-versions.js';

/** Known to this process only, and never written down. */
const PROCESS_KEY = randomBytes(32);

/** What marks the signature of a process. It vouches for nothing anywhere else. */
const PREFIX = 'process:';

/** Whether a state says that somebody decided or granted something, at any depth. */
export function hasDecisions({ calls, grants }: RunStateData): boolean {
  if (grants.length > 0) return true;
  return calls.some(
    ({ decision, childState }) => decision !== undefined || (childState !== undefined && hasDecisions(readStateData(childState))),
  );
}

/** The state of a process without a key, marked so that the same process believes its decisions when it reads them back. */
export function markState(data: JsonObject): JsonObject {
  const { signature: _, ...unsigned } = data;
  return { ...unsigned, signature: markOf(unsigned) };
}

/** Whether this very process wrote the state, and nobody altered it since. */
export function isOwnState({ signature, ...unsigned }: JsonObject): boolean {
  if (!isMark(signature)) return false;
  const [given, expected] = [Buffer.from(signature), Buffer.from(markOf(unsigned))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether a signature is only the mark of a process. */
export function isMark(signature: unknown): signature is string {
  return typeof signature === 'string' && signature.startsWith(PREFIX);
}

/**
 * The state as if nobody had decided anything: a decision, a grant and a claim that nobody vouches for count for nothing. A call
 * that was held with its approval waits for one again.
 */
export function withoutDecisions(data: RunStateData): RunStateData {
  return { ...data, grants: [], calls: data.calls.map(undecided) };
}

function undecided(call: StoredCall): StoredCall {
  const { decision, childState, ...rest } = call;
  if (childState !== undefined) {
    const child = withoutDecisions(readStateData(childState));
    const pending = call.status === 'suspended' ? waitingIn(child) : call.pending;
    return { ...rest, pending, childState: JSON.parse(JSON.stringify(child)) as JsonObject };
  }
  if (decision === undefined) return call;
  return { ...rest, status: call.status === 'ready' ? 'pending' : call.status };
}

function markOf(unsigned: JsonObject): string {
  return `${PREFIX}${createHmac('sha256', PROCESS_KEY).update(canonicalJson(unsigned)).digest('hex')}`;
}
