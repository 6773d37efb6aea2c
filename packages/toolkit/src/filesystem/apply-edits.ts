import { ToolFailure } from '@tackroom/core';
import { describeClosest } from './closest-text.js';
import type { EditableText } from './editable-text.js';
import { mustBeWellFormed, mustFit } from './text-bytes.js';

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
/** Of so many replacements the lines are told. */
const MAX_LINES = 20;
/** Places beyond this are only counted when all of them are replaced. */
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
    if (edit.old_string === '') return `${at}old_string is empty. Give the text to replace; a new file is written, not edited.`;
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

/** What edits made of a text. */
export interface AppliedEdits {
  readonly after: EditableText;
  readonly replacements: number;
  /** The lines of the first twenty replacements, in the order of the edits. */
  readonly lines: readonly number[];
}

/** What edits of a text go by. */
export interface EditBounds {
  /** Of the file, for messages. */
  readonly name: string;
  /** No edit makes the text longer than this, in bytes. */
  readonly maxBytes: number;
}

/**
 * Makes edits one after the other, each on what the one before left. Throws `ToolFailure` `EDIT_NO_MATCH`,
 * `EDIT_AMBIGUOUS`, `FILE_TEXT_INVALID` or `FILE_TOO_LARGE` if one cannot be made.
 */
export function applyEdits(before: EditableText, edits: readonly TextEdit[], bounds: EditBounds): AppliedEdits {
  let applied: AppliedEdits = { after: before, replacements: 0, lines: [] };
  for (const [index, edit] of edits.entries()) {
    const { after, replacements, lines } = applyEdit(applied.after, edit, { ...bounds, at: edits.length === 1 ? '' : `edits[${index}].` });
    applied = { after, replacements: applied.replacements + replacements, lines: [...applied.lines, ...lines].slice(0, MAX_LINES) };
  }
  return applied;
}

function applyEdit(text: EditableText, edit: TextEdit, { name, maxBytes, at }: EditBounds & { readonly at: string }): AppliedEdits {
  mustBeWellFormed(`${at}old_string`, edit.old_string);
  mustBeWellFormed(`${at}new_string`, edit.new_string);
  const wanted = text.encode(edit.old_string);
  const places = text.places(wanted, edit.replace_all === true ? Infinity : MAX_COUNTED);
  if (places.length === 0) {
    const closest = describeClosest(text.text(), edit.old_string);
    throw new ToolFailure(`${at}old_string does not occur in ${name}. ${closest} Nothing was changed.`, { code: 'EDIT_NO_MATCH' });
  }
  if (places.length > 1 && edit.replace_all !== true) {
    const times = places.length === MAX_COUNTED ? `at least ${MAX_COUNTED}` : String(places.length);
    const message = `${at}old_string occurs ${times} times in ${name}, ${onLines(text.linesOf(places))}. Give more of the text around it so that it occurs once, or set replace_all. Nothing was changed.`;
    throw new ToolFailure(message, { code: 'EDIT_AMBIGUOUS' });
  }
  const apart = withoutOverlaps(places, wanted.length);
  const replacement = text.encode(edit.new_string);
  // Before it is made: a long text in many places is more than memory holds.
  mustFit(`After the edit ${name} would have`, text.bytes.length + apart.length * (replacement.length - wanted.length), maxBytes);
  return {
    after: text.splice(apart, wanted.length, replacement),
    replacements: apart.length,
    lines: text.linesOf(apart.slice(0, MAX_LINES)),
  };
}

function withoutOverlaps(places: Uint32Array, length: number): Uint32Array {
  if (length === 1) return places;
  const apart = new Uint32Array(places.length);
  let count = 0;
  let end = 0;
  for (const place of places) {
    if (place < end) continue;
    apart[count++] = place;
    end = place + length;
  }
  return apart.subarray(0, count);
}

function onLines(lines: readonly number[]): string {
  const distinct = [...new Set(lines)];
  const shown = distinct.slice(0, MAX_LISTED).join(', ');
  if (distinct.length === 1) return `all on line ${shown}`;
  return distinct.length > MAX_LISTED ? `on lines ${shown} and ${distinct.length - MAX_LISTED} more` : `on lines ${shown}`;
}
