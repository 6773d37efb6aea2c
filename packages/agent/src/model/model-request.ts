import type { Clock, Ids } from '@tackroom/core';
import type { LanguageModel, ModelCallOptions } from './language-model.js';
import type { ModelLine } from './model-line.js';
import type { ReplyListener } from './model-reply.js';
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

/** One request, whichever model answers it. */
export interface ModelRequest {
  options(model: LanguageModel, signal: AbortSignal): ModelCallOptions;
  readonly listener: ReplyListener | undefined;
  /** What listeners have heard of this reply is void; it starts again. */
  readonly onReset: (attempt: number, reason: string) => void;
  readonly onSilent: ((seconds: number) => void) | undefined;
}
