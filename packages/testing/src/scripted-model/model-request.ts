/** One message of a request in the AI SDK's prompt form. */
export interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly PromptPart[];
}

/** One part of a message: text, reasoning, a file, a tool call or a tool result; each has the fields of its `type`. */
export interface PromptPart {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly data?: unknown;
  readonly mediaType?: string;
  readonly filename?: string;
  readonly providerOptions?: unknown;
}

/** A tool that a request offered. */
export interface OfferedTool {
  readonly type: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

/** How a model is called, as far as a scripted one looks: the AI SDK's call options. */
export interface ModelCallOptions {
  readonly prompt: readonly PromptMessage[];
  readonly tools?: readonly OfferedTool[] | undefined;
  readonly toolChoice?: { readonly type: string; readonly toolName?: string } | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** What one request contained: a copy, so that later changes of the caller's objects do not show. */
export interface ModelRequest {
  /** 1 for the first request of this model. */
  readonly request: number;
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly OfferedTool[];
  /** `{ type: 'auto' }` where the request said nothing, which is what saying nothing means. */
  readonly toolChoice: { readonly type: string; readonly toolName?: string };
  /** Every other call option (`maxOutputTokens`, `providerOptions`, …) but the abort signal. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const AUTO = Object.freeze({ type: 'auto' });

/** The request as the caller's own objects: cheap, and only true while the caller leaves them alone. */
export function viewRequest(request: number, options: ModelCallOptions): ModelRequest {
  return new RequestView(request, options);
}

/** The request as a deep copy. */
export function copyRequest({ request, messages, tools, toolChoice, settings }: ModelRequest): ModelRequest {
  return copyData({ request, messages, tools, toolChoice, settings }) as ModelRequest; // a copy has the shape of what was copied
}

class RequestView implements ModelRequest {
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly OfferedTool[];
  readonly toolChoice: ModelRequest['toolChoice'];

  constructor(
    readonly request: number,
    private readonly options: ModelCallOptions,
  ) {
    this.messages = options.prompt;
    this.tools = options.tools ?? [];
    this.toolChoice = options.toolChoice ?? AUTO;
  }

  get settings(): Readonly<Record<string, unknown>> {
    const { prompt: _, tools: __, toolChoice: ___, abortSignal: ____, ...settings } = this.options;
    return settings;
  }
}

/** Copies arrays, plain objects and bytes; a URL becomes its text; anything else is immutable or no data, and is kept. */
function copyData(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyData);
  if (value instanceof Uint8Array) return value.slice();
  if (value instanceof URL) return value.href;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) copy[key] = copyData(field);
  return copy;
}
