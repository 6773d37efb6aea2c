import { HarnessError, type JsonObject, type JsonSchema } from '@tackroom/core';
import type { LanguageModel, ModelCallOptions } from './language-model.js';

/** A tool as the person who plays the model may call it. */
export interface OperatorTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** One request, as it is put to the person. */
export interface OperatorTurn {
  /** 1 for the first request of this model. */
  readonly request: number;
  /** What may be called now; empty when only an answer is wanted, such as the summary after the last step. */
  readonly tools: readonly OperatorTool[];
  /** The messages as a model gets them, in the AI SDK's prompt form. */
  readonly messages: readonly unknown[];
  /** Fires when the run is cancelled; the question should go away. */
  readonly signal: AbortSignal | undefined;
}

/** What the person says as the model: calls to make, or a final answer. */
export type OperatorReply =
  { readonly calls: readonly OperatorCall[]; readonly text?: string } | { readonly text: string; readonly calls?: undefined };

/** A call as the person wrote it: arguments as an object, or as JSON text that the harness reads and judges. */
export interface OperatorCall {
  readonly name: string;
  readonly args: JsonObject | string;
}

/** Puts a request to the person. */
export type AskOperator = (turn: OperatorTurn) => OperatorReply | Promise<OperatorReply>;

/**
 * A language model that is a person: each request is put to whoever `ask` reaches. It needs no key and no network, waits
 * as long as the person takes, and reports no tokens. What it calls goes through the same pipeline as any model's calls. A
 * reply that says nothing and calls nothing throws `MODEL_REPLY_INVALID`; what `ask` throws fails the request.
 */
export class OperatorModel implements LanguageModel {
  readonly specificationVersion = 'v4';
  readonly provider = 'operator';
  readonly modelId = 'operator';
  readonly isPerson = true;
  readonly supportedUrls: Readonly<Record<string, readonly RegExp[]>> = {};
  private requests = 0;
  private calls = 0;

  constructor(private readonly ask: AskOperator) {}

  /** Asks the person, and gives the answer in the form of a model's reply. */
  async doGenerate(options: ModelCallOptions): Promise<OperatorGenerated> {
    options.abortSignal?.throwIfAborted();
    const reply = await this.ask({
      request: ++this.requests,
      tools: options.toolChoice?.type === 'none' ? [] : (options.tools ?? []).map(readTool),
      messages: options.prompt,
      signal: options.abortSignal,
    });
    const { text = '', calls = [] } = reply;
    if (calls.length === 0 && text.trim() === '') {
      throw new HarnessError('MODEL_REPLY_INVALID', 'The person who plays the model gave neither a call nor an answer.');
    }
    const said = text.trim() === '' ? [] : [{ type: 'text' as const, text }];
    return {
      content: [...said, ...calls.map((call) => this.content(call))],
      finishReason: calls.length > 0 ? CALLS : ANSWER,
      usage: NO_TOKENS,
      warnings: [],
    };
  }

  private content({ name, args }: OperatorCall): OperatorContent {
    const input = typeof args === 'string' ? args : JSON.stringify(args);
    return { type: 'tool-call', toolCallId: `operator_${++this.calls}`, toolName: name, input };
  }
}

/** A reply of a person as the AI SDK's specification v4 has it. */
export interface OperatorGenerated {
  readonly content: readonly OperatorContent[];
  readonly finishReason: { readonly unified: 'stop' | 'tool-calls'; readonly raw: undefined };
  readonly usage: typeof NO_TOKENS;
  readonly warnings: readonly never[];
}

type OperatorContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: string };

const CALLS = { unified: 'tool-calls', raw: undefined } as const;
const ANSWER = { unified: 'stop', raw: undefined } as const;

/** A person spends no tokens, which is something else than not reporting them. */
const NO_TOKENS = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
} as const;

function readTool(tool: unknown): OperatorTool {
  const { name, description = '', inputSchema = {} } = tool as Partial<OperatorTool> & { readonly name: string }; // as the loop sends it
  return { name, description, inputSchema };
}
