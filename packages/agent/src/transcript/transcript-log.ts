import type { Message, ProviderOptions } from '@tackroom/core';
import type { ModelVersion } from '../model/language-model.js';
import { prepareTranscript } from './prepare-transcript.js';
import { toProviderMessage } from './provider-message.js';
import { withNote } from './with-note.js';

/** A message in a provider's shape. */
interface Sent {
  readonly role: string;
  readonly providerOptions?: ProviderOptions;
}

interface Prompt {
  readonly messages: Sent[];
  /** How many messages of the log are in it. */
  upTo: number;
  /** The newest message as it is without its mark. */
  newest: Sent | undefined;
}

/**
 * The transcript of one run, append-only, and what models are sent of it. A prompt only ever grows at its end and is
 * handed out by reference: the prefix of a request is the request before it, and no step copies the transcript.
 */
export class TranscriptLog {
  private readonly log: Message[];
  private readonly plain = new Map<ModelVersion, Prompt>();
  private readonly marked = new Map<ModelVersion, Prompt>();
  private system = '';
  /** How many messages a model may have seen. */
  private sent = 0;

  /** `foreign`: whether some of the messages, now or before the first prompt, were not made by the loop. */
  constructor(
    messages: readonly Message[],
    private readonly foreign: boolean,
  ) {
    this.log = [...messages];
  }

  /** What heads every prompt and is no part of the transcript. */
  get head(): string {
    return this.system;
  }

  /** Sets what heads every prompt; before the first prompt only. */
  headWith(system: string): void {
    this.system = system;
  }

  /** A live view: it grows with the run. */
  get messages(): readonly Message[] {
    return this.log;
  }

  append(message: Message): void {
    this.log.push(message);
  }

  /** Adds a note to the newest message, where it stays: what a model has seen of the transcript does not change. */
  annotate(note: string): void {
    const newest = this.log.at(-1);
    if (newest === undefined || this.sent === this.log.length) return;
    this.log[this.log.length - 1] = withNote(newest, note) ?? newest;
  }

  /** What a model of `version` is sent: the same array each time. With a mark, it is on the head and on the newest message. */
  prompt(version: ModelVersion, mark: ProviderOptions | undefined): readonly unknown[] {
    const prompts = mark === undefined ? this.plain : this.marked;
    let prompt = prompts.get(version);
    if (prompt === undefined) {
      prompt = this.begin(version, mark);
      prompts.set(version, prompt);
    }
    const { messages } = prompt;
    this.sent = this.log.length;
    if (prompt.newest !== undefined) messages[messages.length - 1] = prompt.newest;
    for (; prompt.upTo < this.log.length; prompt.upTo++) {
      const message = this.log[prompt.upTo];
      if (message !== undefined) messages.push(toProviderMessage(message, version) as Sent);
    }
    if (mark !== undefined) prompt.newest = markNewest(messages, mark);
    return messages;
  }

  /** A prompt for one request only, with `given` in place of the transcript. */
  promptOf(version: ModelVersion, given: readonly Message[], mark: ProviderOptions | undefined): readonly unknown[] {
    this.sent = this.log.length;
    const messages = [...this.begun(mark), ...prepareTranscript(given).map((message) => toProviderMessage(message, version) as Sent)];
    if (mark !== undefined) markNewest(messages, mark);
    return messages;
  }

  private begin(version: ModelVersion, mark: ProviderOptions | undefined): Prompt {
    const prompt: Prompt = { messages: this.begun(mark), upTo: 0, newest: undefined };
    if (!this.foreign) return prompt;
    // Only what came from outside needs repair; what the loop appends afterwards is in order by construction.
    for (const message of prepareTranscript(this.log)) prompt.messages.push(toProviderMessage(message, version) as Sent);
    prompt.upTo = this.log.length;
    return prompt;
  }

  private begun(mark: ProviderOptions | undefined): Sent[] {
    if (this.system === '') return [];
    const head = { role: 'system', content: this.system };
    return [mark === undefined ? head : { ...head, providerOptions: mark }];
  }
}

/** Puts the mark on the newest message and gives the message as it was. */
function markNewest(messages: Sent[], mark: ProviderOptions): Sent | undefined {
  const newest = messages.at(-1);
  if (newest !== undefined) messages[messages.length - 1] = { ...newest, providerOptions: { ...newest.providerOptions, ...mark } };
  return newest;
}
