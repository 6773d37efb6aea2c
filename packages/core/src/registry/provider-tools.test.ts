import { HarnessError } from '../contracts/errors.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool, type ToolOptions } from './define-tool.js';
import { modelSchema, toAnthropicTools, toGeminiTools, toMcpTools, toOpenAITools, toSchemas } from './provider-tools.js';

const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false };
const tool = (name: string, more: Partial<ToolOptions> = {}): ToolDefinition =>
  defineTool({ name, description: 'Reads a file.', title: 'Read', inputSchema, handler: () => name, ...more });

const read = tool('read_file', { category: 'read', replayPolicy: 'safe' });

test('each form, whole', () => {
  expect(toSchemas([read])).toEqual([{ name: 'read_file', description: 'Reads a file.', inputSchema }]);
  expect(toOpenAITools([read])).toEqual([
    { type: 'function', function: { name: 'read_file', description: 'Reads a file.', parameters: inputSchema } },
  ]);
  expect(toAnthropicTools([read])).toEqual([{ name: 'read_file', description: 'Reads a file.', input_schema: inputSchema }]);
  expect(toGeminiTools([read])).toEqual([
    { functionDeclarations: [{ name: 'read_file', description: 'Reads a file.', parametersJsonSchema: inputSchema }] },
  ]);
  expect(toMcpTools([read])).toEqual([
    {
      name: 'read_file',
      title: 'Read',
      description: 'Reads a file.',
      inputSchema,
      annotations: { title: 'Read', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
  ]);
});

test('no tools', () => {
  expect([toSchemas([]), toOpenAITools([]), toAnthropicTools([]), toGeminiTools([]), toMcpTools([])]).toEqual([[], [], [], [], []]);
});

test('a schema without properties is shown with an empty set of them, a complete one as it is', () => {
  const bare = { ...read, inputSchema: { type: 'object' } } satisfies ToolDefinition;
  const open = { ...read, inputSchema: { description: 'anything' } } satisfies ToolDefinition;
  expect(modelSchema(bare)).toEqual({ type: 'object', properties: {} });
  expect(modelSchema(open)).toEqual({ description: 'anything', type: 'object', properties: {} });
  expect(modelSchema(read)).toBe(read.inputSchema);
});

test('names that Gemini does not take are reported together; the others take them', () => {
  const odd = [tool('1st'), tool('-dash'), tool('fine')];
  expect(toOpenAITools(odd)).toHaveLength(3);
  expect(toAnthropicTools(odd)).toHaveLength(3);
  const gemini = (): unknown => toGeminiTools(odd);
  expect(gemini).toThrow(HarnessError);
  expect(gemini).toThrowErrorMatchingInlineSnapshot(`
   "Gemini refuses tool names: 2 problems.
     - 1st: Gemini takes a letter or "_" first, then up to 127 letters, digits, "_", ".", ":" and "-"; register the tool under another name, or leave it out with a filter. [PROVIDER_NAME_REFUSED]
     - -dash: Gemini takes a letter or "_" first, then up to 127 letters, digits, "_", ".", ":" and "-"; register the tool under another name, or leave it out with a filter. [PROVIDER_NAME_REFUSED]"
  `);
});

test('hints of writers', () => {
  const fetch = tool('fetch_url', { category: 'web', riskLevel: 'high', outputSchema: { type: 'object' } });
  expect(toMcpTools([fetch])[0]).toMatchObject({
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  });
});
