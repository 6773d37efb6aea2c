import type { ClockTimer } from '../contracts/clock.js';
import { HarnessError } from '../contracts/errors.js';
import type { CallCtx } from './call-ctx.js';
import type { CancellationPlace } from './cancellation.js';
import { readItems, type ItemReading } from './read-items.js';
import type { PerformingCall } from './prepared-call.js';

/** How one attempt ended: the handler settled, its deadline passed, or the run was cancelled and it did not settle in time. */
export type AttemptEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'abandoned' };

/**
 * Runs a handler once, under its deadline and the run's cancellation. The value comes back at once if the handler gave
 * one at once. At the deadline the signal fires and the wait ends; whatever the handler does afterwards is ignored. A
 * cancelled run gives it `graceMs` to settle. The context is dead once this has settled.
 */
export function runAttempt(at: PerformingCall, ctx: CallCtx): AttemptEnd | Promise<AttemptEnd> {
  const { definition } = at.call.tool;
  try {
    const value: unknown =
      definition.offload === undefined
        ? definition.handler(at.call.args, ctx)
        : at.tools.kernel.offloader.run(definition.offload, at.call.args, ctx.signal);
    // What is returned is a handler's too: even to look at it may throw.
    if (isThenable(value)) return new Attempt(at, ctx).wait(value, undefined);
    if (isAsyncIterable(value)) return new Attempt(at, ctx).wait(undefined, value);
    ctx.expire();
    return { kind: 'returned', value };
  } catch (error) {
    ctx.expire();
    return { kind: 'threw', error };
  }
}

class Attempt {
  private readonly deadline: ClockTimer;
  private grace: ClockTimer | undefined = undefined;
  private reading: ItemReading | undefined = undefined;
  private resolve: ((end: AttemptEnd) => void) | undefined = undefined;
  private place: CancellationPlace | undefined = undefined;

  constructor(
    private readonly at: PerformingCall,
    private readonly ctx: CallCtx,
  ) {
    this.deadline = at.tools.kernel.clock.timer(at.call.tool.timeoutMs, () => this.timeOut());
  }

  wait(value: PromiseLike<unknown> | undefined, items: AsyncIterable<unknown> | undefined): Promise<AttemptEnd> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.place = this.at.run.cancellation.add(() => this.cancel());
      if (items !== undefined) return this.follow(items);
      // A promise of the language is taken as it is; any other thenable is read the way `await` does.
      Promise.resolve(value).then(
        (result) => this.take(result),
        (error: unknown) => this.end({ kind: 'threw', error }),
      );
    });
  }

  private take(value: unknown): void {
    try {
      if (isAsyncIterable(value)) return this.follow(value);
    } catch (error) {
      return this.end({ kind: 'threw', error });
    }
    this.end({ kind: 'returned', value });
  }

  /** Items are progress; the last one is the result. */
  private follow(items: AsyncIterable<unknown>): void {
    if (this.resolve === undefined) return;
    this.reading = readItems(items, this.ctx);
    this.reading.last.then(
      (value) => this.end({ kind: 'returned', value }),
      (error: unknown) => this.end({ kind: 'threw', error }),
    );
  }

  private timeOut(): void {
    const { call } = this.at;
    this.ctx.abort(new HarnessError('TOOL_TIMEOUT', `${call.toolName} timed out after ${call.tool.timeoutMs / 1000} s`));
    this.end({ kind: 'timed-out' });
  }

  private cancel(): void {
    this.ctx.abort(this.at.run.cancellation.reason);
    if (this.resolve !== undefined)
      this.grace = this.at.tools.kernel.clock.timer(this.at.run.graceMs, () => this.end({ kind: 'abandoned' }));
  }

  private end(end: AttemptEnd): void {
    const resolve = this.resolve;
    if (resolve === undefined) return;
    this.resolve = undefined;
    this.deadline.cancel();
    this.grace?.cancel();
    this.at.run.cancellation.remove(this.place);
    this.ctx.expire();
    this.reading?.close();
    resolve(end);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { [Symbol.asyncIterator]?: unknown })[Symbol.asyncIterator] === 'function'
  );
}
