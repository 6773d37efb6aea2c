import { HarnessError } from '@tackroom/core';
import type { Clock } from '@tackroom/core';
import { delay } from '../delay.js';
import { copyRequest, viewRequest } from './model-request.js';
import type { ModelCallOptions, ModelRequest } from './model-request.js';
import type { GeneratedReply, ModelSpecification, ReplyPart } from './model-reply.js';
import { parseScript } from './parse-script.js';
import { ScriptedApiError, ScriptExhausted } from './scripted-api-error.js';
import { hasContent } from './scripted-turn.js';
import type { ScriptedTurn, ScriptedUsage, TurnFunction } from './scripted-turn.js';
import { isDelta, turnChunks, turnContent } from './turn-content.js';
import { derivedUsage, turnEnd } from './turn-end.js';

/** Options of a {@link ScriptedModel}. */
export interface ScriptedModelOptions<V extends ModelSpecification = 'v4'> {
  /** Version of the AI SDK's model specification to follow. Default `v4`. */
  readonly specificationVersion?: V;
  /** Which methods the model has. Default `both`. */
  readonly methods?: 'both' | 'stream' | 'generate';
  readonly modelId?: string;
  /** Measures `delayMs` and `chunkMs`. Default: the platform's timers. */
  readonly clock?: Clock;
  /** Tokens of every turn that scripts none; without it they are derived from the size of request and reply. */
  readonly usage?: ScriptedUsage;
  /** False keeps no copies of requests: `requests` stays empty, and turn functions see the caller's own objects. Default true. */
  readonly record?: boolean;
  /** Called with each request before its turn is taken, past the end of the script too. A throw fails the request. */
  readonly onRequest?: (request: ModelRequest) => void;
}

/** A turn that was chosen for a request. */
interface TakenTurn {
  readonly turn: ScriptedTurn;
  readonly request: ModelRequest;
}

/**
 * An AI SDK language model that answers from a script: each request takes the next turn, in the order requests arrive. One
 * function instead of a list answers every request and never ends. A request whose signal has already fired takes no turn.
 * Requests past the end fail with `SCRIPT_EXHAUSTED`.
 */
