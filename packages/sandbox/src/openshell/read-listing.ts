import { ToolFailure } from '@tackroom/core';
import type { BytePath } from '../copy/byte-path.js';
import type { EntryState, TreeSnapshot } from '../copy/tree-snapshot.js';

const FIELDS = 5;

/**
 * What a sandbox says of its tree, in base64: kind, stamp, mode, path and target of each entry, each ended by NUL. Whoever is in
 * the sandbox can say what they like: paths that lead elsewhere are left out. Throws
 * `ToolFailure` `SANDBOX_CALL_FAILED` for what is no listing.
 */
export function readListing(answer: string): TreeSnapshot {
  const bytes = Buffer.from(answer, 'base64');
  const fields = bytes.toString('latin1').split('\0');
  if (fields.pop() !== '' && bytes.length > 0) throw noListing(answer);
  if (fields.length % FIELDS !== 0) throw noListing(answer);
  const entries: [BytePath, EntryState][] = [];
  for (let index = 0; index < fields.length; index += FIELDS) {
    const [kind = '', stamp = '', mode = '', path = '', target = ''] = fields.slice(index, index + FIELDS);
    if (isInside(path)) entries.push([path, stateOf(kind, { stamp, mode, target })]);
  }
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function stateOf(
  kind: string,
  { stamp, mode, target }: { readonly stamp: string; readonly mode: string; readonly target: string },
): EntryState {
  if (kind === 'l') return { kind: 'link', target };
  const bits = Number.parseInt(mode, 8) & 0o777;
  if (kind === 'd') return { kind: 'directory', mode: bits };
  return kind === 'f' ? { kind: 'file', stamp, mode: bits } : { kind: 'other' };
}

function isInside(path: string): boolean {
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

function noListing(answer: string): ToolFailure {
  return new ToolFailure(`The sandbox gave no list of its files: ${JSON.stringify(answer.slice(0, 200))}`, { code: 'SANDBOX_CALL_FAILED' });
}
