import type { JsonSchema } from '@tackroom/core';
import { ANTHROPIC_DIALECT } from './anthropic-dialect.js';
import { dialectOf } from './dialects.js';
import { openAIDialect } from './openai-dialect.js';
import type { DialectNote } from './schema-dialect.js';

const chat = openAIDialect({ api: 'chat', strict: false });
const responses = openAIDialect({ api: 'responses', strict: false });
const said = (notes: readonly DialectNote[]): readonly string[] => notes.map(({ kind, path, text }) => `${kind} ${path}: ${text}`);
const text = { type: 'string' };
const plain: JsonSchema = {
  type: 'object',
  properties: { a: { ...text, minLength: 1 } },
  $defs: { n: { $ref: '#' } },
  additionalProperties: text,
};

test.each([
  ['anthropic.messages', 'anthropic'],
  ['vertex.anthropic.messages', 'anthropic'],
  ['openai.chat', 'openai'],
  ['openai.responses', 'openai'],
  ['azure.responses', 'openai'],
  ['google.generative-ai', 'google'],
  ['google.vertex.chat', 'google'],
  ['ollama.chat', undefined],
  ['openai-compatible.chat', undefined],
  ['scripted', undefined],
])('the dialect of %s', (provider, expected) => {
  expect(dialectOf(provider, { strict: false })?.provider).toBe(expected);
});

test('what is taken stays the very same, unknown keywords too', () => {
  for (const dialect of [chat, ANTHROPIC_DIALECT]) {
    const copy = dialect.copy({ description: 'Do it.', inputSchema: plain });
    expect(copy).toEqual({ description: 'Do it.', inputSchema: plain, strict: undefined, notes: [], undo: undefined });
    expect(copy.inputSchema).toBe(plain);
  }
});

test('responses are told that a tool is not strict, which they would make it', () => {
  expect(responses.copy({ description: '', inputSchema: plain }).strict).toBe(false);
  const strict = dialectOf('openai.responses', { strict: true });
  expect(strict?.copy({ description: '', inputSchema: plain })).toMatchObject({
    strict: false,
    inputSchema: plain,
    notes: [{ kind: 'not-strict', path: '', text: 'it is an open map (additionalProperties)' }],
  });
  const closed: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };
  expect(strict?.copy({ description: '', inputSchema: closed })).toMatchObject({ strict: true, undo: undefined });
});

test('a choice at the root becomes one object, which says in words what goes together', () => {
  const inputSchema: JsonSchema = {
    type: 'object',
    description: 'An edit',
    properties: { path: text },
    required: ['path'],
    oneOf: [{ properties: { content: text }, required: ['content'] }, { $ref: '#/$defs/replace' }],
    $defs: { replace: { properties: { path: { const: 'x' }, from: text, to: text }, required: ['from', 'to'] } },
  };
  for (const dialect of [chat, ANTHROPIC_DIALECT]) {
    const copy = dialect.copy({ description: '', inputSchema });
    expect(copy.inputSchema).toEqual({
      type: 'object',
      description: 'An edit. Give one of these sets of parameters: content; from + to + path?.',
      properties: { path: { const: 'x' }, content: text, from: text, to: text },
      required: ['path'],
      $defs: inputSchema['$defs'],
    });
    expect(said(copy.notes)).toEqual(['lost : which parameters go together is only said in words, because oneOf is at the root']);
  }
});

