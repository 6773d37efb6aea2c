import type { JsonValue, Message, ToolCallPart, ToolResultPart } from '@tackroom/core';
import { hasWords } from './has-words.js';
import { wellFormedJson } from './well-formed-json.js';

type AssistantMessage = Extract<Message, { role: 'assistant' }>;

const INTERRUPTED = 'This call was interrupted before it had a result; it is not known whether it took effect.';

/**
 * A copy of a transcript that every provider accepts: after a message with calls comes exactly one message with one
 * result for each, in call order; missing results are stubbed, results of no call are dropped, of two for one call the
 * later is kept; neighbours of one role are merged, empty messages left out, and halves of surrogate pairs replaced.
 */
export function prepareTranscript(messages: readonly Message[]): readonly Message[] {
  const prepared: Message[] = [];
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at];
    if (message === undefined || message.role === 'tool') continue;
    add(prepared, wellFormed(message));
    if (message.role !== 'assistant') continue;
    const calls = callsOf(message);
    if (calls.length > 0) prepared.push(wellFormed({ role: 'tool', content: answer(calls, resultsAfter(messages, at, calls)) }));
  }
  return prepared;
}

/**
 * The results that answer the calls at `at`: those up to the next message of the assistant, and for calls still open the
 * ones that come later still, unless a later call of the same id claims them.
 */
function resultsAfter(messages: readonly Message[], at: number, calls: readonly ToolCallPart[]): readonly ToolResultPart[] {
  const results: ToolResultPart[] = [];
  const missing = new Set(calls.map((call) => call.toolCallId));
  let past = false;
  for (let next = at + 1; next < messages.length && !(past && missing.size === 0); next++) {
    const message = messages[next];
    if (message?.role === 'assistant') {
      past = true;
      for (const call of callsOf(message)) missing.delete(call.toolCallId);
    } else if (message?.role === 'tool') {
      const found = message.content.filter((part) => !past || missing.has(part.toolCallId));
      for (const part of found) missing.delete(part.toolCallId);
      results.push(...found);
    }
  }
  return results;
}

function wellFormed<M extends Message>(message: M): M {
  return wellFormedJson(message as unknown as JsonValue) as unknown as M; // messages are plain JSON and keep their shape
}

function callsOf(message: AssistantMessage): readonly ToolCallPart[] {
  return message.content.filter((part) => part.type === 'tool-call');
}

/** One result per call. Calls that share an id take the results of that id in order. */
function answer(calls: readonly ToolCallPart[], results: readonly ToolResultPart[]): readonly ToolResultPart[] {
  const byId = new Map<string, ToolResultPart[]>();
  for (const result of results) {
    const same = byId.get(result.toolCallId);
    if (same === undefined) byId.set(result.toolCallId, [result]);
    else same.push(result);
  }
  const remaining = new Map<string, number>();
  for (const { toolCallId } of calls) remaining.set(toolCallId, (remaining.get(toolCallId) ?? 0) + 1);
  return calls.map((call) => {
    const same = byId.get(call.toolCallId) ?? [];
    const left = remaining.get(call.toolCallId) ?? 1;
    remaining.set(call.toolCallId, left - 1);
    // The last call of an id takes the newest result of it; earlier ones take theirs in order.
    const result = left === 1 ? same.at(-1) : same.shift();
    if (left === 1) byId.delete(call.toolCallId);
    return result === undefined ? stub(call) : { ...result, toolName: call.toolName };
  });
}

function stub(call: ToolCallPart): ToolResultPart {
  return { type: 'tool-result', toolCallId: call.toolCallId, toolName: call.toolName, output: { type: 'error-text', value: INTERRUPTED } };
}

function add(prepared: Message[], message: Message): void {
  if (message.role === 'system') {
    if (message.content !== '') prepared.push(message);
    return;
  }
  if (message.role === 'tool') return;
  const content = (message.content as readonly { readonly type: string; readonly text?: string }[]).filter(
    (part) => part.type !== 'text' || hasWords(part.text ?? ''),
  );
  if (content.length === 0) return;
  const whole = { ...message, content } as unknown as Message; // the same parts, fewer of them
  const last = prepared.at(-1);
  if (last?.role !== message.role) prepared.push(whole);
  else prepared[prepared.length - 1] = { ...last, content: [...last.content, ...content] } as unknown as Message; // both of one role
}
