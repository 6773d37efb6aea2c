import type { JsonValue } from '../contracts/json.js';
import type { CallCtx } from './call-ctx.js';

/** An async iterable on its way to its end. */
export interface ItemReading {
  /** The last item, or the generator's return value if it gives one. */
  readonly last: Promise<unknown>;
  /** Stops: nothing more is reported, and the iterable is told to let go of what it holds. */
  close(): void;
}

/** Reads an async iterable to its end; every item is reported as progress. */
export function readItems(items: AsyncIterable<unknown>, ctx: CallCtx): ItemReading {
  let iterator: AsyncIterator<unknown> | undefined;
  let closed = false;
  const close = (): void => {
    if (closed) return;
    closed = true;
    if (iterator !== undefined) void letGo(iterator);
  };
  const read = async (): Promise<unknown> => {
    iterator = items[Symbol.asyncIterator]();
    let last: unknown;
    for (;;) {
      const step = await iterator.next();
      if (step.done === true) closed = true;
      else if (!closed) ctx.call.progress((last = step.value) as JsonValue); // progress makes JSON of whatever it is
      if (closed) return step.done === true && step.value !== undefined ? step.value : last;
    }
  };
  const last = read();
  last.catch(close);
  return { last, close };
}

/** An iterable that is in the middle of something closes when it comes to it; nobody waits for that. */
async function letGo(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The call has its answer already.
  }
}
