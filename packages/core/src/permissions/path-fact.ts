import type { PathFact, PathsBelow } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import type { WorkspaceSession } from '../contracts/workspace.js';
import { joinPath } from './match/path-glob.js';
import { obeyedPart } from './protected/repository-part.js';

/** More entries are not looked through. */
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 200;

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
  const below = changesBelow(tool) ? await lookBelow(workspace, path) : undefined;
  const place = fact.canonical ?? fact.normalized;
  const obeyed = changesFiles(tool) && place !== undefined ? await obeyedPart(place, workspace) : undefined;
  return { ...fact, ...(below === undefined ? {} : { below }), ...(obeyed === undefined ? {} : { obeyed }) };
}

/** Whether calls of the tool may change files: not those of tools that only read. */
export function changesFiles({ category, riskLevel }: Pick<ToolDefinition, 'category' | 'riskLevel'>): boolean {
  return category === 'write' || category === 'execute' || (category !== 'read' && riskLevel !== 'low');
}

/** Whether a call of the tool may change all that a directory holds which it is given. */
export function changesBelow({ category, riskLevel }: Pick<ToolDefinition, 'category' | 'riskLevel'>): boolean {
  return category === 'write' && riskLevel === 'high';
}

async function lookBelow(workspace: WorkspaceSession, path: string): Promise<PathsBelow | undefined> {
  // A link goes by itself, and what it leads to stays.
  const kind = await workspace.stat(path).then(
    (entry) => entry.kind,
    () => undefined,
  );
  if (kind !== 'directory') return undefined;
  const entries: string[] = [];
  let complete = true;
  const look = async (below: string, depth: number): Promise<void> => {
    const left = MAX_ENTRIES - entries.length;
    if (left <= 0 || depth > MAX_DEPTH) {
      complete = false;
      return;
    }
    // What cannot be listed cannot be emptied either.
    const listing = await workspace.list(joinPath(path, below), left).catch(() => undefined);
    if (listing === undefined) return;
    if (listing.total > listing.entries.length) complete = false;
    const inside = listing.entries.map(({ name, kind }) => ({ path: joinPath(below, name), kind }));
    for (const entry of inside) entries.push(entry.path);
    for (const entry of inside) if (entry.kind === 'directory') await look(entry.path, depth + 1);
  };
  await look('', 1);
  return { entries, complete };
}
