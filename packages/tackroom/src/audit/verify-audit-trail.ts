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
}

/** Where a chain is: the number and the hash of its last line. */
interface Link {
  readonly seq: number;
  readonly hash: string;
}

/**
 * Whether the lines of an audit file are as they were written: none changed, added, moved or taken out. That lines at the
 * end are missing cannot be seen from the file alone; keep the last hash elsewhere for that.
 */
export async function verifyAuditTrail(lines: AsyncIterable<string> | Iterable<string>): Promise<AuditVerification> {
  const chains = new Map<string, Link>();
  const hashes = new Set<string>(['']);
  const problems: AuditProblem[] = [];
  let number = 0;
  let records = 0;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    records += 1;
    const message = verifyLine(line, chains, hashes);
    if (message !== undefined) problems.push({ line: number, message });
  }
  return { records, chains: chains.size, problems };
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
