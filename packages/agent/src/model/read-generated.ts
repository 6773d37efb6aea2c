import type { Ids } from '@tackroom/core';
import { readFinish } from './finish-reason.js';
import type { ModelReply, ReplyListener } from './model-reply.js';
import { readProviderOptions } from './model-reply.js';
import { asPart, readCallPart, textOf, type RawPart } from './read-call-part.js';
import { readFilePart } from './read-file-part.js';
import { ReplyBuilder } from './reply-builder.js';
import { mustBeWhole } from './reply-problems.js';
import { readUsage } from './reply-usage.js';

/**
 * Reads what `doGenerate` answered. Parts of unknown types are passed over; a reply that is no reply at all throws
 * `MODEL_REPLY_INVALID`, one that the provider marks as broken a transient error.
 */
export function readGenerated(result: unknown, ids: Ids, listener: ReplyListener | undefined): ModelReply {
  const reply = asPart(result);
  const builder = new ReplyBuilder(ids);
  const content: unknown = reply?.['content'];
  if (Array.isArray(content)) for (const part of content) addPart(builder, asPart(part), listener);
  builder.finish = readFinish(reply?.['finishReason']);
  builder.usage = readUsage(reply?.['usage']);
  mustBeWhole(builder.finish, Array.isArray(content));
  return builder.build();
}

function addPart(builder: ReplyBuilder, part: RawPart | undefined, listener: ReplyListener | undefined): void {
  if (part === undefined) return;
  switch (part['type']) {
    case 'text':
    case 'reasoning':
      addText(builder, part['type'], part, listener);
      break;
    case 'tool-call': {
      const call = readCallPart(part);
      if (call !== undefined) builder.addCall(call);
      break;
    }
    case 'file': {
      const file = readFilePart(part);
      if (file !== undefined) builder.addFile(file);
      break;
    }
  }
}

function addText(builder: ReplyBuilder, type: 'text' | 'reasoning', part: RawPart, listener: ReplyListener | undefined): void {
  const text = textOf(part['text']);
  builder.begin(type, text, readProviderOptions(part['providerMetadata']));
  if (listener === undefined || text === '') return;
  if (type === 'reasoning') listener.thinkingDelta(text);
  else {
    listener.textStart();
    listener.textDelta(text);
    listener.textEnd(text);
  }
}
