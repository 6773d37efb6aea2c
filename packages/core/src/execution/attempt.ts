import type { ClockTimer } from '../contracts/clock.js';
import { HarnessError } from '../contracts/errors.js';
import type { JsonObject } from '../contracts/json.js';
import type { CallCtx } from './call-ctx.js';
import type { CallKernel } from './call-kernel.js';
import type { CompiledTool } from './compiled-tool.js';
import { lastItem } from './last-item.js';
import type { RunContext } from './run-context.js';

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
export function runAttempt(
  kernel: CallKernel,
  tool: CompiledTool,
  args: JsonObject,
  ctx: CallCtx,
  run: RunContext,
): AttemptEnd | Promise<AttemptEnd> {
  let value: unknown;
  try {
    value =
      tool.definition.offload === undefined
        ? tool.definition.handler(args, ctx)
        : kernel.offloader.run(tool.definition.offload, args, ctx.signal);
  } catch (error) {
    ctx.expire();
    return { kind: 'threw', error };
  }
  if (isThenable(value) || isAsyncIterable(value)) return new Attempt(kernel, tool, ctx, run).wait(value);
  ctx.expire();
  return { kind: 'returned', value };
}

class Attempt {
  private readonly deadline: ClockTimer;
  private grace: ClockTimer | undefined = undefined;
  private resolve: ((end: AttemptEnd) => void) | undefined = undefined;
  private readonly onCancel: () => void;

  constructor(
    private readonly kernel: CallKernel,
    private readonly tool: CompiledTool,
    private readonly ctx: CallCtx,
    private readonly run: RunContext,
  ) {
    this.onCancel = () => this.cancel();
    this.deadline = kernel.clock.timer(tool.timeoutMs, () => this.timeOut());
  }

  wait(value: PromiseLike<unknown> | AsyncIterable<unknown>): Promise<AttemptEnd> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.run.cancellation.add(this.onCancel);
      if (isThenable(value)) {
        value.then(
          (result) => (isAsyncIterable(result) ? this.follow(result) : this.end({ kind: 'returned', value: result })),
          (error: unknown) => this.end({ kind: 'threw', error }),
        );
      } else this.follow(value);
    });
  }

  /** Items are progress; the last one is the result. */
  private follow(items: AsyncIterable<unknown>): void {
    lastItem(items, () => this.resolve === undefined, this.ctx).then(
      (value) => this.end({ kind: 'returned', value }),
      (error: unknown) => this.end({ kind: 'threw', error }),
    );
  }

  private timeOut(): void {
    this.ctx.abort(new HarnessError('TOOL_TIMEOUT', `${this.tool.definition.name} timed out after ${this.tool.timeoutMs / 1000} s`));
    this.end({ kind: 'timed-out' });
  }

  private cancel(): void {
    this.ctx.abort(this.run.cancellation.reason);
    if (this.resolve !== undefined) this.grace = this.kernel.clock.timer(this.run.graceMs, () => this.end({ kind: 'abandoned' }));
  }

  private end(end: AttemptEnd): void {
    const resolve = this.resolve;
    if (resolve === undefined) return;
    this.resolve = undefined;
    this.deadline.cancel();
    this.grace?.cancel();
    this.run.cancellation.remove(this.onCancel);
    this.ctx.expire();
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
