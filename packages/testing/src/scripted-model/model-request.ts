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

/** How a model is called, as far as a scripted one looks: the call options of the AI SDK in any version, taken as they are. */
export interface ModelCallOptions {
  readonly prompt: readonly unknown[];
  readonly tools?: readonly unknown[] | undefined;
  readonly toolChoice?: unknown;
  readonly abortSignal?: AbortSignal | undefined;
}

/** What one request contained. As JSON it is these four fields; `settings` is for tests that look closer. */
export interface ModelRequest {
  /** 1 for the first request of this model. */
  readonly request: number;
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly OfferedTool[];
  /** `{ type: 'auto' }` where the request said nothing, which is what saying nothing means. */
  readonly toolChoice: { readonly type: string; readonly toolName?: string };
  /** Every other call option (`maxOutputTokens`, `providerOptions`, …) but the abort signal. Not part of the JSON form. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const AUTO = Object.freeze({ type: 'auto' });

/** The request as the caller's own objects: cheap, and only true while the caller leaves them alone. */
export function viewRequest(request: number, options: ModelCallOptions): ModelRequest {
  return new RequestView(request, options);
}

/** The request as a deep copy, which later changes of the caller's objects do not reach. */
export function copyRequest(request: number, { abortSignal: _, ...options }: ModelCallOptions): ModelRequest {
  return new RequestView(request, copyData(options) as ModelCallOptions); // a copy has the shape of what was copied
}

class RequestView implements ModelRequest {
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly OfferedTool[];
  readonly toolChoice: ModelRequest['toolChoice'];
  readonly #options: ModelCallOptions;

  constructor(
    readonly request: number,
    options: ModelCallOptions,
  ) {
    this.#options = options;
    this.messages = options.prompt as readonly PromptMessage[]; // the form that the AI SDK gives every version
    this.tools = (options.tools ?? []) as readonly OfferedTool[]; // likewise
    this.toolChoice = (options.toolChoice ?? AUTO) as ModelRequest['toolChoice']; // likewise
  }

  get settings(): Readonly<Record<string, unknown>> {
    const { prompt: _, tools: __, toolChoice: ___, abortSignal: ____, ...settings } = this.#options;
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
