import { shownName } from './byte-names.js';
import type { KeptTree } from './file-keeper.js';

/** What of a tree could not be put back, for a person; undefined if all of it could. */
export function notKept({ files, unread }: KeptTree): string | undefined {
  const without = [...files].flatMap(([path, { why }]) => (why === undefined ? [] : [[path, why] as const]));
  const all = [...without, ...[...unread].map((path) => [path === '' ? '.' : path, 'it cannot be read'] as const)];
  const [first, ...more] = all.sort(([a], [b]) => (a < b ? -1 : 1));
  if (first === undefined) return undefined;
  const [path, why] = first;
  return `no copy is kept of ${shownName(path)}: ${why}${more.length === 0 ? '' : ` (and of ${more.length} more)`}`;
}
