import type { PathFact } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import type { WorkspaceSession } from '../contracts/workspace.js';
import { isProtected } from './protected-paths.js';

/** More entries are not looked through. */
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 200;

type ProtectedBelow = NonNullable<PathFact['protectedBelow']>;

/**
 * What rules must know of a path that a tool is called with. A tool that writes and is of high risk is taken to change all
 * that a directory holds, as `delete` does: for it the directory is looked through, links not followed. Never rejects.
 */
export async function pathFactFor(
  tool: Pick<ToolDefinition, 'category' | 'riskLevel'>,
  path: string,
  workspace: WorkspaceSession,
): Promise<PathFact> {
  const fact = await workspace.fact(path);
  const looksBelow = tool.category === 'write' && tool.riskLevel === 'high';
  const protectedBelow = looksBelow ? await findProtectedBelow(workspace, path) : undefined;
  return protectedBelow === undefined ? fact : { ...fact, protectedBelow };
}

async function findProtectedBelow(workspace: WorkspaceSession, path: string): Promise<ProtectedBelow | undefined> {
  // A link goes by itself, and what it leads to stays.
  const kind = await workspace.stat(path).then(
    (entry) => entry.kind,
    () => undefined,
  );
  if (kind !== 'directory') return undefined;
  let left = MAX_ENTRIES;
  const look = async (directory: string, depth: number): Promise<ProtectedBelow | undefined> => {
    if (left <= 0 || depth > MAX_DEPTH) return 'unknown';
    // What cannot be listed cannot be emptied either.
    const listing = await workspace.list(directory, left).catch(() => undefined);
    if (listing === undefined) return undefined;
    left -= listing.total;
    const prefix = directory === '.' ? '' : `${directory.replace(/\/+$/, '')}/`;
    const inside = listing.entries.map((entry) => ({ ...entry, path: prefix + entry.name }));
    const own = inside.find((entry) => isProtected(entry.path));
    if (own !== undefined) return { path: own.path };
    let unknown: ProtectedBelow | undefined = listing.total > inside.length ? 'unknown' : undefined;
    for (const entry of inside) {
      if (entry.kind !== 'directory') continue;
      const below = await look(entry.path, depth + 1);
      if (below === undefined) continue;
      unknown = below;
      if (below !== 'unknown' || left <= 0) return below;
    }
    return unknown;
  };
  return look(path, 1);
}