test.each<readonly [string, JsonSchema, JsonSchema]>([
  [
    'parts that all hold',
    {
      type: 'object',
      allOf: [{ properties: { a: text }, required: ['a'] }, { $ref: '#/$defs/b' }],
      $defs: { b: { properties: { b: text }, required: ['b'] } },
    },
    { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'], $defs: { b: { properties: { b: text }, required: ['b'] } } },
  ],
  [
    'alternatives that close themselves',
    {
      type: 'object',
      properties: {},
      anyOf: [
        { type: 'object', properties: { kind: { const: 1 } }, required: ['kind'], additionalProperties: false },
        { type: 'object', properties: { kind: { const: 2 }, n: { type: 'number' } }, required: ['kind'], additionalProperties: false },
        { type: 'null' },
      ],
    },
    {
      type: 'object',
      description: 'Give one of these sets of parameters: kind; kind + n?.',
      properties: { kind: { anyOf: [{ const: 1 }, { const: 2 }] }, n: { type: 'number' } },
      required: ['kind'],
      additionalProperties: false,
    },
  ],
  [
    'a root that is elsewhere, and leads to itself',
    {
      type: 'object',
      properties: {},
      $ref: '#/$defs/n',
      $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' } }, allOf: [{ $ref: '#/$defs/n' }] } },
    },
    {
      type: 'object',
      properties: { n: { $ref: '#/$defs/n' } },
      $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' } }, allOf: [{ $ref: '#/$defs/n' }] } },
    },
  ],
])('%s', (_what, inputSchema, expected) => {
  expect(ANTHROPIC_DIALECT.copy({ description: '', inputSchema }).inputSchema).toEqual(expected);
});

test('OpenAI: values at the root are left out, arrays say what they hold, long descriptions are cut for chat', () => {
  const inputSchema: JsonSchema = { type: 'object', properties: { list: { type: 'array' } }, enum: [{}], not: { required: ['x'] } };
  const description = `${'d'.repeat(1_022)}😀 and more`;
  const copy = chat.copy({ description, inputSchema });
  expect(copy.inputSchema).toEqual({ type: 'object', properties: { list: { type: 'array', items: {} } } });
  expect(copy.description).toBe(`${'d'.repeat(1_022)}…`);
  expect(said(copy.notes)).toEqual([
    'lost : the description is cut at 1024 of its 1033 characters',
    'lost : enum at the root',
    'lost : not at the root',
  ]);
  expect(responses.copy({ description, inputSchema }).description).toBe(description);
});

test('Anthropic: names that it does not take are others in the copy, wherever the copy names them', () => {
  const long = 'n'.repeat(70);
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: {
      'filter[id]': text,
      filter_id: text,
      $top: { type: 'object', properties: { 'in[ner]': text } },
      [long]: { $ref: '#/properties/filter%5Bid%5D' },
      日本: text,
    },
    required: ['filter[id]', 'filter_id'],
    dependentRequired: { $top: ['filter[id]'] },
  };
  const copy = ANTHROPIC_DIALECT.copy({ description: '', inputSchema });
  expect(copy.inputSchema).toEqual({
    type: 'object',
    properties: {
      filter_id_2: text,
      filter_id: text,
      top: { type: 'object', properties: { 'in[ner]': text } },
      ['n'.repeat(60)]: { $ref: '#/properties/filter_id_2' },
      parameter: text,
    },
    required: ['filter_id_2', 'filter_id'],
  });
  expect(copy.undo?.renamed).toEqual(
    new Map([
      ['filter_id_2', 'filter[id]'],
      ['top', '$top'],
      ['n'.repeat(60), long],
      ['parameter', '日本'],
    ]),
  );
  expect(said(copy.notes)).toEqual([
    'lost : dependentRequired, which names parameters that have other names here',
    'adapted filter[id]: is called filter_id_2, because the provider takes no such name',
    'adapted $top: is called top, because the provider takes no such name',
    `adapted ${long}: is called ${'n'.repeat(60)}, because the provider takes no such name`,
    'adapted 日本: is called parameter, because the provider takes no such name',
  ]);
});

test('Anthropic: tuples of draft-07 are written as in 2020-12', () => {
  const pair = { type: 'array', items: [text, text] as unknown as JsonSchema, additionalItems: false }; // draft-07
  const inputSchema: JsonSchema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { pair } };
  expect(ANTHROPIC_DIALECT.copy({ description: '', inputSchema }).inputSchema).toEqual({
    type: 'object',
    properties: { pair: { type: 'array', prefixItems: [text, text], items: false } },
  });
});

test('definitions that lead on twice, forty times over, are looked at once each', () => {
  const twice = (to: string): JsonSchema => ({ anyOf: [{ $ref: `#/$defs/${to}` }, { $ref: `#/$defs/${to}` }] });
  const $defs: Record<string, JsonSchema> = {
    d40: { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false },
  };
  for (let at = 0; at < 40; at++) $defs[`d${at}`] = twice(`d${at + 1}`);
  const root: JsonSchema = { type: 'object', properties: {}, ...twice('d0'), $defs };
  expect(ANTHROPIC_DIALECT.copy({ description: '', inputSchema: root }).inputSchema).toMatchObject({
    properties: { a: text },
    required: ['a'],
  });
  const inner: JsonSchema = { type: 'object', properties: { p: { $ref: '#/$defs/d0' } }, additionalProperties: false, $defs };
  const copy = dialectOf('openai.chat', { strict: true })?.copy({ description: '', inputSchema: inner });
  expect(copy).toMatchObject({ strict: true, undo: { absent: new Set(['p']) } });
  const bounded = dialectOf('google', { strict: false })?.copy({ description: '', inputSchema: inner }).inputSchema;
  expect(JSON.stringify(bounded).length).toBeLessThan(200_000);
});
