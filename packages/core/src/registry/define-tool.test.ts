import { z } from 'zod';
import type { Ctx } from '../contracts/ctx.js';
import { HarnessError } from '../contracts/errors.js';
import type { JsonSchema } from '../contracts/json.js';
import { token } from '../contracts/token.js';
import { defineTool, type ToolOptions } from './define-tool.js';

const ctx = {} as Ctx;
const handler = (): string => 'ran';
const minimal: ToolOptions = { name: 'look_up', description: 'd', handler };

/** The problems of options, as lines. */
function problemsOf(options: unknown): readonly string[] {
  try {
    defineTool(options as ToolOptions);
    return [];
  } catch (error) {
    if (!HarnessError.is(error, 'TOOL_INVALID')) throw error;
    return error.problems.map(({ code, where, message }) => `${where}: ${message} [${code}]`);
  }
}

test('the least that makes a tool, completed with the defaults', () => {
  const { fingerprint, ...definition } = defineTool(minimal);
  expect(definition).toEqual({
    name: 'look_up',
    description: 'd',
    title: 'Look up',
    category: 'general',
    riskLevel: 'low',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    concurrency: 'parallel',
    replayPolicy: 'manual',
    semantics: {},
    secretParameters: [],
    losslessParameters: [],
    hidden: {},
    origin: { kind: 'user', source: "defineTool('look_up')" },
    ownLimits: false,
    pages: false,
    dependencies: [],
    visiblePerStep: false,
    handler,
    sources: { name: 'definition', description: 'definition' },
  });
  expect(fingerprint).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test('everything that is said is kept, copied and frozen', () => {
  const Clock = token('test/Clock');
  const inputSchema = {
    type: 'object',
    properties: { path: { type: 'string' }, depth: { type: ['integer', 'null'], 'x-unit': 'levels' } },
    title: 'T',
  };
  const functions = { retryIfResult: () => false, visible: () => true, preview: () => 'p', reconcile: () => true, refine: () => undefined };
  const options: ToolOptions = {
    ...minimal,
    ...functions,
    inputSchema,
    outputSchema: { type: 'string' },
    title: 'T',
    category: 'files',
    riskLevel: 'high',
    permission: 'ask',
    approval: { reason: 'r' },
    concurrency: { key: ({ path }) => String(path), mode: 'write' },
    replayPolicy: 'safe',
    timeoutMs: 0.5,
    retry: { attempts: 7 },
    semantics: { path: 'path' },
    secretParameters: ['path'],
    losslessParameters: ['depth'],
    hidden: { root: { a: [1] } },
    origin: { kind: 'builtin', bundle: 'b', options: '' },
    ownLimits: true,
    pages: true,
    dependencies: [Clock],
    visiblePerStep: true,
    instructions: 'i',
    offload: { module: 'file:///a.js', exportName: 'a' },
    sources: { riskLevel: 'bundle-option' },
  };
  const definition = defineTool(options);
  expect(definition).toEqual({
    ...options,
    retry: { attempts: 7, backoffMs: 500, maxBackoffMs: 30_000, jitter: 0.25, retryErrorResults: false },
    fingerprint: definition.fingerprint,
  });
  inputSchema.title = 'changed';
  expect(definition.inputSchema['title']).toBe('T');
  const assertFrozen = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    expect(Object.isFrozen(value)).toBe(true);
    Object.values(value).forEach(assertFrozen);
  };
  assertFrozen(definition);
});

test('a definition that is defined again is the same tool', () => {
  const first = defineTool({ ...minimal, input: z.object({ a: z.string().min(2) }), hidden: { b: 1 }, losslessParameters: ['b'] });
  const { fingerprint, ...kept } = first;
  const second = defineTool(kept);
  expect(second).toEqual(first);
  expect(second.inputSchema).toBe(first.inputSchema);
  expect(second.handler).toBe(first.handler);
  expect(second.fingerprint).toBe(fingerprint);
});

test('every problem is reported at once', () => {
  expect(
    problemsOf({
      name: 'two words',
      description: '',
      title: '',
      category: 5,
      riskLevel: 'extreme',
      permission: 'maybe',
      approval: { when: 'always', because: 'x' },
      concurrency: 'sometimes',
      replayPolicy: 'never',
      timeoutMs: 2 ** 31,
      retry: { attempts: 0.5, extra: 1 },
      retryIfResult: true,
      semantics: { a: 'file' },
      secretParameters: 'a',
      losslessParameters: [1],
      hidden: { a: () => 1 },
      origin: {},
      ownLimits: 'yes',
      dependencies: ['Clock'],
      instructions: 1,
      offload: { module: 'm' },
      inputSchema: { type: 'objekt', properties: { a: { type: 'string', minLength: -1 } } },
      outputSchema: [],
      descripton: 'typo',
    }),
  ).toEqual([
    'tool two words: The name "two words" is not one that every provider accepts: write 1 to 64 of A-Z a-z 0-9 _ - . [TOOL_NAME_INVALID]',
    'tool two words: It has no description, which is all that a model knows of it: write one, or say allowEmptyDescription: true. [TOOL_DESCRIPTION_EMPTY]',
    'tool two words, handler: is missing; write a function of (args, ctx). [TOOL_OPTION_INVALID]',
    'tool two words, title: is ""; write a text for people. [TOOL_OPTION_INVALID]',
    'tool two words, category: is 5; write a word such as read, write or execute. [TOOL_OPTION_INVALID]',
    'tool two words, riskLevel: is "extreme"; write low, medium or high. [TOOL_OPTION_INVALID]',
    'tool two words, permission: is "maybe"; write allow, ask or deny. [TOOL_OPTION_INVALID]',
    'tool two words, approval: is an object; write { when: (args, ctx) => boolean, reason: text }. [TOOL_OPTION_INVALID]',
    `tool two words, concurrency: is "sometimes"; write 'parallel', 'serial' or { key: (args, facts) => text, mode: 'read' or 'write' }. [TOOL_OPTION_INVALID]`,
    'tool two words, replayPolicy: is "never"; write safe, idempotent or manual. [TOOL_OPTION_INVALID]',
    'tool two words, retryIfResult: is true; write a function of (result). [TOOL_OPTION_INVALID]',
    'tool two words, semantics: is an object; write text, path, url or shell-command by parameter name. [TOOL_OPTION_INVALID]',
    'tool two words, secretParameters: is "a"; write a list of parameter names. [TOOL_OPTION_INVALID]',
    'tool two words, losslessParameters: is an array; write a list of parameter names. [TOOL_OPTION_INVALID]',
    'tool two words, hidden: is an object; write JSON values by parameter name. [TOOL_OPTION_INVALID]',
    'tool two words, origin: is an object; write an origin with its kind. [TOOL_OPTION_INVALID]',
    'tool two words, ownLimits: is "yes"; write true or false. [TOOL_OPTION_INVALID]',
    'tool two words, dependencies: is an array; write a list of tokens and classes. [TOOL_OPTION_INVALID]',
    'tool two words, instructions: is 1; write a text for the system prompt. [TOOL_OPTION_INVALID]',
    "tool two words, offload: is an object; write { module: import.meta.url, exportName: 'name' }. [TOOL_OPTION_INVALID]",
    'tool two words, descripton: is not an option; the options are allowEmptyDescription, approval, category, concurrency, dependencies, description, handler, hidden, input, inputSchema, instructions, losslessParameters, name, offload, origin, outputSchema, ownLimits, pages, permission, preview, reconcile, refine, replayPolicy, retry, retryIfResult, riskLevel, secretParameters, semantics, sources, timeoutMs, title, visible, visiblePerStep. [TOOL_OPTION_INVALID]',
    'tool two words, timeoutMs: is 2147483648; write milliseconds above 0 and at most 2147483647 (2^31-1). [TOOL_OPTION_INVALID]',
    'tool two words, retry.extra: is not an option; the options are attempts, backoffMs, maxBackoffMs, jitter, retryErrorResults. [TOOL_OPTION_INVALID]',
    'tool two words, retry.attempts: is 0.5; write a whole number from 1 (1 means: no repeat). [TOOL_OPTION_INVALID]',
    'tool two words, input: The schema at "/type" must be one of array, boolean, integer, null, number, object, string, or a list of them. [SCHEMA_INVALID]',
    'tool two words, input: The schema at "/properties/a/minLength" must be a whole number from 0. [SCHEMA_INVALID]',
    'tool two words, output: must be a JSON Schema object or a Standard Schema (zod, Valibot, ArkType), got []. [SCHEMA_INVALID]',
  ]);
});

test.each<[string, unknown, string]>([
  ['no options', undefined, 'defineTool: The options are undefined; write one object. [TOOL_OPTION_INVALID]'],
  ['a text', 'look_up', 'defineTool: The options are "look_up"; write one object. [TOOL_OPTION_INVALID]'],
  ['no handler', { name: 'x', description: 'd' }, 'tool x, handler: is missing; write a function of (args, ctx). [TOOL_OPTION_INVALID]'],
  [
    'two schemas',
    { ...minimal, inputSchema: {}, input: {} },
    'tool look_up, input: is given beside "inputSchema"; keep one. [TOOL_OPTION_INVALID]',
  ],
  [
    'an arguments schema of a list',
    { ...minimal, inputSchema: { type: ['array', 'string'] } },
    "tool look_up, input: The schema describes array, string, but arguments are always one object: write type: 'object' with properties. [SCHEMA_INVALID]",
  ],
  [
    'a boolean schema',
    { ...minimal, inputSchema: true },
    'tool look_up, input: must be a JSON Schema object or a Standard Schema (zod, Valibot, ArkType), got true. [SCHEMA_INVALID]',
  ],
  [
    'a class',
    { ...minimal, input: class Dto {} },
    'tool look_up, input: must be a JSON Schema object or a Standard Schema (zod, Valibot, ArkType), got the function or class Dto. A class says what it takes with the decorators of class-validator. [SCHEMA_INVALID]',
  ],
  [
    'a schema that is not JSON',
    { ...minimal, inputSchema: { properties: { a: { default: new Date(0) } } } },
    'tool look_up, input: must be plain JSON, but holds an instance of Date at "/properties/a/default". [SCHEMA_INVALID]',
  ],
  [
    'a parameter that there is not',
    { ...minimal, semantics: { path: 'path' } },
    'tool look_up, semantics: names the parameter path; the parameters are none. [TOOL_OPTION_INVALID]',
  ],
  [
    'a library without JSON Schema',
    { ...minimal, input: { '~standard': { version: 1, vendor: 'acme', validate: (value: unknown) => ({ value }) } } },
    'tool look_up, input: The acme schema does not say its JSON Schema. Use a version of acme that offers ~standard.jsonSchema, or give the JSON Schema itself. [SCHEMA_NOT_CONVERTIBLE]',
  ],
])('%s: refused', (_, options, problem) => {
  expect(problemsOf(options)).toEqual([problem]);
});

test.each<[string, JsonSchema]>([
  ['no type', { properties: { a: {} } }],
  ['nothing at all', {}],
  ['top-level alternatives', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ['a nullable object', { type: ['object', 'null'] }],
  ['recursion', { type: 'object', $defs: { n: { properties: { next: { $ref: '#/$defs/n' } } } }, $ref: '#/$defs/n' }],
  [
    'draft-07',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      definitions: { a: { items: [{}] } },
      properties: { a: { $ref: '#/definitions/a' } },
    },
  ],
])('a published schema with %s is kept as it is', (_, inputSchema) => {
  expect(defineTool({ ...minimal, inputSchema }).inputSchema).toEqual(inputSchema);
});

test('an empty description can be meant', () => {
  expect(defineTool({ ...minimal, description: '', allowEmptyDescription: true }).description).toBe('');
});

test('a Standard Schema types the handler and makes its argument', async () => {
  const sync = defineTool({
    ...minimal,
    input: z.object({ n: z.coerce.number(), at: z.string().transform((text) => new Date(text)) }),
    handler: ({ n, at }) => n + at.getTime(),
  });
  expect(sync.handler({ n: '2', at: '1970-01-01T00:00:00.001Z' }, ctx)).toBe(3);
  expect(sync.inputSchema.properties).toMatchObject({ at: { type: 'string' } });
  const checked = defineTool({
    ...minimal,
    input: z.object({ a: z.string().refine(async (a) => Promise.resolve(a !== 'x'), 'is taken') }),
    handler: ({ a }) => a,
  });
  expect(await checked.refine?.({ a: 'x' })).toBe('a: is taken');
  expect(await checked.refine?.({ a: 'y' })).toBeUndefined();
  expect(await checked.handler({ a: 'y' }, ctx)).toBe('y');
  // @ts-expect-error the schema gives a number
  defineTool({ ...minimal, input: z.object({ n: z.number() }), handler: ({ n }: { n: string }) => n });
});

test("a refinement of its own runs after the library's", async () => {
  const also = defineTool({
    ...minimal,
    input: z.object({ a: z.string().refine((a) => a !== 'x', 'library') }),
    refine: ({ a }) => (a === 'y' ? 'own' : undefined),
    handler: () => 1,
  });
  expect([also.refine?.({ a: 'x' }), also.refine?.({ a: 'y' }), also.refine?.({ a: 'z' })]).toEqual(['a: library', 'own', undefined]);
});
