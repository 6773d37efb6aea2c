import type { Content, ContentBlock } from '../contracts/content.js';
import { ToolFailure } from '../contracts/errors.js';
import type { JsonObject, JsonSchema } from '../contracts/json.js';
import type { PermissionLevel } from '../contracts/permissions.js';
import type { ToolCall, ToolResult } from '../contracts/tool-call.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { modelSchema } from './provider-tools.js';

/** How the AI SDK recognises a schema that is JSON Schema already; the same symbol in every copy of it. */
const schemaSymbol = Symbol.for('vercel.ai.schema');

/** A schema in the AI SDK's wrapper. Arguments are validated by the executor, so it brings no `validate`. */
export interface AISDKSchema {
  readonly [schemaSymbol]: true;
  readonly jsonSchema: JsonSchema;
  readonly validate: undefined;
}

/** What the AI SDK does with a call before it runs. */
export type AISDKApproval = 'not-applicable' | 'user-approval' | 'denied';

/** What the AI SDK hands to a tool besides its input. */
export interface AISDKCallOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal;
}

/** One entry of a tool set of the AI SDK. */
export interface AISDKTool {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: AISDKSchema;
  /** For a call of `generateText` that is given no `toolApproval`. */
  readonly needsApproval: boolean | ((input: JsonObject) => Promise<boolean>);
  /** The entry of this tool for `generateText({ toolApproval })`; {@link toolApprovalOf} collects them. */
  readonly toolApproval: AISDKApproval | ((input: JsonObject) => Promise<AISDKApproval>);
  /** Gives what the model is to see; throws `ToolFailure` with the code of an error result. */
  execute(input: JsonObject, options?: AISDKCallOptions): Promise<Content>;
  toModelOutput(result: { readonly output: Content }): AISDKModelOutput;
}

/** Tools by name, without a prototype: `constructor` is a tool only if one is registered. */
export type AISDKToolSet = Readonly<Record<string, AISDKTool>>;

/** Text, or parts in order, as the AI SDK sends it to a model. */
export type AISDKModelOutput =
  { readonly type: 'text'; readonly value: string } | { readonly type: 'content'; readonly value: readonly AISDKPart[] };

/** A part of a result of the AI SDK. */
export type AISDKPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'file';
      readonly data: { readonly type: 'data'; readonly data: string };
      readonly mediaType: string;
      readonly filename?: string;
    };

/** How a tool set runs its calls and asks before them. */
export interface AISDKOptions {
  /**
   * Runs one call through a harness. It applies the harness's own policy once more: a call that the AI SDK's user approved
   * needs an approver here that knows so.
   */
  execute(call: ToolCall, options: { readonly signal?: AbortSignal }): Promise<ToolResult>;
  /** The policy's level for a call. Without it a tool asks or is denied as its definition alone says. */
  approval?(definition: ToolDefinition, args: JsonObject): PermissionLevel | Promise<PermissionLevel>;
}

const APPROVALS: Readonly<Record<PermissionLevel, AISDKApproval>> = { allow: 'not-applicable', ask: 'user-approval', deny: 'denied' };

/** The definitions as a tool set of the AI SDK (version 7), each entry carrying the permission of its tool. */
export function toAISDKTools(definitions: readonly ToolDefinition[], options: AISDKOptions): AISDKToolSet {
  const tools = Object.create(null) as Record<string, AISDKTool>; // Object.create is typed any
  for (const definition of definitions) tools[definition.name] = toTool(definition, options);
  return Object.freeze(tools);
}

/** The `toolApproval` of a `generateText` call that is given this tool set. */
export function toolApprovalOf(tools: AISDKToolSet): Readonly<Record<string, AISDKTool['toolApproval']>> {
  const approvals = Object.create(null) as Record<string, AISDKTool['toolApproval']>; // Object.create is typed any
  for (const [name, tool] of Object.entries(tools)) approvals[name] = tool.toolApproval;
  return Object.freeze(approvals);
}

function toTool(definition: ToolDefinition, options: AISDKOptions): AISDKTool {
  const { approval } = options;
  const said = declaredApproval(definition);
  const decide = approval && (async (input: JsonObject) => APPROVALS[await approval(definition, input)] ?? 'denied');
  return Object.freeze({
    title: definition.title,
    description: definition.description,
    inputSchema: Object.freeze({ [schemaSymbol]: true as const, jsonSchema: modelSchema(definition), validate: undefined }),
    needsApproval: decide ? async (input: JsonObject) => (await decide(input)) !== 'not-applicable' : said !== 'not-applicable',
    toolApproval: decide ?? said,
    async execute(input: JsonObject, { toolCallId, abortSignal }: AISDKCallOptions = {}): Promise<Content> {
      const call = { name: definition.name, args: input, ...(toolCallId === undefined ? {} : { id: toolCallId }) };
      const result = await options.execute(call, abortSignal === undefined ? {} : { signal: abortSignal });
      if (result.success) return result.content;
      throw new ToolFailure(result.error?.message ?? textOf(result.content), result.error === undefined ? {} : { code: result.error.code });
    },
    toModelOutput: ({ output }: { readonly output: Content }) =>
      typeof output === 'string' ? { type: 'text' as const, value: output } : { type: 'content' as const, value: output.map(toPart) },
  });
}

/** A condition cannot be evaluated without a run, so a tool that asks sometimes asks always. */
function declaredApproval(definition: ToolDefinition): AISDKApproval {
  if (definition.permission !== undefined && definition.permission !== 'allow') return APPROVALS[definition.permission];
  return definition.approval === undefined ? 'not-applicable' : 'user-approval';
}

function textOf(content: Content): string {
  return typeof content === 'string'
    ? content
    : content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

function toPart(block: ContentBlock): AISDKPart {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'resource-link') return { type: 'text', text: block.name === undefined ? block.uri : `${block.name}: ${block.uri}` };
  const filename = block.type === 'file' && block.filename !== undefined ? { filename: block.filename } : {};
  return { type: 'file', data: { type: 'data', data: block.data }, mediaType: block.mediaType, ...filename };
}