export class ScriptedModel<V extends ModelSpecification = 'v4'> {
  readonly specificationVersion: V;
  readonly provider = 'scripted';
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]> = {};
  private readonly recorded: ModelRequest[] = [];
  private asked = 0;

  constructor(
    private readonly turns: readonly (ScriptedTurn | TurnFunction)[] | TurnFunction,
    private readonly options: ScriptedModelOptions<V> = {},
  ) {
    this.specificationVersion = options.specificationVersion ?? ('v4' as V); // V is 'v4' unless the option says otherwise
    this.modelId = options.modelId ?? 'scripted';
    if (options.methods === 'generate') Object.defineProperty(this, 'doStream', { value: undefined });
    if (options.methods === 'stream') Object.defineProperty(this, 'doGenerate', { value: undefined });
  }

  /** A model for `{ "turns": [...] }`, given as parsed JSON or as its text. Throws `SCRIPT_INVALID` with every problem. */
  static fromJson<V extends ModelSpecification = 'v4'>(script: unknown, options: ScriptedModelOptions<V> = {}): ScriptedModel<V> {
    return new ScriptedModel<V>(parseScript(script).turns, options);
  }

  /** What each request contained, in the order they arrived. */
  get requests(): readonly ModelRequest[] {
    return this.recorded;
  }

  /** Turns that no request has taken; 0 for a function that answers everything. */
  get remainingTurns(): number {
    return typeof this.turns === 'function' ? 0 : Math.max(0, this.turns.length - this.asked);
  }

  /** Throws `SCRIPT_UNCONSUMED` if turns are left. */
  assertConsumed(): void {
    const left = this.remainingTurns;
    if (left > 0)
      throw new HarnessError('SCRIPT_UNCONSUMED', `The script has ${left} more ${left === 1 ? 'turn' : 'turns'} than requests.`);
  }

  /** Answers with a whole reply. A turn with raw deltas is `SCRIPT_INVALID` here: only a stream can carry them. */
  async doGenerate(options: ModelCallOptions): Promise<GeneratedReply<V>> {
    const taken = this.take(options);
    const { turn, request } = taken instanceof Promise ? await taken : taken;
    if (turn.error !== undefined) throw new ScriptedApiError(turn.error);
    if (turn.deltas !== undefined) {
      throw new HarnessError('SCRIPT_INVALID', `Turn ${request.request} has raw deltas, which only doStream can carry.`);
    }
    return {
      content: turnContent(turn),
      ...turnEnd(this.specificationVersion, turn, this.usageOf(turn, request)),
      warnings: [],
      response: this.metadataOf(request),
    };
  }

  /** Answers with a stream of parts. Cancelling the stream or aborting the request ends its delays. */
  async doStream(options: ModelCallOptions): Promise<{ stream: ReadableStream<ReplyPart<V>> }> {
    const { turn, request } = await this.take(options);
    if (turn.error !== undefined && !hasContent(turn)) throw new ScriptedApiError(turn.error);
    const left = new AbortController();
    const signal = options.abortSignal === undefined ? left.signal : AbortSignal.any([options.abortSignal, left.signal]);
    const parts = this.partsOf(turn, request, signal);
    const stream = new ReadableStream<ReplyPart<V>>({
      async pull(controller) {
        const next = await parts.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: (reason) => left.abort(reason),
    });
    return { stream };
  }

  private async *partsOf(turn: ScriptedTurn, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ReplyPart<V>> {
    yield { type: 'stream-start', warnings: [] };
    yield { type: 'response-metadata', ...this.metadataOf(request) };
    let deltas = 0;
    for (const chunk of turnChunks(turn)) {
      if (turn.chunkMs !== undefined && isDelta(chunk) && deltas++ > 0) await delay(turn.chunkMs, { clock: this.options.clock, signal });
      signal.throwIfAborted();
      yield chunk;
    }
    if (turn.error !== undefined) throw new ScriptedApiError(turn.error);
    yield { type: 'finish', ...turnEnd(this.specificationVersion, turn, this.usageOf(turn, request)) };
  }

  /** A plain value when nothing has to be waited for: benchmarks run on this path. */
  private take(options: ModelCallOptions): TakenTurn | Promise<TakenTurn> {
    const signal = options.abortSignal;
    signal?.throwIfAborted();
    const number = ++this.asked;
    const request = this.record(number, options);
    const next = typeof this.turns === 'function' ? this.turns : this.turns[number - 1];
    if (next === undefined) throw new ScriptExhausted(number, this.turns.length);
    const turn = typeof next === 'function' ? next(request) : next;
    if (!('then' in turn) && turn.delayMs === undefined) return { turn, request };
    return this.awaitTurn(turn, request, signal);
  }

  private async awaitTurn(
    pending: ScriptedTurn | Promise<ScriptedTurn>,
    request: ModelRequest,
    signal: AbortSignal | undefined,
  ): Promise<TakenTurn> {
    const turn = await orAborted(pending, signal);
    if (turn.delayMs !== undefined) await delay(turn.delayMs, { clock: this.options.clock, signal });
    return { turn, request };
  }

  private record(number: number, options: ModelCallOptions): ModelRequest {
    const { record = true, onRequest } = this.options;
    const request = record ? copyRequest(number, options) : viewRequest(number, options);
    if (record) this.recorded.push(request);
    onRequest?.(request);
    return request;
  }

  private usageOf(turn: ScriptedTurn, request: ModelRequest): ScriptedUsage {
    return turn.usage ?? this.options.usage ?? derivedUsage(request.messages, turn);
  }

  private metadataOf(request: ModelRequest): { readonly id: string; readonly modelId: string } {
    return { id: `response-${request.request}`, modelId: this.modelId };
  }
}

/** What a turn function gives, unless the request is aborted first. */
async function orAborted(turn: ScriptedTurn | Promise<ScriptedTurn>, signal: AbortSignal | undefined): Promise<ScriptedTurn> {
  if (signal === undefined || !('then' in turn)) return turn;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error); // whatever the caller aborted with is what it wants to catch
    signal.addEventListener('abort', abort, { once: true });
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
