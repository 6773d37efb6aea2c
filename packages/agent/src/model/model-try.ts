import { HarnessError } from '@tackroom/core';
import type { LanguageModel, ModelStream } from './language-model.js';
import type { ModelReply } from './model-reply.js';
import type { ModelClient, ModelRequesterOptions } from './model-request.js';
import { readGenerated } from './read-generated.js';
import { StreamReading } from './read-stream.js';
import { BrokenReply } from './reply-problems.js';
import type { SilenceWatch } from './silence-watch.js';

/** Who is told how a try ended. */
export interface TryOwner {
  succeeded(reply: ModelReply): void;
  failed(error: unknown): void;
}

/**
 * One try of one model; it streams where the model can. A model that falls silent or does not heed its signal cannot hold
 * the run: the try is given up, and what the model still says is ignored. Ends once, with a reply or an error.
 */
export class ModelTry {
  private reading: StreamReading | undefined = undefined;
  private reader: ReadableStreamDefaultReader<unknown> | undefined = undefined;
  private over = false;

  constructor(
    private readonly options: ModelRequesterOptions,
    private readonly client: ModelClient,
    private readonly watch: SilenceWatch,
    private readonly controller: AbortController,
    private readonly owner: TryOwner,
  ) {}

  /** The text that has arrived. */
  get text(): string {
    return this.reading?.text ?? '';
  }

  /** Whether listeners may have heard something of the reply. */
  get spoke(): boolean {
    return this.reading?.spoke ?? false;
  }

  start(model: LanguageModel): void {
    if (model.doStream === undefined) this.generate(model);
    else this.stream(model).catch((error: unknown) => this.end(undefined, error));
  }

  /** Asks the model to stop; a try that reads a stream ends at once. */
  stop(reason: unknown): void {
    this.controller.abort(reason);
    this.leaveStream(reason);
  }

  /** Ends the try now, whatever the model does. */
  giveUp(error: unknown): void {
    if (this.over) return;
    this.over = true;
    // Stopped before its owner hears of it: the next try begins at once and must not share a signal that fires now.
    this.stop(error);
    this.owner.failed(error);
  }

  /** The model has shown no sign of life for `limitMs`. */
  fallSilent(limitMs: number): void {
    // A whole reply whose stream is merely left open is as good as one that was closed.
    if (this.reading?.complete === true) this.leaveStream(undefined);
    else this.giveUp(new BrokenReply(`The model was silent for ${limitMs / 1000} s.`));
  }

  private end(reply: ModelReply | undefined, error: unknown): void {
    if (this.over) return;
    this.over = true;
    if (reply === undefined) this.owner.failed(error);
    else this.owner.succeeded(reply);
  }

  private generate(model: LanguageModel): void {
    if (model.isPerson !== true) this.watch.start(this.options.requestTimeoutMs);
    let answer: PromiseLike<unknown> | undefined;
    try {
      answer = model.doGenerate?.(this.client.options(model, this.controller.signal));
    } catch (error) {
      return this.end(undefined, error);
    }
    if (typeof answer?.then !== 'function') return this.generated(answer);
    answer.then(
      (result) => this.generated(result),
      (error: unknown) => this.end(undefined, error),
    );
  }

  private generated(result: unknown): void {
    if (this.over) return;
    let reply: ModelReply;
    try {
      reply = readGenerated(result, this.options.ids, this.client.listener);
    } catch (error) {
      return this.end(undefined, error);
    }
    this.end(reply, undefined);
  }

  private async stream(model: LanguageModel): Promise<void> {
    this.watch.start(this.options.idleTimeoutMs);
    const reading = new StreamReading(this.options.ids, this.client.listener);
    this.reading = reading;
    let reply: ModelReply;
    try {
      const reader = readerOf(await model.doStream?.(this.client.options(model, this.controller.signal)));
      this.reader = reader;
      // A model that ignores its signal may answer after the try was stopped: nobody reads that.
      if (this.over || this.controller.signal.aborted) this.leaveStream(this.controller.signal.reason);
      for (let parts = 1; ; parts++) {
        const { done, value } = await reader.read();
        if (done || this.over) break;
        this.watch.touch();
        reading.add(value);
        if (parts % PARTS_IN_A_ROW === 0) await letOthersRun();
      }
      this.reader = undefined;
      reply = reading.finish();
    } finally {
      this.leaveStream(undefined);
    }
    this.end(reply, undefined);
  }

  private leaveStream(reason: unknown): void {
    const { reader } = this;
    this.reader = undefined;
    reader?.cancel(reason).catch(ignore);
  }
}

function readerOf(answer: ModelStream | undefined): ReadableStreamDefaultReader<unknown> {
  const stream = answer?.stream as { readonly getReader?: unknown } | null | undefined; // whatever the model gave
  if (typeof stream?.getReader === 'function') return (stream as ReadableStream<unknown>).getReader();
  throw new HarnessError('MODEL_REPLY_INVALID', 'The model answered a streaming request without a readable stream.');
}

/** A stream whose parts are all there already would keep timers and cancellation waiting until its end, if it has one. */
const PARTS_IN_A_ROW = 1_024;

function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function ignore(): void {}
