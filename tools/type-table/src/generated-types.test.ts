import type { JsonValue } from '@tackroom/core';
import { compileProgram, looseProject, sourceProgram } from '@tackroom/schema-compiler';
import fc from 'fast-check';
import { DECORATORS, RowRegistry } from './row-registry.js';

/** A type, and values that are more or less of it. */
interface Sample {
  readonly type: string;
  readonly values: readonly JsonValue[];
}

interface Grown {
  readonly type: string;
  readonly value: JsonValue;
}

const leaf: fc.Arbitrary<Grown> = fc.constantFrom<Grown>(
  { type: 'string', value: 'a' },
  { type: 'number', value: 1 },
  { type: 'boolean', value: true },
  { type: 'null', value: null },
  { type: "'x' | 'y'", value: 'y' },
  { type: '1 | 2', value: 2 },
  { type: 'string | null', value: null },
  { type: '`id-${string}`', value: 'id-1' },
  { type: "number | 'auto'", value: 'auto' },
);

const { grown } = fc.letrec<{ grown: Grown }>((tie) => ({
  grown: fc.oneof({ maxDepth: 3, depthSize: 'medium' }, leaf, ...composed(tie('grown'))),
}));

function composed(inner: fc.Arbitrary<Grown>): readonly fc.Arbitrary<Grown>[] {
  const members = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd-e'), fc.tuple(inner, fc.boolean(), fc.boolean()), {
    minKeys: 1,
    maxKeys: 4,
    noNullPrototype: true,
  });
  return [
    inner.map(({ type, value }) => ({ type: `(${type})[]`, value: [value] })),
    fc.tuple(inner, inner).map(([one, other]) => ({ type: `[${one.type}, ${other.type}]`, value: [one.value, other.value] })),
    inner.map(({ type, value }) => ({ type: `Record<string, ${type}>`, value: { key: value } })),
    members.map((fields) => ({
      type: `{ ${Object.entries(fields)
        .map(([name, [{ type }, isOptional]]) => `${JSON.stringify(name)}${isOptional ? '?' : ''}: ${type}`)
        .join('; ')} }`,
      value: Object.fromEntries(
        Object.entries(fields).flatMap(([name, [{ value }, isOptional, isLeftOut]]) => (isOptional && isLeftOut ? [] : [[name, value]])),
      ),
    })),
    // Objects of a union are told apart by a field: of others the compiler lets fields of one stand in another.
    fc.tuple(inner, inner).map(([one, other]) => ({
      type: `{ kind: 'one'; of: ${one.type} } | { kind: 'other'; of: ${other.type} }`,
      value: { kind: 'other', of: other.value },
    })),
    fc.tuple(leaf, inner).map(([one, { type, value }]) => ({ type: `${one.type} | (${type})[]`, value: [value] })),
  ];
}

const strange = fc.constantFrom<JsonValue>('b', 3, false, null, [], {}, ['a'], { key: 1 }, 'id-', 'auto');

/** The value with one place in it replaced, left out or added to. */
function mutated(value: JsonValue): fc.Arbitrary<JsonValue> {
  const here = strange;
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    const inside = items.map((item, at) =>
      mutated(item).map((changed): JsonValue => items.map((other, index) => (index === at ? changed : other))),
    );
    return fc.oneof(
      here,
      strange.map((more): JsonValue => [...items, more]),
      fc.constant<JsonValue>(items.slice(1)),
      ...inside,
    );
  }
  if (typeof value !== 'object' || value === null) return here;
  const entries = Object.entries(value);
  const inside = entries.map(([name, member]) => mutated(member).map((changed): JsonValue => ({ ...value, [name]: changed })));
  const without = entries.map(([name]) => fc.constant<JsonValue>(Object.fromEntries(entries.filter(([other]) => other !== name))));
  return fc.oneof(
    here,
    strange.map((more): JsonValue => ({ ...value, added: more })),
    ...without,
    ...inside,
  );
}

const sample: fc.Arbitrary<Sample> = grown.chain(({ type, value }) =>
  fc.array(mutated(value), { minLength: 4, maxLength: 4 }).map((changed) => ({ type, values: [value, ...changed] })),
);

/** More types in a long run: `TYPE_SAMPLES=2000 npm run jest -- generated-types`. */
const COUNT = Number(process.env['TYPE_SAMPLES'] ?? 150);
const SEED = Number(process.env['TYPE_SEED'] ?? 20_261_130);

test('the compiler and a call judge every value of a generated type alike', async () => {
  const samples = fc.sample(sample, { numRuns: COUNT, seed: SEED });
  const files = Object.fromEntries(
    samples.map(({ type }, at) => [`/s${at}.ts`, `${DECORATORS}export class S { @Tool() take(value: ${type}): void {} }`]),
  );
  const judged = Object.fromEntries(
    samples.map(({ type, values }, at) => [
      `/v${at}.ts`,
      values.map((value, line) => `export const v${line}: ${type} = ${JSON.stringify(value)};`).join('\n'),
    ]),
  );
  const { program, folder } = sourceProgram({ ...files, ...judged });
  const { tools } = compileProgram(program, looseProject(folder, Object.keys(files))).manifest;
  const registry = new RowRegistry();
  const verdicts: { type: string; value: JsonValue; compiler: boolean; call: boolean }[] = [];
  for (const [at, { type, values }] of samples.entries()) {
    registry.add(at, tools[`s${at}.ts#S.take`]);
    const file = program.getSourceFile(`/v${at}.ts`);
    const wrong = new Set(program.getSemanticDiagnostics(file).map(({ start = 0 }) => file?.getLineAndCharacterOfPosition(start).line));
    for (const [line, value] of values.entries()) {
      verdicts.push({ type, value, compiler: !wrong.has(line), call: await registry.isAccepted(at, value) });
    }
  }
  expect(verdicts.filter(({ compiler, call }) => compiler !== call)).toEqual([]);
  // Both kinds of verdict are there, so that the comparison says something.
  expect(verdicts.filter(({ call }) => call).length).toBeGreaterThan(COUNT);
  expect(verdicts.filter(({ call }) => !call).length).toBeGreaterThan(COUNT);
}, 120_000);
