import type { Ids } from '@tackroom/core';
import { readFinish } from './finish-reason.js';
import { readProviderOptions, type ModelReply, type ReplyListener } from './model-reply.js';
import { asPart, readCallPart, textOf, type RawPart } from './read-call-part.js';
import { readFilePart } from './read-file-part.js';
import { ReplyBuilder, type TextDraft } from './reply-builder.js';
import { BrokenReply, mustBeWhole } from './reply-problems.js';
import { readUsage } from './reply-usage.js';
import { ToolInputAssembler, type ToolCallDelta, type ToolInputDraft } from './tool-input-assembler.js';

const NEVER_FINISHED = 'The stream ended before the provider sent the whole call.';

/**
 * Reads the parts of a `doStream` one by one. Parts of unknown types and values that are no parts are passed over; an
 * error part is thrown by {@link StreamReading.add} as it came.
 */
export class StreamReading {
  private readonly builder: ReplyBuilder;
  private readonly open = new Map<unknown, TextDraft>();
  private inputs: ToolInputAssembler | undefined;
  private current: TextDraft | undefined;
  private currentId: unknown;
  private finished = false;

  constructor(
    ids: Ids,
    private readonly listener: ReplyListener | undefined,
  ) {
    this.builder = new ReplyBuilder(ids);
  }

  /** The text so far. */
  get text(): string {
    return this.builder.text;
  }

  /** Whether anything of a reply has arrived. */
  get spoke(): boolean {
    return this.builder.began || this.inputs !== undefined;
  }

  /** Whether the end mark has arrived. */
  get complete(): boolean {
    return this.finished;
  }

  /** Takes one part. */
  add(value: unknown): void {
    const part = asPart(value);
    if (part === undefined) return;
    switch (part['type']) {
      case 'text-delta':
        return this.grow('text', part);
      case 'reasoning-delta':
        return this.grow('reasoning', part);
      case 'text-start':
        return void this.start('text', part);
      case 'reasoning-start':
        return void this.start('reasoning', part);
      case 'text-end':
      case 'reasoning-end':
        return this.end(part);
      case 'finish':
        this.finished = true;
        this.builder.finish = readFinish(part['finishReason']);
        this.builder.usage = readUsage(part['usage']);
        return;
      case 'error':
        throw part['error'];
      case 'file':
        return this.addFile(part);
      default:
        return this.addToolPart(part);
    }
  }

  /** The reply, once the stream has ended. Throws for one that broke off. */
  finish(): ModelReply {
    if (!this.finished) throw new BrokenReply('The stream ended without its end mark; the reply may be incomplete.');
    mustBeWhole(this.builder.finish, true);
    for (const draft of this.open.values()) this.tellEnd(draft);
    for (const draft of this.inputs?.rest() ?? []) this.builder.addCall(unfinishedCall(draft));
    return this.builder.build();
  }

  private start(type: TextDraft['type'], part: RawPart): TextDraft {
    const draft = this.builder.begin(type, '', readProviderOptions(part['providerMetadata']));
    this.open.set(part['id'], draft);
    this.current = draft;
    this.currentId = part['id'];
    if (type === 'text') this.listener?.textStart();
    return draft;
  }

  private grow(type: TextDraft['type'], part: RawPart): void {
    const draft = this.drafted(type, part);
    const delta = textOf(part['delta']);
    if (part['providerMetadata'] !== undefined) this.mark(draft, part);
    if (delta === '') return;
    draft.text += delta;
    if (type === 'text') this.listener?.textDelta(delta);
    else this.listener?.thinkingDelta(delta);
  }

  /** The stretch that a piece belongs to; one that was never announced begins here. */
  private drafted(type: TextDraft['type'], part: RawPart): TextDraft {
    if (this.current !== undefined && this.currentId === part['id'] && this.current.type === type) return this.current;
    const draft = this.open.get(part['id']);
    if (draft === undefined || draft.type !== type) return this.start(type, part);
    this.current = draft;
    this.currentId = part['id'];
    return draft;
  }

  private end(part: RawPart): void {
    const draft = this.open.get(part['id']);
    if (draft === undefined) return;
    this.mark(draft, part);
    this.open.delete(part['id']);
    this.current = undefined;
    this.tellEnd(draft);
  }

  private tellEnd(draft: TextDraft): void {
    if (draft.type === 'text') this.listener?.textEnd(draft.text);
  }

  /** The newest mark of a provider on a stretch holds the signature that it wants back. */
  private mark(draft: TextDraft, part: RawPart): void {
    draft.providerOptions = readProviderOptions(part['providerMetadata']) ?? draft.providerOptions;
  }

  private addFile(part: RawPart): void {
    const file = readFilePart(part);
    if (file !== undefined) this.builder.addFile(file);
  }

  private addToolPart(part: RawPart): void {
    switch (part['type']) {
      case 'tool-input-start':
        if (part['providerExecuted'] !== true) this.assembler().announce(textOf(part['id']), textOf(part['toolName']));
        return;
      case 'tool-input-delta': {
        const draft = this.inputs?.announced(textOf(part['id']));
        if (draft !== undefined) this.listener?.toolInputDelta(draft.id, draft.name, textOf(part['delta']));
        return;
      }
      case 'tool-call': {
        const call = readCallPart(part);
        this.inputs?.settle(textOf(part['toolCallId']));
        if (call !== undefined) this.builder.addCall(call);
        return;
      }
      case 'raw':
        return this.addRaw(asPart(part['rawValue'])?.['toolCallDelta']);
    }
  }

  private addRaw(value: unknown): void {
    const delta = asPart(value);
    if (delta === undefined) return;
    const draft = this.assembler().add(readDelta(delta));
    this.listener?.toolInputDelta(draft.id, draft.name, textOf(delta['args']));
  }

  private assembler(): ToolInputAssembler {
    this.inputs ??= new ToolInputAssembler();
    return this.inputs;
  }
}

function readDelta(delta: RawPart): ToolCallDelta {
  const { index, id, name, args } = delta;
  return {
    index: typeof index === 'number' ? index : undefined,
    id: typeof id === 'string' ? id : undefined,
    name: typeof name === 'string' ? name : undefined,
    args: typeof args === 'string' ? args : undefined,
  };
}

function unfinishedCall(draft: ToolInputDraft): Parameters<ReplyBuilder['addCall']>[0] {
  const damaged = draft.needsFinal ? NEVER_FINISHED : draft.problem;
  return { providerCallId: draft.id, name: draft.name, args: draft.text, damaged, providerOptions: undefined };
}
