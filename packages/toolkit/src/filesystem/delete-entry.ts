import { ToolFailure, type Ctx, type StructuredReturn } from '@tackroom/core';
import { formatNumber } from '../format-number.js';
import { shownPath } from './shown-path.js';

/** Arguments of `delete`. */
export interface DeleteArgs {
  /** What to delete, relative to the working directory. The workspace itself cannot be deleted. */
  readonly path: string;
  /**
   * Delete a directory with everything in it.
   * @default false
   */
  readonly recursive?: boolean;
}

/**
 * Deletes a file, a link or a directory. Rejects with `ToolFailure` `PATH_*`: `PATH_NOT_EMPTY` for a directory that holds
 * something without `recursive`. Called plainly it bypasses the harness.
 */
export async function deleteEntry(args: DeleteArgs, ctx: Pick<Ctx, 'workspace' | 'signal'>): Promise<StructuredReturn> {
  const { workspace, signal } = ctx;
  const { path, entries } = await workspace.remove(args.path, { recursive: args.recursive === true, signal }).catch((error: unknown) => {
    if (!ToolFailure.is(error) || error.code !== 'PATH_NOT_EMPTY') throw error;
    throw new ToolFailure(`${error.message} Set recursive to delete it with everything in it.`, { code: error.code });
  });
  const name = shownPath(path, workspace);
  const all = entries === 1 ? '' : ` and all it held, ${formatNumber(entries)} entries together`;
  return { output: { path, entries }, content: `Deleted ${name}${all}.` };
}
