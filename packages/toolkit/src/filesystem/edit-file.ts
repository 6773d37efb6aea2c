import { ToolFailure, type Ctx, type StructuredReturn } from '@tackroom/core';
import { applyEdits, checkEdits, editsOf, type EditFileArgs } from './apply-edits.js';
import { EditableText } from './editable-text.js';
import { DEFAULT_FILE_LIMITS } from './file-limits.js';
import { shownPath } from './shown-path.js';
import { mustFit } from './text-bytes.js';
import type { WriteSettings } from './write-file.js';

/** A file before and after edits. */
export interface EditedFile {
  readonly path: string;
  readonly revision: string;
  readonly before: EditableText;
  readonly after: EditableText;
  readonly replacements: number;
  /** Lines of the first of them, in the order of the edits. */
  readonly lines: readonly number[];
}

/**
 * Replaces exact text in a file, all edits or none, and leaves every other byte as it is. Rejects with `ToolFailure`:
 * `PATH_*`, `EDIT_INVALID`, `EDIT_NO_MATCH`, `EDIT_AMBIGUOUS`, `FILE_BINARY`, `FILE_UNDECODABLE`, `FILE_TOO_LARGE`,
 * `FILE_TEXT_INVALID`, `FILE_NOT_READ`; the file is unchanged then. Called plainly it bypasses the harness.
 */
export async function editFile(
  args: EditFileArgs,
  ctx: Pick<Ctx, 'workspace' | 'run'>,
  settings: WriteSettings = DEFAULT_FILE_LIMITS,
): Promise<StructuredReturn> {
  const { workspace, run } = ctx;
  const { revision, after, replacements, lines } = await editedFile(args, ctx, settings);
  const written = await workspace.write(args.path, after.bytes, { overwrite: true, revision });
  settings.revisions?.note(run, written.path, written.revision);
  const distinct = [...new Set(lines)];
  const isAll = replacements === lines.length;
  const count = replacements === 1 ? '1 replacement' : `${replacements} replacements`;
  const places = `${count}, on ${isAll && distinct.length === 1 ? 'line' : 'lines'}`;
  const shown = isAll ? distinct.join(', ') : `${distinct.join(', ')}, …`;
  return {
    output: { path: written.path, replacements },
    content: `Edited ${shownPath(written.path, workspace)}: ${places} ${shown}.`,
  };
}

/** What the edits make of the file; nothing is written. Rejects as {@link editFile} does. */
export async function editedFile(
  args: EditFileArgs,
  { workspace, run }: Pick<Ctx, 'workspace' | 'run'>,
  { maxWriteBytes, revisions }: WriteSettings,
): Promise<EditedFile> {
  const wrong = checkEdits(args);
  if (wrong !== undefined) throw new ToolFailure(wrong, { code: 'EDIT_INVALID' });
  const file = await workspace.open(args.path);
  try {
    const name = shownPath(file.path, workspace);
    const seen = revisions?.seen(run, file.path, name);
    if (seen !== undefined && seen !== file.revision) throw changedFailure(name);
    mustFit(`${name} has`, file.size, maxWriteBytes);
    const { buffer, byteOffset, byteLength } = await file.read(0, file.size);
    const before = EditableText.of(Buffer.from(buffer, byteOffset, byteLength), name);
    const applied = applyEdits(before, editsOf(args), { name, maxBytes: maxWriteBytes });
    return { path: file.path, revision: file.revision, before, ...applied };
  } finally {
    await file.close();
  }
}

/** What is said of a file that is not as this run has seen it last. */
export function changedFailure(name: string): ToolFailure {
  return new ToolFailure(`${name} was changed since it was read in this run. Read it again.`, { code: 'PATH_CHANGED' });
}
