/**
 * Why a reply ended, whatever the provider calls it. `pause`: the provider asks to be sent the same again; `broken`: the
 * reply ended without its end mark.
 */
export type ReplyFinish = 'stop' | 'tool-calls' | 'length' | 'refusal' | 'pause' | 'broken' | 'error' | 'other';

const BY_NAME: ReadonlyMap<unknown, ReplyFinish> = new Map<unknown, ReplyFinish>([
  ['stop', 'stop'],
  ['tool-calls', 'tool-calls'],
  ['length', 'length'],
  ['content-filter', 'refusal'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause'],
  ['pause-turn', 'pause'],
  ['interrupted', 'broken'],
  ['error', 'error'],
]);

/** Reads a finish reason: a word (v2), or a unified word with the provider's own one (v3, v4). */
export function readFinish(reason: unknown): ReplyFinish {
  if (typeof reason !== 'object' || reason === null) return BY_NAME.get(reason) ?? 'other';
  const { unified, raw } = reason as { readonly unified?: unknown; readonly raw?: unknown };
  // Providers map these two to "stop" or "other"; only their own word tells.
  if (raw === 'pause_turn') return 'pause';
  if (raw === 'refusal') return 'refusal';
  return BY_NAME.get(unified) ?? 'other';
}
