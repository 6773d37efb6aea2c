import type { Usage } from '@tackroom/core';

/** Tokens of one reply. Undefined: the provider did not say. */
export interface ReplyUsage {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly cached: number | undefined;
  readonly reasoning: number | undefined;
}

/** Usage of a reply that reported none. */
export const NO_REPLY_USAGE: ReplyUsage = Object.freeze({ input: undefined, output: undefined, cached: undefined, reasoning: undefined });

/** Usage of a run that has not begun. */
export const NO_USAGE: Usage = Object.freeze({
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  reasoningTokens: 0,
  steps: 0,
  calls: 0,
  incomplete: false,
});

/** Reads usage: flat numbers (v2), or groups with a total (v3, v4). */
export function readUsage(usage: unknown): ReplyUsage {
  if (typeof usage !== 'object' || usage === null) return NO_REPLY_USAGE;
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage as Record<string, unknown>;
  const input = group(inputTokens);
  const output = group(outputTokens);
  return {
    input: count(input === undefined ? inputTokens : input['total']),
    output: count(output === undefined ? outputTokens : output['total']),
    cached: count(input === undefined ? cachedInputTokens : input['cacheRead']),
    reasoning: count(output === undefined ? reasoningTokens : output['reasoning']),
  };
}

/** What a run has used with one more reply. */
export function addReply(total: Usage, reply: ReplyUsage, calls: number): Usage {
  return {
    inputTokens: total.inputTokens + (reply.input ?? 0),
    outputTokens: total.outputTokens + (reply.output ?? 0),
    cachedInputTokens: total.cachedInputTokens + (reply.cached ?? 0),
    reasoningTokens: total.reasoningTokens + (reply.reasoning ?? 0),
    steps: total.steps + 1,
    calls: total.calls + calls,
    incomplete: total.incomplete || reply.input === undefined || reply.output === undefined,
  };
}

function group(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : undefined;
}
