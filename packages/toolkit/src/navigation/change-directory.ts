import type { Ctx, StructuredReturn } from '@tackroom/core';
import { quoteOddName } from '../filesystem/shown-path.js';

/** Arguments of `change_directory`. */
export interface ChangeDirectoryArgs {
  /** The directory, relative to the working directory; ".." goes up. */
  readonly path: string;
}

/**
 * Makes a directory the working directory of the session: paths of later calls and commands start there. Rejects with
 * `ToolFailure` `PATH_*`. Called plainly it bypasses the harness.
 */
export async function changeDirectory(args: ChangeDirectoryArgs, { workspace }: Pick<Ctx, 'workspace'>): Promise<StructuredReturn> {
  const cwd = await workspace.changeDirectory(args.path);
  const content =
    cwd === ''
      ? 'The working directory is the root of the workspace.'
      : `The working directory is ${quoteOddName(cwd)}, below the root of the workspace.`;
  return { output: { cwd: cwd === '' ? '.' : cwd }, content };
}
