import * as library from 'class-validator';
import type { DtoRule } from './dto-rules.js';
import { ruleMeaning } from './rule-meaning.js';

const ruleNamed = (name: string, constraints: readonly unknown[] = []): DtoRule => ({
  kind: 'check',
  name,
  property: 'value',
  constraints,
  isEach: false,
  message: undefined,
  context: undefined,
  hasGroups: false,
  validateIf: undefined,
  validators: () => [],
});

test('every rule of the library has a meaning', () => {
  const names = Object.entries(library).flatMap(([constant, name]) =>
    /^[A-Z0-9_]+$/.test(constant) && typeof name === 'string' ? [name] : [],
  );
  expect(names.length).toBeGreaterThan(100);
  // The one condition that has a name.
  expect(names.filter((name) => ruleMeaning(ruleNamed(name)) === undefined)).toEqual(['isOptional']);
});

test.each([
  ['isIn', [[{}, undefined]], { impossible: 'allows no value that JSON can say' }],
  ['equals', [new Date(0)], { impossible: 'allows no value that JSON can say' }],
  ['min', ['3'], { impossible: 'takes a number, not 3: class-validator refuses every value' }],
  ['arrayContains', [[{}]], { impossible: 'asks for items that JSON cannot say' }],
  ['isNotIn', [[undefined]], { schema: {} }],
  ['isNotIn', ['no list'], { schema: {} }],
  ['isDivisibleBy', [0.5], { schema: { type: 'number' }, isPartial: true }],
  ['isDivisibleBy', [-4], { schema: { type: 'number', multipleOf: 4 } }],
  ['contains', [''], { schema: { type: 'string' }, isPartial: true }],
  ['matches', [/a/gu], { schema: { type: 'string', pattern: 'a' } }],
  ['matches', ['a', 'i'], { schema: { type: 'string' }, isPartial: true }],
  ['isLength', [1.5, 2.5], { schema: { type: 'string', minLength: 2, maxLength: 2 } }],
  ['isEnum', [{ '2d': '2d', '3d': '3d' }], { schema: { type: 'string', enum: ['2d', '3d'] } }],
])('%s%j means %j', (name, constraints, meaning) => {
  expect(ruleMeaning(ruleNamed(name, constraints))).toEqual(meaning);
});

test('a rule of another name is only known to its own check', () => {
  expect(ruleMeaning(ruleNamed('isSku'))).toBeUndefined();
});
