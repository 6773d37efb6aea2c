import type { FilePart, JsonObject, ProviderOptions, ReasoningPart, TextPart, ToolCallPart } from '@tackroom/core';
import type { ReplyFinish } from './finish-reason.js';
import type { ReplyUsage } from './reply-usage.js';

/** A part of an assistant's message. */
export type AssistantPart = TextPart | ReasoningPart | FilePart | ToolCallPart;

/** A tool call as a reply proposed it. */
export interface ReplyCall {
  /** Ours: unique within the run. */
  readonly callId: string;
  /** The provider's, possibly empty or repeated. */
  readonly providerCallId: string;
  /** As the model wrote it. */
  readonly name: string;
  /** The arguments as they arrived. */
  readonly args: string;
  /** What the arguments say, read once for transcript and call; undefined where they must be read from the text. */
  readonly parsed: JsonObject | undefined;
  /** Why the arguments cannot be trusted to be complete. */
  readonly damaged: string | undefined;
  /** It changes the working directory: what comes after it in its turn is prepared once it has ended. */
  readonly moves?: true;
  /** Id and name of the call's part in the transcript. */
  readonly toolCallId: string;
  readonly toolName: string;
}

/** What one model request brought. */
export interface ModelReply {
  /** Parts in order, ready for the transcript: every tool call has an id, a sendable name and valid input. */
  readonly content: readonly AssistantPart[];
  /** All text parts joined. */
  readonly text: string;
  readonly calls: readonly ReplyCall[];
  readonly finish: ReplyFinish;
  readonly usage: ReplyUsage;
}

/** Told of a reply while it arrives. */
export interface ReplyListener {
  textStart(): void;
  textDelta(text: string): void;
  textEnd(text: string): void;
  thinkingDelta(text: string): void;
  toolInputDelta(providerCallId: string, toolName: string, delta: string): void;
}

/** A provider's mark as plain JSON of our own, so that a run can always be stored; undefined for one that cannot be written. */
export function storableOptions(options: ProviderOptions | undefined): ProviderOptions | undefined {
  if (options === undefined) return undefined;
  try {
    return JSON.parse(JSON.stringify(options)) as ProviderOptions; // the same, as JSON
  } catch {
    return undefined;
  }
}

/** What a provider attached to a part, if it has the shape that can be sent back. */
export function readProviderOptions(metadata: unknown): ProviderOptions | undefined {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return undefined;
  return metadata as ProviderOptions;
}
