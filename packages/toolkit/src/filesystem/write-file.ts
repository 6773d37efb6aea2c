import { ToolFailure, type Ctx, type StructuredReturn, type WorkspaceSession, type WriteOptions } from '@tackroom/core';
import { formatNumber } from '../format-number.js';
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.js';
import type { ReadRevisions } from './read-revisions.js';
import { shownPath } from './shown-path.js';
import { encodeText } from './text-bytes.js';

/** Arguments of `write_file`. */
export interface WriteFileArgs {
  /** The file, relative to the working directory. */
  readonly path: string;
  /** The whole text of the file, exactly as it shall be, line ends included. */
  readonly content: string;
  /**
   * Replace the file if it exists.
   * @default false
   */
  readonly overwrite?: boolean;
}

/** What tools that change files go by. With `revisions` an existing file is changed only as this run has seen it. */
export interface WriteSettings extends Pick<FileLimits, 'maxWriteBytes'> {
  readonly revisions?: ReadRevisions | undefined;
}

/**
 * Writes a whole text file, making the directories above it. Rejects with `ToolFailure`: `PATH_*` (`PATH_EXISTS` without
 * `overwrite`), `FILE_TOO_LARGE`, `FILE_TEXT_INVALID`, `FILE_NOT_READ`. Called plainly it bypasses the harness.
 */
export async function writeFile(
  args: WriteFileArgs,
  ctx: Pick<Ctx, 'workspace' | 'run'>,
  settings: WriteSettings = DEFAULT_FILE_LIMITS,
): Promise<StructuredReturn> {
  const { path, bytes, created } = await putText(args, ctx, settings);
  const size = bytes === 1 ? '1 byte' : `${formatNumber(bytes)} bytes`;
  const content = `${created ? 'Created' : 'Replaced'} ${shownPath(path, ctx.workspace)} (${size}).`;
  return { output: { path, bytes, created }, content };
}

/** Writes the file and says how to replace one that is there. */
export async function putText(
  args: WriteFileArgs,
  ctx: Pick<Ctx, 'workspace' | 'run'>,
  settings: WriteSettings,
): Promise<{ readonly path: string; readonly bytes: number; readonly created: boolean }> {
  const { workspace, run } = ctx;
  const { content, ...options } = await plannedWrite(args, ctx, settings);
  const written = await workspace.write(args.path, content, options).catch((error: unknown) => {
    if (!ToolFailure.is(error) || error.code !== 'PATH_EXISTS') throw error;
    throw new ToolFailure(`${error.message} Set overwrite to replace it, or edit a part of it.`, { code: error.code });
  });
  settings.revisions?.note(run, written.path, written.revision);
  return written;
}

/** What a call would write, and over which content. Rejects with `FILE_TOO_LARGE`, `FILE_TEXT_INVALID` or `FILE_NOT_READ`. */
export async function plannedWrite(
  args: WriteFileArgs,
  { workspace, run }: Pick<Ctx, 'workspace' | 'run'>,
  { maxWriteBytes, revisions }: WriteSettings,
): Promise<WriteOptions & { readonly content: Uint8Array }> {
  const content = encodeText('content', args.content, maxWriteBytes);
  const overwrite = args.overwrite === true;
  if (!overwrite || revisions === undefined || !(await exists(workspace, args.path))) return { content, overwrite };
  const path = workspace.normalize(args.path);
  return { content, overwrite, revision: revisions.seen(run, path, shownPath(path, workspace)) };
}

async function exists(workspace: WorkspaceSession, path: string): Promise<boolean> {
  return workspace.stat(path).then(
    () => true,
    (error: unknown) => {
      if (ToolFailure.is(error) && error.code === 'PATH_NOT_FOUND') return false;
      throw error;
    },
  );
}
