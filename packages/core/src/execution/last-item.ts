import type { JsonValue } from '../contracts/json.js';
import type { CallCtx } from './call-ctx.js';
import { toJson } from './to-json.js';

/**
 * Reads an async iterable to its end: every item is reported as progress, the last one (or the generator's return value)
 * is the result. Once `stopped` says so the iterable is closed and nothing more is reported.
 */
export async function lastItem(items: AsyncIterable<unknown>, stopped: () => boolean, ctx: CallCtx): Promise<unknown> {
  const iterator = items[Symbol.asyncIterator]();
  let last: unknown;
  for (;;) {
    const step = await iterator.next();
    if (stopped()) {
      if (step.done !== true) await iterator.return?.();
      return last;
    }
    if (step.done === true) return step.value ?? last;
    last = step.value;
    ctx.call.progress((toJson(last) ?? null) satisfies JsonValue);
  }
}
