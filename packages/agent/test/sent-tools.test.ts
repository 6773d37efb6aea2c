import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { defineTool, type JsonObject, type JsonSchema } from '@tackroom/core';
import { createGoogleGenerativeAI } from 'ai-sdk-google';
import type { IncomingMessage } from 'node:http';
import { createAgent, type LanguageModel } from '../src/index.js';
import { withServer } from './local-server.js';
import { testHost } from './test-host.js';

/** What a model is told to call, and how its provider writes that. */
interface Provider {
  readonly model: (origin: string) => LanguageModel;
  readonly calling: (args: JsonObject) => unknown;
  readonly answering: unknown;
}

/** Replies in one piece need no stream. */
function whole({ specificationVersion, provider, modelId, doGenerate }: LanguageModel, self: object): LanguageModel {
  return {
    specificationVersion,
    provider,
    modelId,
    doGenerate: (options) => doGenerate?.call(self as LanguageModel, options) ?? Promise.reject(new Error()),
  };
}

const settings = (origin: string): { readonly baseURL: string; readonly apiKey: string } => ({ baseURL: `${origin}/v1`, apiKey: 'k' });
const asModel = (model: object): LanguageModel => whole(model as LanguageModel, model); // by the specification

const chatReply = (message: object): object => ({
  id: 'r',
  created: 0,
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: null, ...message } }],
});
const responsesReply = (item: object): object => ({
  id: 'r',
  created_at: 0,
  model: 'm',
  output: [{ id: 'i', ...item }],
  usage: { input_tokens: 1, output_tokens: 1 },
});
const messagesReply = (part: object): object => ({
  id: 'r',
  type: 'message',
  model: 'm',
  role: 'assistant',
  content: [part],
  usage: { input_tokens: 1, output_tokens: 1 },
});
const geminiReply = (part: object): object => ({ candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] });

const PROVIDERS = {
  chat: {
    model: (origin) => asModel(createOpenAI(settings(origin)).chat('m')),
    calling: (args) =>
      chatReply({ tool_calls: [{ id: 'c', type: 'function', function: { name: 'find', arguments: JSON.stringify(args) } }] }),
    answering: chatReply({ content: 'Done.' }),
  },
  responses: {
    model: (origin) => asModel(createOpenAI(settings(origin)).responses('m')),
    calling: (args) => responsesReply({ type: 'function_call', call_id: 'c', name: 'find', arguments: JSON.stringify(args) }),
    answering: responsesReply({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] }),
  },
  anthropic: {
    model: (origin) => asModel(createAnthropic(settings(origin))('m')),
    calling: (args) => messagesReply({ type: 'tool_use', id: 'c', name: 'find', input: args }),
    answering: messagesReply({ type: 'text', text: 'Done.' }),
  },
  google: {
    model: (origin) => asModel(createGoogleGenerativeAI(settings(origin))('m')),
    calling: (args) => geminiReply({ functionCall: { name: 'find', args } }),
    answering: geminiReply({ text: 'Done.' }),
  },
} satisfies Record<string, Provider>;

interface Exchange {
  /** `tools` of the first request, as it was on the wire. */
  readonly tools: unknown;
  /** What the second request says that the model had called with, as text. */
  readonly history: string;
  /** What the handler was called with. */
  readonly args: unknown;
}

/** One call of `find`, through a provider's own package and a server that records what it is sent. */
async function exchange(
  name: keyof typeof PROVIDERS,
  inputSchema: JsonSchema,
  written: JsonObject,
  strictTools = false,
): Promise<Exchange> {
  const provider = PROVIDERS[name];
  const bodies: string[] = [];
  let args: unknown;
  const tool = defineTool({
    name: 'find',
    description: 'Find it.',
    inputSchema,
    handler: (given: JsonObject) => ((args = given), 'found'),
  });
  await withServer(
    (request, response) => {
      void textOf(request).then((body) => {
        bodies.push(body);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(bodies.length === 1 ? provider.calling(written) : provider.answering));
      });
    },
    async (origin) => {
      const agent = createAgent(testHost({ tools: [tool] }), { name: 'a', model: provider.model(origin), planning: false, strictTools });
      expect(await agent.run('Find it.')).toMatchObject({ status: 'completed', text: 'Done.' });
    },
  );
  return { tools: (JSON.parse(bodies[0] ?? '') as { tools: unknown }).tools, history: bodies[1] ?? '', args };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // it has no encoding
  return Buffer.concat(chunks).toString('utf8');
}

