import type { Clock, Ids } from '@tackroom/core';
import type { LanguageModel, ModelCallOptions } from './language-model.js';
import type { ModelLine } from './model-line.js';
import type { ModelReply, ReplyListener } from './model-reply.js';
import type { ModelRetry } from './model-retry.js';

/** What requests of all runs of an agent have in common. Times are milliseconds. */
export interface ModelRequesterOptions {
  readonly line: ModelLine;
  readonly retry: ModelRetry;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Silence of a stream after which the request is repeated. */
  readonly idleTimeoutMs: number;
  /** Bound on a request that does not stream. */
  readonly requestTimeoutMs: number;
  /** How long a cancelled request may take to end before it is abandoned. */
  readonly graceMs: number;
  readonly random: () => number;
}

/** Who makes requests: says what is sent, and is told what comes of it. */
export interface ModelClient {
  /** The options of the request that is being made, for whichever model answers it. */
  options(model: LanguageModel, signal: AbortSignal): ModelCallOptions;
  /** Told of the reply while it arrives; undefined when nobody listens. */
  readonly listener: ReplyListener | undefined;
  /** What listeners have heard of this reply is void; it starts again. */
  onReset(attempt: number, reason: string): void;
  onSilent(seconds: number): void;
  onReply(reply: ModelReply): void;
  /** The request is over without a reply. `text`: what had arrived when it was cancelled. */
  onFailure(error: unknown, text: string): void;
}
