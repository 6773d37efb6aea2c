import { setMaxListeners } from 'node:events';
import { HarnessError, type ClockTimer } from '@tackroom/core';
import { judgeModelError } from './model-error.js';
import type { ModelReply } from './model-reply.js';
import type { ModelRequest, ModelRequesterOptions } from './model-request.js';
import { modelRetryWait } from './model-retry.js';
import { ModelTry } from './model-try.js';

/** A request that ended because its run was cancelled, with the text that had arrived. */
export class RequestCancelled extends Error {
  constructor(readonly text: string) {
    super('The model request was cancelled.');
    this.name = 'RequestCancelled';
  }
}

/** Makes the model requests of one run, one at a time, with repeats and fallbacks. */
export class ModelRequester {
  private controller: AbortController | undefined = undefined;
  private current: ModelTry | undefined = undefined;
  private cancelled = false;
  private grace: ClockTimer | undefined = undefined;
  private wake: (() => void) | undefined = undefined;

  constructor(private readonly options: ModelRequesterOptions) {}

  /**
   * Asks until there is a reply. Rejects with `RequestCancelled`, or with a `HarnessError`: `MODEL_UNAVAILABLE` when
   * repeats did not help, `MODEL_CONTEXT_OVERFLOW`, `MODEL_REQUEST_FAILED`, or what loading the model threw.
   */
  async request(request: ModelRequest): Promise<ModelReply> {
    const { line, clock, retry } = this.options;
    let position = line.start(clock.now());
    let failures = 0;
    for (let attempt = 1; ; attempt++) {
      let current: ModelTry | undefined;
      try {
        const source = line.model(position);
        const model = source instanceof Promise ? await source : source;
        if (this.cancelled) throw new RequestCancelled('');
        current = this.current = new ModelTry(this.options, request, this.abortable());
        return await current.run(model);
      } catch (error) {
        if (this.cancelled) throw new RequestCancelled(current?.text ?? '');
        const verdict = judgeModelError(error, clock.now());
        if (verdict.kind !== 'transient') throw permanentError(verdict.kind, verdict.message, error);
        failures++;
        const exhausted = failures >= retry.attempts;
        const next = exhausted || failures >= line.switchAfter ? line.leave(position, clock.now()) : undefined;
        if (next === undefined && exhausted) throw unavailable(attempt, verdict.message, error);
        if (current?.spoke === true) request.onReset(attempt + 1, verdict.message);
        if (next === undefined) await this.wait(failures, verdict.retryAfterMs);
        else {
          position = next;
          failures = 0;
        }
      } finally {
        this.current = undefined;
        this.grace?.cancel();
      }
      if (this.cancelled) throw new RequestCancelled('');
    }
  }

  /** Ends the current request and every later one. A model that does not stop is abandoned after the grace period. */
  cancel(reason: unknown): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.wake?.();
    const { current } = this;
    if (current === undefined) return;
    current.stop(reason);
    this.grace = this.options.clock.timer(this.options.graceMs, () => current.giveUp(reason));
  }

  /** One signal serves all requests of a run; each of them may listen to it, so Node must not warn of a leak. */
  private abortable(): AbortController {
    if (this.controller === undefined || this.controller.signal.aborted) {
      this.controller = new AbortController();
      setMaxListeners(0, this.controller.signal);
    }
    return this.controller;
  }

  private wait(failures: number, retryAfterMs: number | undefined): Promise<void> {
    const { clock, retry, random } = this.options;
    return new Promise((resolve) => {
      const timer = clock.timer(modelRetryWait(retry, failures, retryAfterMs, random), resolve);
      this.wake = () => {
        timer.cancel();
        resolve();
      };
    });
  }
}

function unavailable(attempts: number, message: string, cause: unknown): HarnessError {
  const times = attempts === 1 ? '1 try' : `${attempts} tries`;
  return new HarnessError('MODEL_UNAVAILABLE', `The model gave no reply in ${times}; the last one failed with: ${message}`, { cause });
}

function permanentError(kind: 'context-overflow' | 'permanent', message: string, cause: unknown): HarnessError {
  if (HarnessError.is(cause)) return cause;
  const code = kind === 'context-overflow' ? 'MODEL_CONTEXT_OVERFLOW' : 'MODEL_REQUEST_FAILED';
  return new HarnessError(code, `The model refused the request: ${message}`, { cause });
}
