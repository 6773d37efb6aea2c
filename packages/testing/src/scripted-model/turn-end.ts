import type { PromptMessage } from './model-request.js';
import type { ModelSpecification, ReplyFinish, ReplyUsage, UnifiedFinish } from './model-reply.js';
import type { ScriptedTurn, ScriptedUsage } from './scripted-turn.js';
import { argumentText } from './turn-content.js';

/** The finish reason and token counts that end a turn, in the form of one specification version. */
export interface TurnEnd<V extends ModelSpecification> {
  readonly finishReason: ReplyFinish<V>;
  readonly usage: ReplyUsage<V>;
}

/** Providers' own reasons, as their AI SDK packages translate them. */
const PROVIDER_REASONS: ReadonlyMap<string, UnifiedFinish> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['pause_turn', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content-filter'],
  ['tool_use', 'tool-calls'],
  ['tool_calls', 'tool-calls'],
  ['stop', 'stop'],
  ['length', 'length'],
  ['content-filter', 'content-filter'],
  ['tool-calls', 'tool-calls'],
  ['error', 'error'],
  ['other', 'other'],
]);

/** How a turn ends. In v2 there is only the unified reason: `pause_turn` cannot be told from `stop`. */
export function turnEnd<V extends ModelSpecification>(version: V, turn: ScriptedTurn, usage: ScriptedUsage): TurnEnd<V> {
  const raw = turn.finish ?? (turn.toolCalls?.length || turn.deltas?.length ? 'tool-calls' : 'stop');
  const unified = version === 'v4' && raw === 'interrupted' ? raw : (PROVIDER_REASONS.get(raw) ?? 'other');
  const end = version === 'v2' ? { finishReason: unified, usage: flat(usage) } : { finishReason: { unified, raw }, usage: byKind(usage) };
  return end as TurnEnd<V>; // the compiler cannot follow a conditional type through a test of its parameter
}

/**
 * Tokens of a turn that scripts none: one for every four UTF-16 code units begun, of every string in the request's messages
 * and of the thinking, text and argument text in the reply. Offered tools do not count.
 */
export function derivedUsage(messages: readonly PromptMessage[], turn: ScriptedTurn): ScriptedUsage {
  const thinking = turn.thinking?.length ?? 0;
  let reply = thinking + (turn.text?.length ?? 0);
  for (const call of turn.toolCalls ?? []) reply += argumentText(call).length;
  for (const delta of turn.deltas ?? []) reply += delta.args?.length ?? 0;
  return {
    inputTokens: tokens(textLength(messages)),
    outputTokens: tokens(reply),
    cachedInputTokens: 0,
    reasoningTokens: tokens(thinking),
  };
}

function tokens(codeUnits: number): number {
  return Math.ceil(codeUnits / 4);
}

/** Length of every string in a value but of keys. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  for (const field of Array.isArray(value) ? value : Object.values(value)) length += textLength(field);
  return length;
}

function flat(usage: ScriptedUsage): ReplyUsage<'v2'> {
  const { inputTokens, outputTokens, reasoningTokens, cachedInputTokens } = usage;
  return { inputTokens, outputTokens, totalTokens: combine(inputTokens, outputTokens, 1), reasoningTokens, cachedInputTokens };
}

function byKind(usage: ScriptedUsage): ReplyUsage<'v3'> {
  const { inputTokens, outputTokens, reasoningTokens, cachedInputTokens } = usage;
  return {
    inputTokens: {
      total: inputTokens,
      noCache: combine(inputTokens, cachedInputTokens, -1),
      cacheRead: cachedInputTokens,
      cacheWrite: undefined,
    },
    outputTokens: { total: outputTokens, text: combine(outputTokens, reasoningTokens, -1), reasoning: reasoningTokens },
  };
}

function combine(a: number | undefined, b: number | undefined, sign: 1 | -1): number | undefined {
  return a === undefined || b === undefined ? undefined : a + sign * b;
}
