import fc from 'fast-check';
import type { JsonSchema, JsonValue } from '../contracts/json.js';
import { objectSchema, type ParameterSchema } from './object-schema.js';
import { compileValidator } from './validator.js';

/** What a parameter takes, values of it, and values that it refuses. */
const KINDS = {
  string: {
    right: fc.string(),
    wrong: fc.oneof(fc.double({ noNaN: true }), fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({})),
  },
  number: {
    right: fc.double({ noNaN: true, noDefaultInfinity: true }),
    wrong: fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.constant([])),
  },
  integer: { right: fc.integer(), wrong: fc.oneof(fc.string(), fc.boolean(), fc.constant(0.5), fc.constant(null), fc.constant({})) },
  boolean: { right: fc.boolean(), wrong: fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant([]), fc.constant('true')) },
} as const;

const name = fc.oneof(
  fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'a b', 'ä'),
  fc.stringMatching(/^[a-z]\w{0,6}$/),
);
const parameter = fc.record({ name, type: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])), isRequired: fc.boolean() });
const list = fc.uniqueArray(parameter, { selector: ({ name: unique }) => unique, maxLength: 5 });

type Parameter = { readonly name: string; readonly type: keyof typeof KINDS; readonly isRequired: boolean };

function schemaOf(parameters: readonly Parameter[]): JsonSchema {
  return objectSchema(parameters.map(({ type, ...rest }): ParameterSchema => ({ ...rest, schema: { type }, isGenerated: true })));
}

/** A list of parameters with a right value for each. */
const call = list.chain((parameters) =>
  fc.record({
    parameters: fc.constant(parameters),
    values: fc.tuple(...parameters.map(({ type }) => KINDS[type].right as fc.Arbitrary<JsonValue>)),
  }),
);

test('arguments of the right types are accepted, with and without the optional ones', () => {
  fc.assert(
    fc.property(call, ({ parameters, values }) => {
      const all = parameters.map(({ name: key }, at) => [key, values[at]] as const);
      const validator = compileValidator(schemaOf(parameters));
      expect(validator.check(Object.fromEntries(all))).toBeUndefined();
      expect(validator.check(Object.fromEntries(all.filter((_, at) => parameters[at]?.isRequired)))).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});

test('a wrong value, a missing field and an unknown field are refused, each by its name and on one line', () => {
  const mutated = call
    .filter(({ parameters }) => parameters.length > 0)
    .chain(({ parameters, values }) =>
      fc.nat(parameters.length - 1).chain((at) => {
        const wrong = KINDS[parameters[at]?.type ?? 'string'].wrong as fc.Arbitrary<JsonValue>;
        return fc.record({ parameters: fc.constant(parameters), values: fc.constant(values), at: fc.constant(at), wrong });
      }),
    );
  fc.assert(
    fc.property(mutated, fc.string({ minLength: 1 }), ({ parameters, values, at, wrong }, extra) => {
      const args = Object.fromEntries(parameters.map(({ name: key }, index) => [key, values[index]]));
      const { name: key, isRequired } = parameters[at] as Parameter; // at is one of its indices
      const validator = compileValidator(schemaOf(parameters));
      const { [key]: _left, ...without } = args;
      const texts = [validator.check({ ...args, [key]: wrong }), validator.check(without)];
      expect(texts.map((text) => text === undefined)).toEqual([false, !isRequired]);
      if (!Object.hasOwn(args, extra))
        texts.push(validator.check(Object.defineProperty({ ...args }, extra, { value: 1, enumerable: true })));
      for (const text of texts) expect(text ?? '').toMatch(/^[^\n\r]{0,400}$/);
      expect(texts[0]).toContain(key === 'a b' ? '["a b"]' : key);
    }),
    { numRuns: 30 },
  );
});

test('a hostile key never passes a closed list and never reaches a prototype', () => {
  const key = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', '__defineGetter__');
  fc.assert(
    fc.property(list, key, (parameters, hostile) => {
      fc.pre(parameters.every(({ name: known }) => known !== hostile));
      const args = JSON.parse(`{"${hostile}": {"polluted": true}}`) as Record<string, unknown>;
      expect(compileValidator(schemaOf(parameters.map((known) => ({ ...known, isRequired: false })))).check(args)).toContain(
        `${hostile}: is not a known field`,
      );
      expect(({} as { readonly polluted?: boolean }).polluted).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});
