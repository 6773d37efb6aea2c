import { isUtf8 } from 'node:buffer';
import { ToolFailure, type Ctx, type WorkspaceSession } from '@tackroom/core';
import { formatNumber } from '../format-number.js';
import type { EditFileArgs } from './apply-edits.js';
import type { DeleteArgs } from './delete-entry.js';
import { editedFile } from './edit-file.js';
import { encodingOf } from './text-encoding.js';
import { quoteOddName, shownPath } from './shown-path.js';
import { unifiedDiff } from './unified-diff.js';
import type { WriteFileArgs, WriteSettings } from './write-file.js';

/** Larger files are not compared: a person reads no diff of that size. */
const MAX_COMPARED_BYTES = 2_000_000;
const MAX_NAMES = 20;

/** What an edit changes, as a diff. Rejects as the edit would. */
export async function previewEdit(args: EditFileArgs, ctx: Pick<Ctx, 'workspace' | 'run'>, settings: WriteSettings): Promise<string> {
  const { path, before, after } = await editedFile(args, ctx, settings);
  return unifiedDiff(shownPath(path, ctx.workspace.cwd), before.text(), after.text());
}

/** What writing a file changes, as a diff with what is there. */
export async function previewWrite(args: WriteFileArgs, { workspace }: Pick<Ctx, 'workspace'>): Promise<string> {
  const name = shownPath(workspace.normalize(args.path), workspace.cwd);
  const before = await textAt(workspace, args.path);
  if (before === undefined) return unifiedDiff(name, undefined, args.content);
  if (args.overwrite !== true) return `${name} exists already, and overwrite is not set: nothing will be written.`;
  return typeof before === 'string' ? unifiedDiff(name, before, args.content) : `${name} (${before.what}) will be replaced.`;
}

/** What goes when an entry is deleted. */
export async function previewDelete(args: DeleteArgs, { workspace }: Pick<Ctx, 'workspace'>): Promise<string> {
  const { path, kind, size } = await workspace.stat(args.path);
  const name = shownPath(path, workspace.cwd);
  if (kind === 'link') return `Deletes the link ${name}; what it leads to stays.`;
  if (kind !== 'directory') return `Deletes ${name} (${size === 1 ? '1 byte' : `${formatNumber(size)} bytes`}).`;
  const { entries, total } = await workspace.list(args.path, MAX_NAMES);
  if (total === 0) return `Deletes the empty directory ${name}.`;
  if (args.recursive !== true) return `${name} is a directory that is not empty, and recursive is not set: nothing will be deleted.`;
  const names = entries.map((entry) => `  ${quoteOddName(entry.name)}${entry.kind === 'directory' ? '/' : ''}`);
  const rest = total > entries.length ? [`  … and ${formatNumber(total - entries.length)} more`] : [];
  return [`Deletes the directory ${name} and all below it:`, ...names, ...rest].join('\n');
}

/** The text of a file; what it is when that cannot be compared; undefined when there is none. */
async function textAt(workspace: WorkspaceSession, path: string): Promise<string | { readonly what: string } | undefined> {
  const file = await workspace.open(path).catch((error: unknown) => {
    if (ToolFailure.is(error) && error.code === 'PATH_NOT_FOUND') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const size = `${formatNumber(file.size)} bytes`;
    if (file.size > MAX_COMPARED_BYTES) return { what: size };
    const bytes = Buffer.from(await file.read(0, file.size));
    const encoding = encodingOf(bytes);
    if (encoding.name === 'UTF-8' && (bytes.includes(0) || !isUtf8(bytes))) return { what: `binary, ${size}` };
    return encoding.decode(bytes.subarray(encoding.markBytes));
  } finally {
    await file.close();
  }
}
