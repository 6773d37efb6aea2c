import { problemsError } from '../contracts/errors.js';
import type { JsonSchema } from '../contracts/json.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';

/** A tool in the neutral form that every provider's form is made from. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A tool of OpenAI's chat completions. */
export interface OpenAITool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema };
}

/** A tool of Anthropic's messages. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

/** The tools of a Gemini request: one entry that declares them all. */
export interface GeminiTools {
  readonly functionDeclarations: readonly {
    readonly name: string;
    readonly description: string;
    /** JSON Schema; the older `parameters` takes a subset of OpenAPI and excludes this field. */
    readonly parametersJsonSchema: JsonSchema;
  }[];
}

/**
 * A tool as an MCP server lists it. The annotations are hints, as in MCP: no client should trust them. A result schema is
 * listed only if it describes an object, which is all that MCP knows.
 */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** What a provider's API says of tool names (OpenAI and Anthropic: API reference; Gemini: `FunctionDeclaration.name`). */
const NAMES = {
  openai: { label: 'OpenAI', pattern: /^[A-Za-z0-9_-]{1,64}$/, rule: '1 to 64 letters, digits, "_" and "-"' },
  anthropic: { label: 'Anthropic', pattern: /^[A-Za-z0-9_-]{1,128}$/, rule: '1 to 128 letters, digits, "_" and "-"' },
  google: {
    label: 'Gemini',
    pattern: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
    rule: 'a letter or "_" first, then up to 127 letters, digits, "_", ".", ":" and "-"',
  },
} as const;

const OPEN_CATEGORIES = ['web', 'browser', 'mcp'];

/** The schema of a tool's arguments as a model is shown it: always an object with `properties`, hidden parameters left out. */
export function modelSchema(definition: ToolDefinition): JsonSchema {
  const schema = definition.inputSchema;
  if (schema.type === 'object' && schema.properties !== undefined) return schema;
  return Object.freeze({ ...schema, type: 'object', properties: schema.properties ?? Object.freeze({}) });
}

/** Name, description and schema of each tool. */
export function toSchemas(definitions: readonly ToolDefinition[]): readonly ToolSchema[] {
  return definitions.map((definition) => ({
    name: definition.name,
    description: definition.description,
    inputSchema: modelSchema(definition),
  }));
}

/** `tools` of a chat completion. Throws `PROVIDER_NAME_REFUSED` for names that OpenAI does not take. */
export function toOpenAITools(definitions: readonly ToolDefinition[]): readonly OpenAITool[] {
  checkNames(definitions, 'openai');
  return definitions.map((definition) => ({
    type: 'function',
    function: { name: definition.name, description: definition.description, parameters: modelSchema(definition) },
  }));
}

/** `tools` of a message. Throws `PROVIDER_NAME_REFUSED` for names that Anthropic does not take. */
export function toAnthropicTools(definitions: readonly ToolDefinition[]): readonly AnthropicTool[] {
  checkNames(definitions, 'anthropic');
  return definitions.map((definition) => ({
    name: definition.name,
    description: definition.description,
    input_schema: modelSchema(definition),
  }));
}

/** `tools` of a Gemini request; empty when there is none to declare. Throws `PROVIDER_NAME_REFUSED` likewise. */
export function toGeminiTools(definitions: readonly ToolDefinition[]): readonly GeminiTools[] {
  checkNames(definitions, 'google');
  if (definitions.length === 0) return [];
  const functionDeclarations = definitions.map((definition) => ({
    name: definition.name,
    description: definition.description,
    parametersJsonSchema: modelSchema(definition),
  }));
  return [{ functionDeclarations }];
}

/** The answer to `tools/list` of an MCP server over these definitions. */
export function toMcpTools(definitions: readonly ToolDefinition[]): readonly McpTool[] {
  return definitions.map((definition) => ({
    name: definition.name,
    title: definition.title,
    description: definition.description,
    inputSchema: modelSchema(definition),
    ...(definition.outputSchema?.type === 'object' ? { outputSchema: definition.outputSchema } : {}),
    annotations: {
      title: definition.title,
      readOnlyHint: definition.category === 'read' && definition.riskLevel === 'low',
      destructiveHint: definition.riskLevel === 'high',
      idempotentHint: definition.replayPolicy !== 'manual',
      openWorldHint: OPEN_CATEGORIES.includes(definition.category),
    },
  }));
}

/** What is wrong with the name of a tool for a provider; undefined for one that it takes. */
export function providerNameProblem(name: string, provider: keyof typeof NAMES): string | undefined {
  const { label, pattern, rule } = NAMES[provider];
  return pattern.test(name) ? undefined : `${label} takes ${rule}; register the tool under another name, or leave it out with a filter.`;
}

function checkNames(definitions: readonly ToolDefinition[], provider: keyof typeof NAMES): void {
  const refused = definitions.flatMap(({ name }) => {
    const message = providerNameProblem(name, provider);
    return message === undefined ? [] : [{ code: 'PROVIDER_NAME_REFUSED', where: name, message }];
  });
  if (refused.length === 0) return;
  throw problemsError('PROVIDER_NAME_REFUSED', `${NAMES[provider].label} refuses tool names`, refused);
}
