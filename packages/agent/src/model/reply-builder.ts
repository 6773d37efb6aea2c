import type { FilePart, Ids, ProviderOptions } from '@tackroom/core';
import type { ReplyFinish } from './finish-reason.js';
import type { AssistantPart, ModelReply, ReplyCall } from './model-reply.js';
import { identifyCall, type ReadCall } from './reply-calls.js';
import { NO_REPLY_USAGE, type ReplyUsage } from './reply-usage.js';

/** Text or reasoning that may still grow. */
export interface TextDraft {
  readonly type: 'text' | 'reasoning';
  text: string;
  providerOptions: ProviderOptions | undefined;
}

type Draft = TextDraft | FilePart | { readonly type: 'call'; readonly read: ReadCall };

/** Collects what a model said, in order, and gives it out as one reply. */
export class ReplyBuilder {
  finish: ReplyFinish = 'other';
  usage: ReplyUsage = NO_REPLY_USAGE;
  private readonly drafts: Draft[] = [];

  constructor(private readonly ids: Ids) {}

  /** Begins a stretch of text or reasoning; the caller appends to it. */
  begin(type: TextDraft['type'], text: string, providerOptions: ProviderOptions | undefined): TextDraft {
    const draft: TextDraft = { type, text, providerOptions };
    this.drafts.push(draft);
    return draft;
  }

  addFile(file: FilePart): void {
    this.drafts.push(file);
  }

  addCall(read: ReadCall): void {
    this.drafts.push({ type: 'call', read });
  }

  /** Whether there is anything yet. */
  get began(): boolean {
    return this.drafts.length > 0;
  }

  /** The text so far. */
  get text(): string {
    let text = '';
    for (const draft of this.drafts) if (draft.type === 'text') text += draft.text;
    return text;
  }

  /** The reply. Stretches without text are left out, unless a provider wants its mark on them back. */
  build(): ModelReply {
    const content: AssistantPart[] = [];
    const calls: ReplyCall[] = [];
    let text = '';
    for (const draft of this.drafts) {
      if (draft.type === 'call') {
        const { call, part } = identifyCall(draft.read, this.ids, this.finish === 'length');
        calls.push(call);
        content.push(part);
      } else if (draft.type === 'file') content.push(draft);
      else if (draft.text !== '' || (draft.type === 'reasoning' && draft.providerOptions !== undefined)) {
        const part = wholeText(draft);
        if (part.type === 'text') text += part.text;
        content.push(part);
      }
    }
    return { content, text, calls, finish: this.finish, usage: this.usage };
  }
}

function wholeText(draft: TextDraft): Extract<AssistantPart, { type: 'text' | 'reasoning' }> {
  const text = draft.text.toWellFormed();
  return draft.providerOptions === undefined
    ? { type: draft.type, text }
    : { type: draft.type, text, providerOptions: draft.providerOptions };
}
