import type { Usage } from 'tackroom';
import { formatDuration } from './duration.js';

/** What a run has used, on one line: steps, calls, tokens where they were reported, and time. */
export function usageLine(usage: Usage, elapsedMs: number): string {
  const { steps, calls, inputTokens, outputTokens, cachedInputTokens, incomplete } = usage;
  const cached = cachedInputTokens > 0 ? ` (${formatTokens(cachedInputTokens)} cached)` : '';
  const tokens =
    inputTokens + outputTokens === 0
      ? []
      : [`${incomplete ? 'at least ' : ''}${formatTokens(inputTokens)} tokens in${cached}, ${formatTokens(outputTokens)} out`];
  return [counted(steps, 'step'), counted(calls, 'call'), ...tokens, formatDuration(elapsedMs)].join(' · ');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function formatTokens(count: number): string {
  if (count < 1_000) return String(count);
  return count < 99_950
    ? `${(count / 1_000).toFixed(1)}k`
    : count < 999_500
      ? `${Math.round(count / 1_000)}k`
      : `${(count / 1_000_000).toFixed(1)}M`;
}
