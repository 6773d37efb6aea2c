import { ToolFailure } from '@tackroom/core';
import { describeClosest } from './closest-text.js';
import type { EditableText } from './editable-text.js';
import { mustBeWellFormed } from './text-bytes.js';

/** One exact replacement. */
export interface TextEdit {
  /** The text to replace, exactly as it is in the file. */
  readonly old_string: string;
  /** The text that takes its place, taken literally; empty to delete. */
  readonly new_string: string;
  /**
   * Replace every occurrence instead of the only one.
   * @default false
   */
  readonly replace_all?: boolean;
}

/** Arguments of `edit_file`: one edit, or several that are made one after the other. */
export interface EditFileArgs {
  /** The file, relative to the working directory. */
  readonly path: string;
  /** The text to replace, exactly as it is in the file. */
  readonly old_string?: string;
  /** The text that takes its place, taken literally; empty to delete. */
  readonly new_string?: string;
  /**
   * Replace every occurrence instead of the only one.
   * @default false
   */
  readonly replace_all?: boolean;
  /**
   * Several replacements instead of old_string and new_string, in order.
   * @minItems 1
   * @maxItems 100
   */
  readonly edits?: readonly TextEdit[];
}

const MAX_LISTED = 10;
/** Places beyond this are not counted. */
const MAX_COUNTED = 100_000;

/** What is wrong with the edits by themselves, before any file is looked at; undefined if nothing is. */
export function checkEdits(args: EditFileArgs): string | undefined {
  const { edits, old_string: oldString, new_string: newString } = args;
  if (edits === undefined && (oldString === undefined || newString === undefined)) {
    return 'Give old_string and new_string, or a list of them as edits.';
  }
  if (edits !== undefined && (oldString !== undefined || newString !== undefined || args.replace_all === true)) {
    return 'Give either old_string and new_string, or edits, not both.';
  }
  if (edits?.length === 0) return 'edits is empty; give at least one edit.';
  for (const [index, edit] of editsOf(args).entries()) {
    const at = edits === undefined ? '' : `edits[${index}].`;
    if (edit.old_string === '') return `${at}old_string is empty. Give the text to replace; write_file makes a new file.`;
    if (edit.old_string === edit.new_string) return `${at}old_string and new_string are the same: there is nothing to change.`;
  }
  return undefined;
}

/** The edits of a call, in order. */
export function editsOf({
  edits,
  old_string: oldString = '',
  new_string: newString = '',
  replace_all: all,
}: EditFileArgs): readonly TextEdit[] {
  return edits ?? [{ old_string: oldString, new_string: newString, ...(all === undefined ? {} : { replace_all: all }) }];
}

/**
 * Makes edits one after the other, each on what the one before left. Throws `ToolFailure` `EDIT_NO_MATCH`,
 * `EDIT_AMBIGUOUS` or `FILE_TEXT_INVALID` if one cannot be made. `name` is for messages.
 */
export function applyEdits(
  before: EditableText,
  edits: readonly TextEdit[],
  name: string,
): { readonly after: EditableText; readonly lines: readonly number[] } {
  let after = before;
  const lines: number[] = [];
  for (const [index, edit] of edits.entries()) {
    const made = applyEdit(after, edit, { name, at: edits.length === 1 ? '' : `edits[${index}].` });
    after = made.after;
    lines.push(...made.lines);
  }
  return { after, lines };
}

function applyEdit(
  text: EditableText,
  edit: TextEdit,
  { name, at }: { readonly name: string; readonly at: string },
): { readonly after: EditableText; readonly lines: readonly number[] } {
  mustBeWellFormed(`${at}old_string`, edit.old_string);
  mustBeWellFormed(`${at}new_string`, edit.new_string);
  const wanted = text.encode(edit.old_string);
  const places = text.places(wanted, MAX_COUNTED);
  if (places.length === 0) {
    const what = at === '' ? 'old_string' : `${at}old_string`;
    const closest = describeClosest(text.text(), edit.old_string);
    throw new ToolFailure(`${what} does not occur in ${name}. ${closest} Nothing was changed.`, { code: 'EDIT_NO_MATCH' });
  }
  if (places.length > 1 && edit.replace_all !== true) {
    const message = `${at}old_string occurs ${places.length} times in ${name}, on lines ${listed(text.linesOf(places))}. Give more of the text around it so that it occurs once, or set replace_all. Nothing was changed.`;
    throw new ToolFailure(message, { code: 'EDIT_AMBIGUOUS' });
  }
  const apart = withoutOverlaps(places, wanted.length);
  return { after: text.splice(apart, wanted.length, text.encode(edit.new_string)), lines: text.linesOf(apart) };
}

function withoutOverlaps(places: readonly number[], length: number): readonly number[] {
  const apart: number[] = [];
  let end = -1;
  for (const place of places) {
    if (place < end) continue;
    apart.push(place);
    end = place + length;
  }
  return apart;
}

function listed(lines: readonly number[]): string {
  const shown = lines.slice(0, MAX_LISTED).join(', ');
  return lines.length > MAX_LISTED ? `${shown} and ${lines.length - MAX_LISTED} more` : shown;
}
