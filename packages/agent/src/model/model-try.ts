import { HarnessError } from '@tackroom/core';
import type { LanguageModel, ModelStream } from './language-model.js';
import type { ModelReply } from './model-reply.js';
import type { ModelRequest, ModelRequesterOptions } from './model-request.js';
import { readGenerated } from './read-generated.js';
import { StreamReading } from './read-stream.js';
import { BrokenReply } from './reply-problems.js';
import { SilenceWatch } from './silence-watch.js';

/**
 * One try of one model; it streams where the model can. A model that falls silent or does not heed its signal cannot hold
 * the run: the try is given up, and what the model still says is ignored.
 */
export class ModelTry {
  private reading: StreamReading | undefined = undefined;
  private reader: ReadableStreamDefaultReader<unknown> | undefined = undefined;
  private reject: ((error: unknown) => void) | undefined = undefined;
  private over = false;

  constructor(
    private readonly options: ModelRequesterOptions,
    private readonly request: ModelRequest,
    private readonly controller: AbortController,
  ) {}

  /** The text that has arrived. */
  get text(): string {
    return this.reading?.text ?? '';
  }

  /** Whether listeners may have heard something of the reply. */
  get spoke(): boolean {
    return this.reading?.spoke ?? false;
  }

  run(model: LanguageModel): Promise<ModelReply> {
    return new Promise((resolve, reject) => {
      this.reject = reject;
      const reply = model.doStream === undefined ? this.generate(model) : this.stream(model);
      reply.then(resolve, reject);
    });
  }

  /** Asks the model to stop; a try that reads a stream ends at once. */
  stop(reason: unknown): void {
    this.controller.abort(reason);
    this.leaveStream(reason);
  }

  /** Ends the try now, whatever the model does. */
  giveUp(error: unknown): void {
    this.over = true;
    this.reject?.(error);
    this.stop(error);
  }

  private async generate(model: LanguageModel): Promise<ModelReply> {
    const watch = this.watch(this.options.requestTimeoutMs);
    try {
      const result = await model.doGenerate?.(this.request.options(model, this.controller.signal));
      return readGenerated(result, this.options.ids, this.over ? undefined : this.request.listener);
    } finally {
      watch.stop();
    }
  }

  private async stream(model: LanguageModel): Promise<ModelReply> {
    const watch = this.watch(this.options.idleTimeoutMs);
    const reading = new StreamReading(this.options.ids, this.request.listener);
    this.reading = reading;
    try {
      const reader = readerOf(await model.doStream?.(this.request.options(model, this.controller.signal)));
      this.reader = reader;
      // A model that ignores its signal may answer after the try was stopped: nobody reads that.
      if (this.controller.signal.aborted) this.leaveStream(this.controller.signal.reason);
      for (;;) {
        const { done, value } = await reader.read();
        if (done || this.over) break;
        watch.touch();
        reading.add(value);
      }
      this.reader = undefined;
      return reading.finish();
    } finally {
      watch.stop();
      this.leaveStream(undefined);
    }
  }

  private watch(limitMs: number): SilenceWatch {
    const watch = new SilenceWatch(this.options.clock, {
      limitMs,
      onLimit: () => this.fallSilent(limitMs),
      onSilent: this.request.onSilent,
    });
    watch.start();
    return watch;
  }

  private fallSilent(limitMs: number): void {
    // A whole reply whose stream is merely left open is as good as one that was closed.
    if (this.reading?.complete === true) this.leaveStream(undefined);
    else this.giveUp(new BrokenReply(`The model was silent for ${limitMs / 1000} s.`));
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

function ignore(): void {}
