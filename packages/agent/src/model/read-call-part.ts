import { readProviderOptions } from './model-reply.js';
import type { ReadCall } from './reply-calls.js';

/** A part of a model's answer, before anything is known about it. */
export type RawPart = Readonly<Record<string, unknown>>;

/** The part itself if it is an object at all. */
export function asPart(value: unknown): RawPart | undefined {
  return typeof value === 'object' && value !== null ? (value as RawPart) : undefined;
}

/** Text of a field, empty if it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Reads a whole tool call. Undefined for one that the provider ran itself: nobody here can answer it. */
export function readCallPart(part: RawPart): ReadCall | undefined {
  if (part['providerExecuted'] === true) return undefined;
  const args = inputText(part['input']);
  return {
    providerCallId: textOf(part['toolCallId']),
    name: textOf(part['toolName']),
    args: args ?? '',
    damaged: args === undefined ? NO_JSON : undefined,
    providerOptions: readProviderOptions(part['providerMetadata']),
  };
}

const NO_JSON = 'The model gave arguments that cannot be written as JSON.';

/** Undefined for input that is no JSON: a cycle, a big integer. */
function inputText(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (input === undefined) return '';
  try {
    return JSON.stringify(input) ?? '';
  } catch {
    return undefined;
  }
}
