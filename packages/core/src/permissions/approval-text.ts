import type { JsonObject, JsonValue } from '../contracts/json.js';
import { mixedWords } from './mixed-scripts.js';
import { escapeUnseen } from './visible-text.js';

/**
 * A call as a person must see it before they decide: the tool's name, then every argument in the order given, nothing
 * cut. Text of several lines is set as a block whose lines begin with `|`, so that no value can pass for another
 * argument. A working directory below the root comes last. Unseen characters are escaped and backslashes in blocks doubled.
 */
export function approvalText(toolName: string, args: JsonObject, cwd = ''): string {
  const shown = Object.entries(args).map(([name, value]) => `  ${shownName(name)}: ${shownValue(value)}`);
  const place = cwd === '' ? [] : [`  (in the directory ${escapeUnseen(JSON.stringify(cwd))})`];
  const lines = shown.length === 0 ? ['  (no arguments)'] : shown;
  return [escapeUnseen(toolName), ...lines, ...place, ...scriptNotes(`${toolName} ${cwd}`, args)].join('\n');
}

function scriptNotes(names: string, args: JsonObject): readonly string[] {
  const mixed = mixedWords(`${names} ${JSON.stringify(args)}`);
  return mixed.map(({ word, script }) => `  (${JSON.stringify(word)} mixes Latin letters with ${script} ones that look like them)`);
}

function shownName(name: string): string {
  return /^\w+$/.test(name) ? name : escapeUnseen(JSON.stringify(name));
}

function shownValue(value: JsonValue): string {
  if (typeof value !== 'string' || !value.includes('\n')) return escapeUnseen(exactText(value));
  const lines = value.split('\n').map((line) => `    | ${escapeUnseen(line.replaceAll('\\', '\\\\'))}`);
  return [`text of ${lines.length} lines`, ...lines].join('\n');
}

/** JSON, but for the numbers that JSON has no text for: they are shown as they are. */
function exactText(value: JsonValue): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((element: JsonValue) => exactText(element)).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${exactText(member)}`).join(',')}}`;
}
