import { HarnessError } from '@tackroom/core';

/** Specification versions of the AI SDK's language models that can be used. */
export type ModelVersion = 'v2' | 'v3' | 'v4';

/**
 * A language model as the AI SDK specifies it, taken structurally: any object of specification v2, v3 or v4 with at least
 * one of the two methods. The prompt array it is given belongs to the run and grows later: a model that keeps it copies it.
 */
export interface LanguageModel {
  readonly specificationVersion: ModelVersion;
  readonly provider: string;
  readonly modelId: string;
  /** A person answers: no silence is too long, and nobody is told to wait. */
  readonly isPerson?: boolean;
  doGenerate?(options: ModelCallOptions): PromiseLike<unknown>;
  doStream?(options: ModelCallOptions): PromiseLike<ModelStream>;
}

/** What `doStream` answers with. */
export interface ModelStream {
  readonly stream: ReadableStream<unknown>;
}

/** One request to a model; prompt and tools are in the shape of the model's version. */
export interface ModelCallOptions extends ModelSettings {
  readonly prompt: readonly unknown[];
  readonly tools?: readonly unknown[];
  readonly toolChoice?: ToolChoice;
  readonly abortSignal?: AbortSignal;
  readonly includeRawChunks?: boolean;
}

/** Whether a reply may, must not or must contain tool calls. */
export type ToolChoice =
  | { readonly type: 'auto' }
  | { readonly type: 'none' }
  | { readonly type: 'required' }
  | { readonly type: 'tool'; readonly toolName: string };

/** Settings that go with every request of an agent, as the AI SDK names them. */
export interface ModelSettings {
  /** Bound on a reply, in tokens. A reply that is cut by it doubles it for the rest of the run. */
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly stopSequences?: readonly string[];
  readonly seed?: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** By provider, as its package documents them. */
  readonly providerOptions?: Readonly<Record<string, object>>;
}

/** The model itself, once it is known to be one. Throws `MODEL_INVALID`. */
export function checkModel(model: unknown, where: string): LanguageModel {
  const wrong = modelProblem(model);
  if (wrong === undefined) return model as LanguageModel;
  throw new HarnessError('MODEL_INVALID', `${where} ${wrong}`);
}

function modelProblem(model: unknown): string | undefined {
  if (typeof model !== 'object' || model === null) {
    return 'is not a language model. Give an AI SDK model object, such as anthropic("…") from @ai-sdk/anthropic.';
  }
  const { specificationVersion, doGenerate, doStream } = model as Partial<Record<keyof LanguageModel, unknown>>;
  if (specificationVersion !== 'v2' && specificationVersion !== 'v3' && specificationVersion !== 'v4') {
    return `has specificationVersion ${JSON.stringify(specificationVersion)}; v2, v3 and v4 are understood. Use a provider package of AI SDK 5, 6 or 7.`;
  }
  if (typeof doGenerate !== 'function' && typeof doStream !== 'function') return 'has neither doStream nor doGenerate.';
  return undefined;
}
