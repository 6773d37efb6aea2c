import { createHash } from 'node:crypto';

/** The last member of a chained line. */
const HASH = /,"hash":"([\da-f]{64})"\}$/;
/** Bytes of that member. */
export const HASH_BYTES = 75;

/**
 * A record, as JSON text of an object, as a line that is linked to the one before it in the file: it holds that one's hash,
 * and one of itself and that. `after` is empty for the first line of a file alone.
 */
export function linkLine(
  record: string,
  { writer, after }: { readonly writer: string; readonly after: string },
): { readonly line: string; readonly hash: string } {
  const text = `${record.slice(0, -1)},"v":2,"writer":"${writer}","after":"${after}"}`;
  const hash = hashOf(after, text);
  return { line: `${text.slice(0, -1)},"hash":"${hash}"}`, hash };
}

/** A line without its hash, and the hash; undefined for a line that has none. */
export function splitLine(line: string): { readonly text: string; readonly hash: string } | undefined {
  const match = HASH.exec(line);
  return match === null ? undefined : { text: `${line.slice(0, match.index)}}`, hash: match[1] ?? '' };
}

/** SHA-256 of the hash before and the text of a line, in hexadecimal digits. */
export function hashOf(before: string, text: string): string {
  return createHash('sha256').update(`${before}\n${text}`).digest('hex');
}
