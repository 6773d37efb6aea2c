/** Versions of the AI SDK's model specification that a scripted model can have. */
export type ModelSpecification = 'v2' | 'v3' | 'v4';

/** Why a reply ended, in the terms that all versions share. */
export type UnifiedFinish = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** A finish reason: one word in v2, the unified word and the provider's own since v3; only v4 knows a reply that broke off. */
export type ReplyFinish<V extends ModelSpecification> = V extends 'v2'
  ? UnifiedFinish
  : { readonly unified: UnifiedFinish | (V extends 'v4' ? 'interrupted' : never); readonly raw: string | undefined };

/** Token counts: flat in v2, by kind since v3. `undefined` means not reported. */
export type ReplyUsage<V extends ModelSpecification> = V extends 'v2'
  ? {
      readonly inputTokens: number | undefined;
      readonly outputTokens: number | undefined;
      readonly totalTokens: number | undefined;
      readonly reasoningTokens: number | undefined;
      readonly cachedInputTokens: number | undefined;
    }
  : {
      readonly inputTokens: {
        readonly total: number | undefined;
        readonly noCache: number | undefined;
        readonly cacheRead: number | undefined;
        readonly cacheWrite: number | undefined;
      };
      readonly outputTokens: {
        readonly total: number | undefined;
        readonly text: number | undefined;
        readonly reasoning: number | undefined;
      };
    };

/** One piece of a whole reply. `input` is argument text, as the script gave it. */
export type ReplyContent =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: string };

/** One part of a streamed reply, but its end. */
export type ReplyChunk =
  | { readonly type: 'stream-start'; readonly warnings: never[] }
  | { readonly type: 'response-metadata'; readonly id: string; readonly modelId: string }
  | { readonly type: 'reasoning-start' | 'reasoning-end' | 'text-start' | 'text-end' | 'tool-input-end'; readonly id: string }
  | { readonly type: 'reasoning-delta' | 'text-delta' | 'tool-input-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'tool-input-start'; readonly id: string; readonly toolName: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: string }
  | { readonly type: 'raw'; readonly rawValue: unknown };

/** One part of a streamed reply. */
export type ReplyPart<V extends ModelSpecification> =
  ReplyChunk | { readonly type: 'finish'; readonly finishReason: ReplyFinish<V>; readonly usage: ReplyUsage<V> };

/** A whole reply, as `doGenerate` gives it. */
export interface GeneratedReply<V extends ModelSpecification> {
  readonly content: ReplyContent[];
  readonly finishReason: ReplyFinish<V>;
  readonly usage: ReplyUsage<V>;
  readonly warnings: never[];
  readonly response: { readonly id: string; readonly modelId: string };
}
