import type { JsonObject } from '../contracts/json.js';
import type { IncomingCall } from './run-context.js';

/** The arguments of a call as a fresh, unfrozen object, or why they cannot be read (one line for the model). */
export type ReadArguments =
  | { readonly args: Record<string, unknown>; readonly largeIntegers: readonly string[]; readonly problem?: undefined }
  | { readonly args?: undefined; readonly problem: string };

const NONE: readonly string[] = Object.freeze([]);
const RESEND = 'The tool did not run. Send the call again with its complete arguments as one JSON object.';

/**
 * Reads what the model sent: one JSON object, or nothing. Text is never repaired. Integers that a double cannot hold are
 * kept as their digits, so that a string parameter gets them exactly and any other is told to send a string.
 */
export function readArguments(call: IncomingCall): ReadArguments {
  if (call.damaged !== undefined) return { problem: `${call.damaged} ${RESEND}` };
  const given = call.args;
  if (given === undefined) return { args: {}, largeIntegers: NONE };
  if (typeof given !== 'string') return readObject(given);
  if (call.parsed !== undefined && !NEEDS_LOOK.test(given)) return { args: copyObject(call.parsed), largeIntegers: NONE };
  return readText(given);
}

function readText(text: string): ReadArguments {
  if (text.charCodeAt(0) !== OPENING_BRACE && text.trim() === '') return { args: {}, largeIntegers: NONE };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `The arguments are not valid JSON: ${parseProblem(error, text)}. ${RESEND}` };
  }
  const endless = MANY_PLACES.test(text) ? endlessNumber(text) : undefined;
  if (endless !== undefined) return { problem: `The arguments hold the number ${endless}, which is out of range. ${RESEND}` };
  // Only now: in text that is no JSON, every quote could begin a string that never ends, and looking costs the square.
  const large = MANY_DIGITS.test(text) ? quoteLargeIntegers(text) : undefined;
  return large === undefined ? objectOf(value, NONE) : objectOf(JSON.parse(large.text), large.found);
}

function objectOf(value: unknown, largeIntegers: readonly string[]): ReadArguments {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { args: value as Record<string, unknown>, largeIntegers };
  }
  return { problem: `The arguments must be one JSON object, got ${nameOf(value)}. ${RESEND}` };
}

/** A caller's object is copied through JSON: what JSON cannot write is refused, and the caller's own object stays as it is. */
function readObject(given: JsonObject): ReadArguments {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { problem: `The arguments must be one JSON object, got ${nameOf(given)}. ${RESEND}` };
  }
  try {
    // A `toJSON` may have made anything of it.
    return objectOf(JSON.parse(JSON.stringify(given)), NONE);
  } catch (error) {
    return {
      problem: `The arguments cannot be written as JSON: ${error instanceof Error ? oneLine(error.message) : 'unknown reason'}. ${RESEND}`,
    };
  }
}

/** A copy of parsed JSON: a third of what parsing its text again would cost. */
export function copyObject(object: JsonObject): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key in object) {
    const value = object[key];
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: copyValue(value), enumerable: true, writable: true, configurable: true });
    else copy[key] = typeof value === 'object' && value !== null ? copyValue(value) : value;
  }
  return copy;
}

function copyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyValue);
  return typeof value === 'object' && value !== null ? copyObject(value as JsonObject) : value; // parts of parsed JSON
}

const OPENING_BRACE = 0x7b;
const MANY_DIGITS = /\d{16}/;
/** Either of the two: the numbers of the text must be read from it. */
const NEEDS_LOOK = /\d{16}|\d[eE]\+?\d{2}/;
/** Without one of these no number of the text is too large for a double. */
const MANY_PLACES = /\d[eE]\+?\d{2}|\d{308}/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function quoteLargeIntegers(text: string): { readonly text: string; readonly found: readonly string[] } | undefined {
  const found: string[] = [];
  const quoted = text.replace(TOKEN, (part) => {
    if (part.startsWith('"') || !/^-?\d+$/.test(part) || Number.isSafeInteger(Number(part))) return part;
    found.push(part);
    return `"${part}"`;
  });
  return found.length === 0 ? undefined : { text: quoted, found };
}

/** The first number of a JSON text that would be read as infinity. */
function endlessNumber(text: string): string | undefined {
  const numbers = text.match(TOKEN)?.filter((part) => !part.startsWith('"')) ?? [];
  const found = numbers.find((part) => !Number.isFinite(Number(part)));
  return found === undefined || found.length <= 24 ? found : `${found.slice(0, 24)}…`;
}

function parseProblem(error: unknown, text: string): string {
  const message = error instanceof Error ? oneLine(error.message) : 'unknown problem';
  const position = /position (\d+)/.exec(message)?.[1];
  const where = position === undefined ? `length ${text.length}` : `${excerpt(text, Number(position))}`;
  return `${message.replace(/, (?:\.\.\.)?".*$/, '')} (${where})`;
}

function excerpt(text: string, position: number): string {
  const before = text.slice(Math.max(0, position - 20), position).toWellFormed();
  return `after ${JSON.stringify(before)}`;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
