import type { ReplyChunk, ReplyContent } from './model-reply.js';
import type { ScriptedToolCall, ScriptedTurn } from './scripted-turn.js';

/** What a turn says as whole pieces: thinking, text, calls. Raw deltas are no pieces and are left out. */
export function turnContent(turn: ScriptedTurn): ReplyContent[] {
  const content: ReplyContent[] = [];
  if (turn.thinking !== undefined) content.push({ type: 'reasoning', text: turn.thinking });
  if (turn.text !== undefined) content.push({ type: 'text', text: turn.text });
  for (const call of turn.toolCalls ?? []) {
    content.push({ type: 'tool-call', toolCallId: call.id ?? '', toolName: call.name, input: argumentText(call) });
  }
  return content;
}

/**
 * The same as stream parts, in the order a provider sends them. Text, thinking and arguments come in pieces of about a word.
 * In a reply that was cut (`finish: 'length'`) a last call with incomplete arguments stays open, as it does in providers: it
 * has no `tool-input-end` and no `tool-call`.
 */
export function* turnChunks(turn: ScriptedTurn): Generator<ReplyChunk> {
  const content = turnContent(turn);
  const last = content.at(-1);
  for (const piece of content) {
    if (piece.type === 'tool-call') yield* callChunks(piece, turn.finish === 'length' && piece === last && !isCompleteJson(piece.input));
    else yield* proseChunks(piece.type, piece.text);
  }
  for (const delta of turn.deltas ?? []) yield { type: 'raw', rawValue: { toolCallDelta: delta } };
}

/** Whether `chunkMs` passes before a part. */
export function isDelta(chunk: ReplyChunk): boolean {
  return chunk.type === 'text-delta' || chunk.type === 'reasoning-delta' || chunk.type === 'tool-input-delta' || chunk.type === 'raw';
}

/** The argument text that a provider would send for a call. */
export function argumentText(call: ScriptedToolCall): string {
  return call.rawArgs ?? (call.args === undefined ? '' : JSON.stringify(call.args));
}

function* proseChunks(type: 'text' | 'reasoning', text: string): Generator<ReplyChunk> {
  const id = `${type}-1`;
  yield { type: `${type}-start`, id };
  for (const delta of wordsOf(text)) yield { type: `${type}-delta`, id, delta };
  yield { type: `${type}-end`, id };
}

function* callChunks(call: Extract<ReplyContent, { type: 'tool-call' }>, cut: boolean): Generator<ReplyChunk> {
  yield { type: 'tool-input-start', id: call.toolCallId, toolName: call.toolName };
  for (const delta of wordsOf(call.input)) yield { type: 'tool-input-delta', id: call.toolCallId, delta };
  if (cut) return;
  yield { type: 'tool-input-end', id: call.toolCallId };
  yield call;
}

/** Pieces of at most 24 code points besides white space; joined they are the text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S{1,24}|\s+/gu) ?? [];
}

function isCompleteJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
