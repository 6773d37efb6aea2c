import { defineTool, type JsonObject, type JsonSchema, type JsonValue } from '@tackroom/core';
import fc from 'fast-check';
import { dialectOf } from '../src/model/schema-dialect/dialects.js';
import { mapSchemas } from '../src/model/schema-dialect/schema-parts.js';
import { undoCopy } from '../src/model/schema-dialect/schema-undo.js';
import { testHost } from './test-host.js';

/** A schema that strict mode can say, a value that it takes, and that value as a model writes it that is held to the copy. */
interface Case {
  readonly schema: JsonSchema;
  readonly value: fc.Arbitrary<JsonValue>;
  readonly takesNull: boolean;
  /** Writes `null` for what is left out. */
  readonly asHeld: (value: JsonValue) => JsonValue;
}

const same = (value: JsonValue): JsonValue => value;
const scalar: fc.Arbitrary<Case> = fc.constantFrom<Case>(
  { schema: { type: 'string' }, value: fc.string(), takesNull: false, asHeld: same },
  { schema: { type: ['integer', 'null'] }, value: fc.option(fc.integer()), takesNull: true, asHeld: same },
  { schema: { enum: ['a', 1] }, value: fc.constantFrom('a', 1), takesNull: false, asHeld: same },
  { schema: { enum: ['a', null] }, value: fc.constantFrom('a', null), takesNull: true, asHeld: same },
  { schema: { const: true }, value: fc.constant(true), takesNull: false, asHeld: same },
  { schema: { anyOf: [{ type: 'number' }, { type: 'string' }] }, value: fc.constantFrom(1, 'x'), takesNull: false, asHeld: same },
);

const NAMES = ['a', 'b', 'a b', '$c', 'd.e'];

function objectOf(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  const member = fc.record({ name: fc.constantFrom(...NAMES), inner, isRequired: fc.boolean() });
  return fc.uniqueArray(member, { selector: ({ name }) => name, maxLength: 4 }).map((members): Case => {
    const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(members.map((each) => [each.name, each.inner.schema])),
        ...(required.length === 0 ? {} : { required }),
        additionalProperties: false,
      },
      value: fc.record(Object.fromEntries(members.map((each) => [each.name, each.inner.value])), {
        requiredKeys: required,
      }), // of JSON values
      takesNull: false,
      asHeld: (value) =>
        Object.fromEntries(
          members.map((each) => {
            const given = (value as JsonObject)[each.name];
            return [each.name, given === undefined ? null : each.inner.asHeld(given)];
          }),
        ),
    };
  });
}

function listOf(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return inner.map(({ schema, value, asHeld }): Case => ({
    schema: { type: 'array', items: schema },
    value: fc.array(value, { maxLength: 3 }),
    takesNull: false,
    asHeld: (values) => (values as readonly JsonValue[]).map(asHeld),
  }));
}

const { inner } = fc.letrec<{ inner: Case; object: Case }>((tie) => ({
  inner: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, tie('object'), listOf(tie('inner'))),
  object: objectOf(tie('inner')),
}));
const inputs = objectOf(inner);
const cases = inputs.chain((given) => given.value.map((value) => ({ ...given, value: value as JsonObject })));

/** Whether the pipeline lets a call with these arguments through to a tool of this schema. */
async function takes(inputSchema: JsonSchema, args: JsonObject): Promise<boolean> {
  const tool = defineTool({ name: 'tool', description: 'A tool.', inputSchema, handler: () => 'ran' });
  return (await testHost({ tools: [tool] }).registry.execute({ name: 'tool', args })).success;
}

/** Leaving out what may be null says the same only where the schema of the property does not take null itself. */
function leavesNullsOut({ schema, value }: { readonly schema: JsonSchema; readonly value: JsonValue }): boolean {
  if (Array.isArray(value)) return value.some((item: JsonValue) => leavesNullsOut({ schema: schema.items as JsonSchema, value: item }));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(schema.properties ?? {}).some(([name, property]) => {
    const given = (value as JsonObject)[name];
    if (typeof property === 'boolean') return false;
    if (given === undefined) return property.type?.includes('null') === true || property.enum?.includes(null) === true;
    return leavesNullsOut({ schema: property, value: given });
  });
}

test('what a model writes that is held to a strict copy means what the registered schema takes', async () => {
  const strict = dialectOf('openai.responses', { strict: true });
  await fc.assert(
    fc.asyncProperty(cases, async ({ schema, value, asHeld }) => {
      fc.pre(!leavesNullsOut({ schema, value }));
      const copy = strict?.copy({ description: '', inputSchema: schema });
      expect(copy?.strict).toBe(true);
      const held = asHeld(value) as JsonObject;
      expect(await takes(copy?.inputSchema ?? {}, held)).toBe(true);
      expect(copy?.undo === undefined ? held : undoCopy(held, copy.undo)).toEqual(value);
      expect(await takes(schema, value)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

/** To Gemini, `null` is nothing that an enum lists. */
function asNullable(schema: JsonSchema): JsonSchema {
  return schema.enum !== undefined && schema.type?.includes('null') === true ? { ...schema, enum: [...schema.enum, null] } : schema;
}

test.each(['openai.chat', 'google.generative-ai', 'anthropic.messages'])(
  'a copy for %s takes whatever the registered schema takes',
  async (provider) => {
    const dialect = dialectOf(provider, { strict: false });
    const choice = fc.tuple(cases, fc.constantFrom('anyOf', 'allOf', 'oneOf', undefined), inputs);
    await fc.assert(
      fc.asyncProperty(choice, async ([{ schema, value }, keyword, other]) => {
        const inputSchema: JsonSchema =
          keyword === undefined
            ? schema
            : { type: 'object', properties: {}, [keyword]: keyword === 'allOf' ? [schema] : [schema, other.schema] };
        fc.pre(await takes(inputSchema, value));
        const copy = dialect?.copy({ description: '', inputSchema });
        const sent = new Map([...(copy?.undo?.renamed ?? [])].map(([plain, name]) => [name, plain]));
        const written = Object.fromEntries(Object.entries(value).map(([name, member]) => [sent.get(name) ?? name, member]));
        const shown = mapSchemas(copy?.inputSchema ?? {}, asNullable);
        expect({ inputSchema, shown, written, taken: await takes(shown, written) }).toEqual({ inputSchema, shown, written, taken: true });
        expect(copy?.undo === undefined ? written : undoCopy(written, copy.undo)).toEqual(value);
      }),
      { numRuns: 100 },
    );
  },
);