const text = { type: 'string' };
const closed: JsonSchema = {
  type: 'object',
  properties: { path: text, limit: { type: 'integer', minimum: 1, default: 10 }, kind: { const: 'file' } },
  required: ['path'],
  additionalProperties: false,
};

test('OpenAI is sent schemas as they are, and responses are told that they are not strict', async () => {
  expect((await exchange('chat', closed, { path: 'a' })).tools).toEqual([
    { type: 'function', function: { name: 'find', description: 'Find it.', parameters: closed } },
  ]);
  expect((await exchange('responses', closed, { path: 'a' })).tools).toEqual([
    { type: 'function', name: 'find', description: 'Find it.', parameters: closed, strict: false },
  ]);
});

const strictParameters = {
  type: 'object',
  properties: {
    path: text,
    limit: { type: ['integer', 'null'], minimum: 1, description: 'Default: 10.' },
    kind: { anyOf: [{ type: 'string', const: 'file' }, { type: 'null' }] },
  },
  required: ['path', 'limit', 'kind'],
  additionalProperties: false,
};

test('strict tools: null stands for what is left out, in the request and the history, and never reaches the tool', async () => {
  const chat = await exchange('chat', closed, { path: 'a', limit: null, kind: null }, true);
  expect(chat.tools).toEqual([
    { type: 'function', function: { name: 'find', description: 'Find it.', parameters: strictParameters, strict: true } },
  ]);
  expect(chat.args).toEqual({ path: 'a', limit: 10 });
  expect(chat.history).toContain(String.raw`{\"path\":\"a\",\"limit\":null,\"kind\":null}`);
  const responses = await exchange('responses', closed, { path: '\ud83d\ude00', limit: null, kind: 'file' }, true);
  expect(responses.tools).toEqual([
    { type: 'function', name: 'find', description: 'Find it.', parameters: strictParameters, strict: true },
  ]);
  expect(responses.args).toEqual({ path: '😀', limit: 10, kind: 'file' });
});

test('a tool that cannot be strict is sent as it is', async () => {
  const open: JsonSchema = { type: 'object', properties: { env: { type: 'object', additionalProperties: text } } };
  const { tools, args } = await exchange('responses', open, { env: { A: 'b' } }, true);
  expect(tools).toEqual([{ type: 'function', name: 'find', description: 'Find it.', parameters: open, strict: false }]);
  expect(args).toEqual({ env: { A: 'b' } });
});

test('Anthropic is sent one object and names that it takes; the tool sees its own', async () => {
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: { 'filter[id]': text },
    anyOf: [{ required: ['filter[id]'] }, { properties: { all: { type: 'boolean' } }, required: ['all'] }],
  };
  const { tools, history, args } = await exchange('anthropic', inputSchema, { filter_id: 'x' });
  expect(tools).toEqual([
    {
      name: 'find',
      description: 'Find it.',
      input_schema: {
        type: 'object',
        description: 'Give one of these sets of parameters: filter_id; all.',
        properties: { filter_id: text, all: { type: 'boolean' } },
      },
    },
  ]);
  expect(history).toContain('"input":{"filter_id":"x"}');
  expect(args).toEqual({ 'filter[id]': 'x' });
});

test('Gemini is sent its own form of a schema, whole', async () => {
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: {
      path: { $ref: '#/$defs/path' },
      level: { enum: [1, 2, 'max'] },
      note: { type: ['string', 'null'], format: 'uri' },
      pair: { type: 'array', prefixItems: [text, { type: 'number' }] },
      tree: { $ref: '#/$defs/tree' },
      any: true,
    },
    required: ['path'],
    additionalProperties: false,
    $defs: {
      path: { allOf: [{ type: 'string', minLength: 1 }, { description: 'Where' }] },
      tree: { type: 'object', properties: { next: { $ref: '#/$defs/tree' } } },
    },
  };
  const { tools, args } = await exchange('google', inputSchema, { path: 'a' });
  expect(args).toEqual({ path: 'a' });
  expect(tools).toEqual([
    {
      functionDeclarations: [
        {
          name: 'find',
          description: 'Find it.',
          parameters: {
            type: 'object',
            properties: {
              path: { type: 'string', minLength: 1, description: 'Where' },
              level: {
                anyOf: [
                  { type: 'number', description: 'One of 1, 2.' },
                  { type: 'string', enum: ['max'] },
                ],
              },
              note: { type: 'string', nullable: true, description: 'Format: uri.' },
              pair: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
              tree: { type: 'object', properties: { next: { type: 'object', description: 'Nested as tree is.' } } },
              any: {
                anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }, { type: 'array', items: text }],
              },
            },
            required: ['path'],
          },
        },
      ],
    },
  ]);
});
