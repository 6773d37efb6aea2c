import type { FilePart, Ids, ProviderOptions } from '@tackroom/core';
import { grow } from '../grow-list.js';
import type { ReplyFinish } from './finish-reason.js';
import { storableOptions, type AssistantPart, type ModelReply, type ReplyCall } from './model-reply.js';
import { callPart, identifyCall, type ReadCall } from './reply-calls.js';
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
  private drafts: Draft[] | undefined = undefined;

  constructor(private readonly ids: Ids) {}

  /** Begins a stretch of text or reasoning; the caller appends to it. */
  begin(type: TextDraft['type'], text: string, providerOptions: ProviderOptions | undefined): TextDraft {
    const draft: TextDraft = { type, text, providerOptions };
    this.drafts = grow<Draft>(this.drafts, draft);
    return draft;
  }

  addFile(file: FilePart): void {
    this.drafts = grow<Draft>(this.drafts, file);
  }

  addCall(read: ReadCall): void {
    this.drafts = grow<Draft>(this.drafts, { type: 'call', read });
  }

  /** Whether there is anything yet. */
  get began(): boolean {
    return this.drafts !== undefined;
  }

  /** The text so far. */
  get text(): string {
    let text = '';
    for (const draft of this.drafts ?? NOTHING) if (draft.type === 'text') text += draft.text;
    return text;
  }

  /** The reply. Stretches without text are left out, unless a provider wants its mark on them back. */
  build(): ModelReply {
    const { finish, usage } = this;
    let content: AssistantPart[] | undefined;
    let calls: ReplyCall[] | undefined;
    let text = '';
    for (const draft of this.drafts ?? NOTHING) {
      if (draft.type === 'call') {
        const call = identifyCall(draft.read, this.ids.next('call'), finish === 'length');
        calls = grow(calls, call);
        content = grow(content, callPart(call, storableOptions(draft.read.providerOptions)));
      } else if (draft.type === 'file') content = grow(content, draft);
      else {
        const providerOptions = storableOptions(draft.providerOptions);
        if (draft.text === '' && (draft.type === 'text' || providerOptions === undefined)) continue;
        const part = wholeText(draft, providerOptions);
        if (part.type === 'text') text += part.text;
        content = grow(content, part);
      }
    }
    return { content: content ?? NOTHING, text, calls: calls ?? NOTHING, finish, usage };
  }
}

const NOTHING: readonly never[] = Object.freeze([]);

function wholeText(draft: TextDraft, providerOptions: ProviderOptions | undefined): Extract<AssistantPart, { type: 'text' | 'reasoning' }> {
  const text = draft.text.toWellFormed();
  return providerOptions === undefined ? { type: draft.type, text } : { type: draft.type, text, providerOptions };
}
