import type { Message } from '@tackroom/core';
import type { ModelVersion } from '../model/language-model.js';
import { prepareTranscript } from './prepare-transcript.js';
import { toProviderMessage } from './provider-message.js';

interface Prompt {
  readonly messages: unknown[];
  /** How many messages of the log are in it. */
  upTo: number;
}

/**
 * The transcript of one run, append-only, and what models are sent of it. A prompt only ever grows at its end and is
 * handed out by reference: the prefix of a request is the request before it, and no step copies the transcript.
 */
export class TranscriptLog {
  private readonly log: Message[];
  private readonly prompts = new Map<ModelVersion, Prompt>();
  private system = '';

  /** `foreign`: whether some of the messages, now or before the first prompt, were not made by the loop. */
  constructor(
    messages: readonly Message[],
    private readonly foreign: boolean,
  ) {
    this.log = [...messages];
  }

  /** Sets what heads every prompt and is no part of the transcript. Before the first prompt only. */
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

  /** What a model of `version` is sent: the same array each time. */
  prompt(version: ModelVersion): readonly unknown[] {
    let prompt = this.prompts.get(version);
    if (prompt === undefined) {
      prompt = this.begin(version);
      this.prompts.set(version, prompt);
    }
    for (; prompt.upTo < this.log.length; prompt.upTo++) {
      const message = this.log[prompt.upTo];
      if (message !== undefined) prompt.messages.push(toProviderMessage(message, version));
    }
    return prompt.messages;
  }

  /** A prompt for one request only, with `messages` in place of the transcript. */
  promptOf(version: ModelVersion, messages: readonly Message[]): readonly unknown[] {
    return [...this.head(), ...prepareTranscript(messages).map((message) => toProviderMessage(message, version))];
  }

  private begin(version: ModelVersion): Prompt {
    const prompt: Prompt = { messages: this.head(), upTo: 0 };
    if (!this.foreign) return prompt;
    // Only what came from outside needs repair; what the loop appends afterwards is in order by construction.
    for (const message of prepareTranscript(this.log)) prompt.messages.push(toProviderMessage(message, version));
    prompt.upTo = this.log.length;
    return prompt;
  }

  private head(): unknown[] {
    return this.system === '' ? [] : [{ role: 'system', content: this.system }];
  }
}
