import { createHash } from 'node:crypto';
import { HarnessError } from '@tackroom/core';
import { hashOf, splitLine } from './audit-chain.js';

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

/** Where a chain is: the number and the hash of its last line. */
interface Link {
  readonly seq: number;
  readonly hash: string;
}

/**
 * Whether the lines of an audit file are as they were written: none changed, added, moved or taken out. That lines at the
 * end are missing cannot be seen from the file alone: give the `anchor` of an earlier look for that. The hashes have no key,
 * so whoever writes the whole file anew is found by an anchor only. Throws `AUDIT_ANCHOR_INVALID`.
 */
export async function verifyAuditTrail(
  lines: AsyncIterable<string> | Iterable<string>,
  options: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  const earlier = options.anchor === undefined ? undefined : readAnchor(options.anchor);
  const whole = createHash('sha256');
  let held: string | undefined;
  const chains = new Map<string, Link>();
  const hashes = new Set<string>(['']);
  const problems: AuditProblem[] = [];
  let number = 0;
  let records = 0;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    records += 1;
    whole.update(`${line}\n`);
    if (records === earlier?.records) held = whole.copy().digest('hex');
    const message = verifyLine(line, chains, hashes);
    if (message !== undefined) problems.push({ line: number, message });
  }
  if (earlier !== undefined && held !== earlier.hash) {
    const message =
      records < earlier.records ? `records are missing: there were ${earlier.records}` : 'the trail is not the one of the anchor';
    problems.push({ line: number, message });
  }
  return { records, chains: chains.size, problems, anchor: `${records}:${whole.digest('hex')}` };
}

function readAnchor(text: string): { readonly records: number; readonly hash: string } {
  const [, records, hash] = /^([1-9]\d{0,14}):([\da-f]{64})$/.exec(text) ?? [];
  if (records !== undefined && hash !== undefined) return { records: Number(records), hash };
  throw new HarnessError(
    'AUDIT_ANCHOR_INVALID',
    `${JSON.stringify(text)} is no anchor; give what verifying gave before, such as 12:9f86….`,
  );
}

/** What is wrong with a line, which becomes the last one of its chain. */
function verifyLine(line: string, chains: Map<string, Link>, hashes: Set<string>): string | undefined {
  const split = splitLine(line);
  const place = split === undefined ? undefined : placeOf(split.text);
  if (split === undefined || place === undefined) return 'is no record of a chain: it was added, altered or cut off';
  const { chain, seq, after } = place;
  const last = chains.get(chain);
  const before = last?.hash ?? after;
  chains.set(chain, { seq, hash: split.hash });
  hashes.add(split.hash);
  if (last === undefined ? seq !== 0 : seq !== last.seq + 1)
    return `records are missing before it: number ${seq} follows ${last?.seq ?? 'nothing'}`;
  if (last === undefined && !hashes.has(after)) return 'records are missing before it: what it was written after is gone';
  return hashOf(before, split.text) === split.hash ? undefined : 'was altered, or the record before it was';
}

function placeOf(text: string): { readonly chain: string; readonly seq: number; readonly after: string } | undefined {
  try {
    const { chain, seq, after = '' } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return typeof chain === 'string' && typeof seq === 'number' && typeof after === 'string' ? { chain, seq, after } : undefined;
  } catch {
    return undefined;
  }
}
