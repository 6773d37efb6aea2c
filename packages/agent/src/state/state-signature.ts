import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson, HarnessError, type JsonObject } from '@tackroom/core';
import { isMark } from './vouched-decisions.js';

/** Key that signs states; keep it where the states do not go. */
export type StateKey = string | Uint8Array;

/** The state with its signature: HMAC-SHA-256 over its canonical JSON. */
export function signState(data: JsonObject, key: StateKey): JsonObject {
  const { signature: _, ...unsigned } = data;
  return { ...unsigned, signature: signatureOf(unsigned, key) };
}

/** Throws `RUN_STATE_TAMPERED` unless `data` is exactly what `key` signed. */
export function verifyState(data: JsonObject, key: StateKey): void {
  if (isSigned(data, key)) return;
  const { signature } = data;
  const message =
    typeof signature === 'string' && !isMark(signature)
      ? 'The run state was altered after it was signed, or signed with another key. It is refused.'
      : 'The run state carries no signature, but this agent has a stateKey. It is refused.';
  throw new HarnessError('RUN_STATE_TAMPERED', message);
}

/** Whether `data` is exactly what `key` signed. */
export function isSigned({ signature, ...unsigned }: JsonObject, key: StateKey): boolean {
  const expected = Buffer.from(signatureOf(unsigned, key));
  const given = Buffer.from(typeof signature === 'string' ? signature : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(unsigned: JsonObject, key: StateKey): string {
  return `hmac-sha256:${createHmac('sha256', key).update(canonicalJson(unsigned)).digest('hex')}`;
}
