import type { Ctx, DirectoryEntry, JsonObject, StructuredReturn, WorkspaceSession } from '@tackroom/core';
import { formatNumber } from '../format-number.js';
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.js';
import { quoteOddName, relativePath, shownPath, wayTo } from './shown-path.js';

/** Arguments of `list_directory`. */
export interface ListDirectoryArgs {
  /**
   * The directory, relative to the working directory.
   * @default "."
   */
  readonly path?: string;
}

/**
 * Lists one directory with types, sizes and link targets, and says how many entries there are. Rejects with `ToolFailure`
 * `PATH_*`. Called plainly it bypasses the harness.
 */
export async function listDirectory(
  args: ListDirectoryArgs,
  ctx: Pick<Ctx, 'workspace'>,
  limits: Pick<FileLimits, 'maxDirectoryEntries'> = DEFAULT_FILE_LIMITS,
): Promise<StructuredReturn> {
  const { workspace } = ctx;
  const { path, entries, total } = await workspace.list(args.path ?? '.', limits.maxDirectoryEntries);
  const described = entries.map((entry) => withSafeTarget(workspace, path, entry));
  const count = total === 1 ? '1 entry' : `${formatNumber(total)} entries`;
  const header = total === 0 ? `${shownPath(path, workspace)} is empty.` : `${shownPath(path, workspace)}, ${count}`;
  const rest =
    total > entries.length ? [`[The first ${formatNumber(entries.length)} of ${count}, by name. Find others with a pattern.]`] : [];
  return {
    output: { path, entries: described, ...(total > entries.length ? { total } : {}) },
    content: [header, ...described.map(entryText), ...rest].join('\n'),
  };
}

interface ShownEntry extends JsonObject {
  readonly name: string;
  readonly kind: DirectoryEntry['kind'];
  readonly size: number;
}

/** Where a link points is told only if that is inside the workspace: a host path outside is none of the model's business. */
function withSafeTarget(workspace: WorkspaceSession, directory: string, entry: DirectoryEntry): ShownEntry {
  const { name, kind, size, target } = entry;
  if (target === undefined) return { name, kind, size };
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:)/.test(target);
  const from = wayTo(directory, workspace);
  try {
    const inside = workspace.normalize(isAbsolute || directory.startsWith('/') ? target : `${from}/${target}`);
    return { name, kind, size, target: isAbsolute ? relativePath(inside, directory) : target };
  } catch {
    return { name, kind, size, target: OUTSIDE };
  }
}

const OUTSIDE = '(outside the workspace)';

function entryText(entry: ShownEntry): string {
  const name = quoteOddName(entry.name);
  switch (entry.kind) {
    case 'directory':
      return `${name}/`;
    case 'link':
      return `${name} -> ${quoteOddName(String(entry['target'] ?? '(unknown)'))}`;
    case 'file':
      return `${name} (${entry.size === 1 ? '1 byte' : `${formatNumber(entry.size)} bytes`})`;
    case 'other':
      return `${name} (no regular file)`;
  }
}
