import type { JsonObject } from '@tackroom/core';
import type { ScriptedToolCall, ScriptedTurn } from './scripted-turn.js';

/** A turn that answers with text; `more` adds what else the turn should do. */
export function text(value: string, more: Omit<ScriptedTurn, 'text'> = {}): ScriptedTurn {
  return { ...more, text: value };
}

/** A turn that calls tools, each given as a name, as name and arguments, or in full. Ids are `call-1`, `call-2`, … unless given. */
export function calls(...made: readonly (string | readonly [name: string, args: JsonObject] | ScriptedToolCall)[]): ScriptedTurn {
  const toolCalls = made.map((call, index): ScriptedToolCall => {
    const id = `call-${index + 1}`;
    if (typeof call === 'string') return { id, name: call, args: {} };
    if (isPair(call)) return { id, name: call[0], args: call[1] };
    return { id, ...call };
  });
  return { toolCalls };
}

/** A turn whose request fails with an HTTP status (0: no connection); `retryAfter` is in seconds, or a date as text. */
export function fails(status: number, message = `status ${status}`, retryAfter?: number | string): ScriptedTurn {
  return { error: { status, message, ...(retryAfter === undefined ? {} : { retryAfter }) } };
}

function isPair(call: readonly [string, JsonObject] | ScriptedToolCall): call is readonly [string, JsonObject] {
  return Array.isArray(call);
}
