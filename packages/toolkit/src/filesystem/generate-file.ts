import { ToolFailure, type Ctx, type StructuredReturn } from '@tackroom/core';
import { formatNumber } from '../format-number.js';
import { DEFAULT_FILE_LIMITS } from './file-limits.js';
import { mediaTypeOf } from './media-type.js';
import { quoteOddName, shownPath } from './shown-path.js';
import { putText, type WriteFileArgs, type WriteSettings } from './write-file.js';

/** Arguments of `generate_file`. */
export interface GenerateFileArgs extends WriteFileArgs {
  /** Where to write it, relative to the working directory. */
  readonly path: string;
  /** The whole text of the file. */
  readonly content: string;
  /**
   * File name that the user sees, such as "report.md"; the name in path unless given.
   * @default ""
   */
  readonly display_name?: string;
  /**
   * Replace the file if it exists, and its published copy.
   * @default false
   */
  readonly overwrite?: boolean;
}

/** What `generate_file` goes by besides the bounds of writing. */
export interface GenerateSettings extends WriteSettings {
  /** Directory of the host that gets a copy, relative to where the process started. */
  readonly outputDir: string;
  /** The copy of each path that was generated: no other file is ever replaced. Without it none is. */
  readonly copies?: Map<string, PublishedCopy> | undefined;
}

/** A copy in the output directory: under the name that was asked for, or one with a number if that was taken. */
export interface PublishedCopy {
  readonly filename: string;
  readonly copy: string;
}

/** Control characters and slashes; a leading dot would hide the file from whom it is for. */
const ODD_NAME = /^$|^[. ]|[. ]$|[/\\<>:"|?*\p{C}]/u;

/**
 * Writes a file as `write_file` does and publishes it: a copy in the output directory, an artifact of the run, and a file
 * block in the result. Rejects as {@link putText} does, with `FILE_NAME_INVALID` for a `display_name` that is no file name,
 * and with `PATH_*` or `ARTIFACT_NOT_KEPT` when only publishing failed. Called plainly it bypasses the harness.
 */
export async function generateFile(
  args: GenerateFileArgs,
  ctx: Pick<Ctx, 'workspace' | 'run'> & { readonly call: Pick<Ctx['call'], 'publish'> },
  settings: GenerateSettings = { ...DEFAULT_FILE_LIMITS, outputDir: 'output' },
): Promise<StructuredReturn> {
  const { workspace, call } = ctx;
  checkDisplayName(args.display_name);
  const { path, bytes } = await putText(args, ctx, settings);
  const filename = args.display_name || (path.split('/').at(-1) ?? path);
  const mediaType = mediaTypeOf(filename);
  const content = Buffer.from(args.content);
  // Rules, guards and the preview have seen the path alone: what else lies in the directory is not this call's to replace.
  const before = args.overwrite === true ? settings.copies?.get(path) : undefined;
  const own = before?.filename === filename ? before.copy : undefined;
  const published = async (): Promise<{ readonly copy: string; readonly artifact: string }> => ({
    copy: await workspace.exportFile(settings.outputDir, own ?? filename, content, { overwrite: own !== undefined }),
    artifact: await call.publish(args.content, { mediaType, filename, path }),
  });
  const name = shownPath(path, workspace);
  const { copy, artifact } = await published().catch((error: unknown) => {
    if (!ToolFailure.is(error)) throw error;
    throw new ToolFailure(`${name} was written, but not published: ${error.message}`, { code: error.code, cause: error });
  });
  settings.copies?.set(path, { filename, copy });
  const text = `Generated ${name} (${bytes === 1 ? '1 byte' : `${formatNumber(bytes)} bytes`}) and published it as ${quoteOddName(copy)}.`;
  return {
    output: { path, artifact },
    content: [
      { type: 'text', text },
      { type: 'file', mediaType, data: content.toString('base64'), filename: copy },
    ],
  };
}

/** Throws `ToolFailure` `FILE_NAME_INVALID` for what is no plain file name. */
export function checkDisplayName(name: string | undefined): void {
  if (name === undefined || name === '' || (!ODD_NAME.test(name) && Buffer.byteLength(name) <= 200)) return;
  const message =
    'display_name must be a plain file name of at most 200 bytes, such as "report.md": no slashes, no control characters, no dot in front.';
  throw new ToolFailure(message, { code: 'FILE_NAME_INVALID' });
}
