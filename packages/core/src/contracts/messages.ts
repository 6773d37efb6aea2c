import type { JsonValue } from './json.js';
import type { ContentBlock } from './content.js';

/** Text of an assistant or a user. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly providerOptions?: ProviderOptions;
}

/** Reasoning that a provider wants back, signatures included in `providerOptions`. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  readonly providerOptions?: ProviderOptions;
}

/** A file or image; base64 data or a URL. */
export interface FilePart {
  readonly type: 'file';
  readonly mediaType: string;
  readonly data: { readonly type: 'data'; readonly data: string } | { readonly type: 'url'; readonly url: string };
  readonly filename?: string;
  readonly providerOptions?: ProviderOptions;
}

/** A tool call as the model made it. `input` is always valid JSON; damaged text is replaced by a stand-in. */
export interface ToolCallPart {
  readonly type: 'tool-call';
  /** The provider's id where it gave one. */
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: JsonValue;
  readonly providerOptions?: ProviderOptions;
}

/** The answer to one tool call. */
export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output:
    | { readonly type: 'text'; readonly value: string }
    | { readonly type: 'error-text'; readonly value: string }
    | { readonly type: 'content'; readonly value: readonly ContentBlock[] };
}

/** Provider-specific data, kept and sent back untouched. */
export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;

/** One message of a transcript: provider-neutral plain JSON, append-only. */
export type Message =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: readonly (TextPart | FilePart)[] }
  | { readonly role: 'assistant'; readonly content: readonly (TextPart | ReasoningPart | FilePart | ToolCallPart)[] }
  | { readonly role: 'tool'; readonly content: readonly ToolResultPart[] };
