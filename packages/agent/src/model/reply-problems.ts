import { HarnessError } from '@tackroom/core';
import type { ReplyFinish } from './finish-reason.js';

/** A reply that broke off or failed on the provider's side: a repeat may succeed. */
export class BrokenReply extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BrokenReply';
  }
}

/** Throws for a reply that cannot be used: one that is none (`MODEL_REPLY_INVALID`), or one that did not end well. */
export function mustBeWhole(finish: ReplyFinish, hasContent: boolean): void {
  if (finish === 'broken') throw new BrokenReply('The reply ended without its end mark; it may be incomplete.');
  if (finish === 'error') throw new BrokenReply('The provider ended the reply with an error.');
  if (!hasContent) {
    throw new HarnessError('MODEL_REPLY_INVALID', 'The model answered with something that is no reply: it has no list of content parts.');
  }
}
