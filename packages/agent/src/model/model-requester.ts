import { setMaxListeners } from 'node:events';
import { HarnessError, type ClockTimer } from '@tackroom/core';
import type { LanguageModel } from './language-model.js';
import { judgeModelError } from './model-error.js';
import type { ModelReply } from './model-reply.js';
import type { ModelClient, ModelRequesterOptions } from './model-request.js';
import { modelRetryWait } from './model-retry.js';
import { ModelTry, type TryOwner } from './model-try.js';
import { SilenceWatch } from './silence-watch.js';

/** Makes the model requests of one run, one at a time, with repeats and fallbacks. */
export class ModelRequester implements TryOwner {
  private readonly watch: SilenceWatch;
  private controller: AbortController | undefined = undefined;
  private current: ModelTry | undefined = undefined;
  private timer: ClockTimer | undefined = undefined;
  private waiting = false;
  private loading = false;
  private cancelled: { readonly reason: unknown } | undefined = undefined;
  /** Where in the line of models the request stands, and what has failed so far. */
  private position = 0;
  private attempts = 0;
  private failures = 0;

  constructor(
    private readonly options: ModelRequesterOptions,
    private readonly client: ModelClient,
  ) {
    this.watch = new SilenceWatch(options.clock, {
      onLimit: (limitMs) => this.current?.fallSilent(limitMs),
      onSilent: client.listener === undefined ? undefined : (seconds) => client.onSilent(seconds),
    });
  }

  /**
   * Asks until there is a reply, and gives it to the client. Fails with a `HarnessError`: `MODEL_UNAVAILABLE` when repeats
   * did not help, `MODEL_CONTEXT_OVERFLOW`, `MODEL_REQUEST_FAILED`, or what loading the model threw; once cancelled with
   * the reason of that.
   */
  request(): void {
    this.position = this.options.line.start(this.options.clock.now());
    this.attempts = 0;
    this.failures = 0;
    this.tryNext();
  }

  /** Ends the current request and every later one. A model that does not stop is abandoned after the grace period. */
  cancel(reason: unknown): void {
    if (this.cancelled !== undefined) return;
    this.cancelled = { reason };
    const { current } = this;
    if (this.waiting) {
      this.waiting = false;
      this.timer?.cancel();
      this.client.onFailure(reason, '');
    } else if (this.loading) {
      this.loading = false;
      this.controller?.abort(reason);
      this.client.onFailure(reason, '');
    } else if (current !== undefined) {
      this.timer = this.options.clock.timer(this.options.graceMs, () => current.giveUp(reason));
      current.stop(reason);
    }
  }

  /** Lets go of what outlives single requests. */
  dispose(): void {
    this.watch.dispose();
    this.timer?.cancel();
  }

  private tryNext(): void {
    if (this.cancelled !== undefined) return this.client.onFailure(this.cancelled.reason, '');
    const model = this.options.line.model(this.position, () => this.abortable().signal);
    if (!(model instanceof Promise)) return this.tryOnce(model);
    this.loading = true;
    model.then(
      (loaded) => this.endLoading() && this.tryOnce(loaded),
      (error: unknown) => this.endLoading() && this.notLoaded(error),
    );
  }

  /** False once the request was cancelled meanwhile, which has been told. */
  private endLoading(): boolean {
    const { loading } = this;
    this.loading = false;
    return loading;
  }

  /** A server that is not there may be there later, so another model may stand in for it; the rest is for a person to mend. */
  private notLoaded(error: unknown): void {
    const { line, clock } = this.options;
    const next = HarnessError.is(error, 'MODEL_SERVER_MISSING') ? line.leave(this.position, clock.now()) : undefined;
    if (next === undefined) return this.client.onFailure(error, '');
    this.position = next;
    this.failures = 0;
    this.tryNext();
  }

  private tryOnce(model: LanguageModel): void {
    this.attempts++;
    this.current = new ModelTry(this.options, this.client, this.watch, this.abortable(), this);
    this.current.start(model);
  }

  /** Called by the try under way. */
  succeeded(reply: ModelReply): void {
    this.end();
    this.client.onReply(reply);
  }

  /** Called by the try under way: repeats it, goes on to the next model, or gives up. */
  failed(error: unknown): void {
    const { current, cancelled } = this;
    this.end();
    if (cancelled !== undefined) return this.client.onFailure(cancelled.reason, current?.text ?? '');
    const { clock, retry, line, random } = this.options;
    const verdict = judgeModelError(error, clock.now());
    if (verdict.kind !== 'transient') return this.client.onFailure(permanentError(verdict.kind, verdict.message, error), '');
    this.failures++;
    const exhausted = this.failures >= retry.attempts;
    const next = exhausted || this.failures >= line.switchAfter ? line.leave(this.position, clock.now()) : undefined;
    if (next === undefined && exhausted) return this.client.onFailure(unavailable(this.attempts, verdict.message, error), '');
    if (current?.spoke === true) this.client.onReset(this.attempts + 1, verdict.message);
    if (next !== undefined) {
      this.position = next;
      this.failures = 0;
      return this.tryNext();
    }
    this.waiting = true;
    this.timer = clock.timer(modelRetryWait(retry, this.failures, verdict.retryAfterMs, random), () => {
      this.waiting = false;
      this.tryNext();
    });
  }

  private end(): void {
    this.current = undefined;
    this.watch.stop();
    this.timer?.cancel();
    this.timer = undefined;
  }

  /** One signal serves all requests of a run; each of them may listen to it, so Node must not warn of a leak. */
  private abortable(): AbortController {
    if (this.controller === undefined || this.controller.signal.aborted) {
      this.controller = new AbortController();
      setMaxListeners(0, this.controller.signal);
    }
    return this.controller;
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
