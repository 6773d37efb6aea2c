import type { JsonObject, JsonValue, ProviderOptions, ToolCallPart } from '@tackroom/core';
import { wellFormedJson } from '../transcript/well-formed-json.js';
import type { ReplyCall } from './model-reply.js';

/** A call as it was read, before the run gives it an identity. */
export interface ReadCall {
  readonly providerCallId: string;
  readonly name: string;
  readonly args: string;
  readonly damaged: string | undefined;
  readonly providerOptions: ProviderOptions | undefined;
}

const EMPTY_INPUT: JsonObject = Object.freeze({});
const CUT = 'The reply was cut off at its output limit before the arguments were complete.';

/**
 * Gives a call its identity, and a name and an id under which any provider takes it back. `cutReply`: the reply ended at
 * its output limit, so arguments that are not a whole object are a cut call.
 */
export function identifyCall(read: ReadCall, callId: string, cutReply: boolean): ReplyCall {
  const { providerCallId, name, args, damaged } = read;
  const parsed = damaged === undefined ? parseArguments(args) : undefined;
  const cut = cutReply && damaged === undefined && (args.trim() === '' || parsed === undefined);
  return {
    callId,
    providerCallId,
    name,
    args,
    parsed: isSendable(args) ? parsed : undefined,
    damaged: cut ? CUT : damaged,
    toolCallId: providerCallId === '' ? callId : providerCallId.toWellFormed(),
    toolName: sendableName(name),
  };
}

/**
 * The part that stands for a call in the transcript. Damaged arguments are never replayed to a provider: an empty object
 * stands in for them.
 */
export function callPart(call: ReplyCall, providerOptions: ProviderOptions | undefined): ToolCallPart {
  const { toolCallId, toolName } = call;
  const input = call.parsed ?? sendableInput(call);
  return providerOptions === undefined
    ? { type: 'tool-call', toolCallId, toolName, input }
    : { type: 'tool-call', toolCallId, toolName, input, providerOptions };
}

/** For arguments that cannot be sent back as they are: well-formed ones, or none. */
function sendableInput({ damaged, args }: ReplyCall): JsonValue {
  const parsed = damaged === undefined ? parseArguments(args) : undefined;
  return parsed === undefined ? EMPTY_INPUT : wellFormedJson(parsed);
}

/** The object that the text says; undefined if it says none. Blank text means no arguments. */
function parseArguments(text: string): JsonObject | undefined {
  if (text === '') return EMPTY_INPUT;
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value !== 'object' || value === null || Array.isArray(value) ? undefined : (value as JsonObject);
  } catch {
    return text.trim() === '' ? EMPTY_INPUT : undefined;
  }
}

/** Half a character would make a provider refuse the request, and every later one. */
function isSendable(text: string): boolean {
  return text.isWellFormed() && !ESCAPED_SURROGATE.test(text);
}

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** Providers refuse a request whose history holds a tool name of other characters. */
const SENDABLE = /^[A-Za-z0-9_-]{1,64}$/;

function sendableName(name: string): string {
  if (SENDABLE.test(name)) return name;
  return name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64) || 'unknown_tool';
}
