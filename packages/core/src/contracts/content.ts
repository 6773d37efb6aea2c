import type { JsonValue } from './json.js';

/** A piece of a result or of a user's message. Binary data is base64 text; `mediaType` is an IANA media type. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }
  | { readonly type: 'audio'; readonly mediaType: string; readonly data: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly data: string; readonly filename?: string }
  | { readonly type: 'resource-link'; readonly uri: string; readonly name?: string; readonly mediaType?: string };

/** Text, or blocks in order. */
export type Content = string | readonly ContentBlock[];

/** What a handler may return when it wants to say text and structured output apart. */
export interface StructuredReturn {
  readonly output: JsonValue;
  readonly content?: Content;
  readonly metadata?: Readonly<Record<string, JsonValue>>;
}
