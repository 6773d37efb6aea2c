import { isUtf8 } from 'node:buffer';
import { ToolFailure, type Ctx, type WorkspaceSession } from '@tackroom/core';
import { formatNumber } from '../format-number.js';
import type { EditFileArgs } from './apply-edits.js';
import type { DeleteArgs } from './delete-entry.js';
import { changedFailure, editedFile } from './edit-file.js';
import { checkDisplayName, type GenerateFileArgs } from './generate-file.js';
import { encodingOf } from './text-encoding.js';
import { quoteOddName, shownPath } from './shown-path.js';
import { unifiedDiff } from './unified-diff.js';
import { plannedWrite, type WriteFileArgs, type WriteSettings } from './write-file.js';

/** Larger files are not compared: a person reads no diff of that size. */
const MAX_COMPARED_BYTES = 2_000_000;
const MAX_NAMES = 20;

/** What an edit changes, as a diff. Rejects as the edit would. */
export async function previewEdit(args: EditFileArgs, ctx: Pick<Ctx, 'workspace' | 'run'>, settings: WriteSettings): Promise<string> {
  const { path, before, after } = await editedFile(args, ctx, settings);
  const refused = await readOnlyText(args.path, ctx.workspace, 'nothing will be changed');
  return refused ?? unifiedDiff(shownPath(path, ctx.workspace), before.text(), after.text());
}

/** What writing a file changes, as a diff with what is there. Rejects as writing it would. */
export async function previewWrite(args: WriteFileArgs, ctx: Pick<Ctx, 'workspace' | 'run'>, settings: WriteSettings): Promise<string> {
  const { workspace } = ctx;
  const name = shownPath(workspace.normalize(args.path), workspace);
  const refused = await readOnlyText(args.path, workspace, 'nothing will be written');
  if (refused !== undefined) return refused;
  const { revision } = await plannedWrite(args, ctx, settings);
  const before = await contentAt(workspace, args.path);
  if (before === undefined) return unifiedDiff(name, undefined, args.content);
  if (args.overwrite !== true) return `${name} exists already, and overwrite is not set: nothing will be written.`;
  if (revision !== undefined && revision !== before.revision) throw changedFailure(name);
  return before.text === undefined ? `${name} (${before.what}) will be replaced.` : unifiedDiff(name, before.text, args.content);
}

/** What a generated file changes. Rejects as generating it would. */
export async function previewGenerate(
  args: GenerateFileArgs,
  ctx: Pick<Ctx, 'workspace' | 'run'>,
  settings: WriteSettings,
): Promise<string> {
  checkDisplayName(args.display_name);
  return previewWrite(args, ctx, settings);
}

async function readOnlyText(path: string, workspace: WorkspaceSession, so: string): Promise<string | undefined> {
  const { normalized, readOnly } = await workspace.fact(path);
  if (readOnly !== true) return undefined;
  return `${shownPath(normalized ?? path, workspace)} lies in a root that can only be read: ${so}.`;
}

/** What goes when an entry is deleted. */
export async function previewDelete(args: DeleteArgs, { workspace }: Pick<Ctx, 'workspace'>): Promise<string> {
  const { path, kind, size } = await workspace.stat(args.path);
  const name = shownPath(path, workspace);
  const refused = await readOnlyText(args.path, workspace, 'nothing will be deleted');
  if (refused !== undefined) return refused;
  if (path === '' && workspace.root !== null) return 'The root of the workspace cannot be deleted: nothing will be deleted.';
  if (kind === 'link') return `Deletes the link ${name}; what it leads to stays.`;
  if (kind !== 'directory') return `Deletes ${name} (${size === 1 ? '1 byte' : `${formatNumber(size)} bytes`}).`;
  const { entries, total } = await workspace.list(args.path, MAX_NAMES);
  if (total === 0) return `Deletes the empty directory ${name}.`;
  if (args.recursive !== true) return `${name} is a directory that is not empty, and recursive is not set: nothing will be deleted.`;
  const names = entries.map((entry) => `  ${quoteOddName(entry.name)}${entry.kind === 'directory' ? '/' : ''}`);
  const rest = total > entries.length ? [`  … and ${formatNumber(total - entries.length)} more`] : [];
  return [`Deletes the directory ${name} and all below it:`, ...names, ...rest].join('\n');
}

interface Content {
  readonly revision: string;
  /** Undefined when it cannot be compared. */
  readonly text: string | undefined;
  readonly what: string;
}

/** What is in a file; undefined when there is none. */
async function contentAt(workspace: WorkspaceSession, path: string): Promise<Content | undefined> {
  const file = await workspace.open(path).catch((error: unknown) => {
    if (ToolFailure.is(error) && error.code === 'PATH_NOT_FOUND') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { revision } = file;
    const size = `${formatNumber(file.size)} bytes`;
    if (file.size > MAX_COMPARED_BYTES) return { revision, text: undefined, what: size };
    const bytes = Buffer.from(await file.read(0, file.size));
    const encoding = encodingOf(bytes);
    const isBinary = encoding.name === 'UTF-8' && (bytes.includes(0) || !isUtf8(bytes));
    const text = isBinary ? undefined : encoding.decode(bytes.subarray(encoding.markBytes));
    return { revision, text, what: isBinary ? `binary, ${size}` : size };
  } finally {
    await file.close();
  }
}
