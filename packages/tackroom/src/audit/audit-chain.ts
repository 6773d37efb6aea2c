import { createHash, randomUUID } from 'node:crypto';
import type { JsonObject } from '@tackroom/core';

/** The last member of a chained line. */
const HASH = /,"hash":"([\da-f]{64})"\}$/;

/**
 * Links the lines that one process writes: each holds its number and a hash of itself and of the line before it. Several
 * processes may write one file: every writer has a chain of its own, which begins with the hash of what it found last.
 */
export class AuditChain {
  private readonly id = randomUUID();
  private count = 0;

  /** `after` is the hash of the last chained line of the file, or empty. */
  constructor(private after: string) {}

  /** The record as the next line of the chain, without a line end. */
  link(record: JsonObject): string {
    const place = this.count === 0 ? { chain: this.id, seq: 0, after: this.after } : { chain: this.id, seq: this.count };
    const text = JSON.stringify({ ...record, ...place });
    const hash = hashOf(this.after, text);
    this.count += 1;
    this.after = hash;
    return `${text.slice(0, -1)},"hash":"${hash}"}`;
  }
}

/** A line without its hash, and the hash; undefined for a line that has none. */
export function splitLine(line: string): { readonly text: string; readonly hash: string } | undefined {
  const match = HASH.exec(line);
  return match === null ? undefined : { text: `${line.slice(0, match.index)}}`, hash: match[1] ?? '' };
}

/** The hash of the last chained line in a piece of a file; empty if there is none. */
export function lastHash(text: string): string {
  const lines = text.split('\n').reverse();
  for (const line of lines) {
    const split = splitLine(line);
    if (split !== undefined) return split.hash;
  }
  return '';
}

/** SHA-256 of the hash before and the text of a line, in hexadecimal digits. */
export function hashOf(before: string, text: string): string {
  return createHash('sha256').update(`${before}\n${text}`).digest('hex');
}
