import { createHash } from 'node:crypto';
import { HarnessError } from '@tackroom/core';
import { TrailState } from './trail-state.js';

/** A place where a trail is not as it was written. */
export interface AuditProblem {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly message: string;
}

/** What became of a trail. */
export interface AuditVerification {
  readonly records: number;
  /** How many writers there were. */
  readonly chains: number;
  readonly problems: readonly AuditProblem[];
  /**
   * Stands for the whole trail as it is: its number of lines and a hash of them. Kept elsewhere and given back later, it
   * shows whether the trail still begins so.
   */
  readonly anchor: string;
}

/** How a trail is looked at. */
export interface VerifyAuditOptions {
  /** The `anchor` of an earlier look: lines that were there then and are gone are a problem, also at the end. */
  readonly anchor?: string;
}

/**
 * Whether the lines of an audit file are as they were written: none changed, added, moved or taken out. That lines at the
 * end are missing cannot be seen from the file alone: give the `anchor` of an earlier look for that. The hashes have no key,
 * so whoever writes the rest of the file anew from some line on is found by an anchor only. Throws `AUDIT_ANCHOR_INVALID`.
 */
export async function verifyAuditTrail(
  lines: AsyncIterable<string> | Iterable<string>,
  options: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  const earlier = options.anchor === undefined ? undefined : readAnchor(options.anchor);
  const whole = createHash('sha256');
  let held: string | undefined;
  const state = new TrailState();
  const problems: AuditProblem[] = [];
  let number = 0;
  let records = 0;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    records += 1;
    whole.update(`${line}\n`);
    if (records === earlier?.records) held = whole.copy().digest('hex');
    const message = state.take(line);
    if (message !== undefined) problems.push({ line: number, message });
  }
  if (earlier !== undefined && held !== earlier.hash) {
    const message =
      records < earlier.records ? `records are missing: there were ${earlier.records}` : 'the trail is not the one of the anchor';
    problems.push({ line: number, message });
  }
  return { records, chains: state.writers, problems, anchor: `${records}:${whole.digest('hex')}` };
}

function readAnchor(text: string): { readonly records: number; readonly hash: string } {
  const [, records, hash] = /^([1-9]\d{0,14}):([\da-f]{64})$/.exec(text) ?? [];
  if (records !== undefined && hash !== undefined) return { records: Number(records), hash };
  throw new HarnessError(
    'AUDIT_ANCHOR_INVALID',
    `${JSON.stringify(text)} is not an anchor; give what verifying gave before, such as 12:9f86….`,
  );
}
