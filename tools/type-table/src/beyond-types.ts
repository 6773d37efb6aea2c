import { number, text } from './schema-parts.js';
import type { TypeSection } from './type-row.js';

const TAG = 'doc comments are text to the compiler';
const one = (schema: object, isRequired = true): object => ({
  type: 'object',
  properties: { x: schema },
  ...(isRequired ? { required: ['x'] } : {}),
  additionalProperties: false,
});

/** What JSON Schema can say and a TypeScript type cannot. */
export const beyondTypes: readonly TypeSection[] = [
  {
    title: 'Dates, whole numbers, brands',
    rows: [
      {
        type: 'Date',
        schema: { type: 'string', format: 'date-time' },
        valid: ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.5+01:00'],
        invalid: ['2026-01-31', '2026-01-31T09:30:00', '2026-02-31T09:30:00Z', 'tomorrow', 0, null],
        beyondTsc: 'a Date is text in JSON',
      },
      {
        type: 'Date | null',
        schema: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
        valid: [null, '2026-01-31T09:30:00Z'],
        invalid: ['soon', 1],
        beyondTsc: 'a Date is text in JSON',
      },
      {
        type: 'Integer',
        given: 'type Integer = number & {};',
        schema: { type: 'integer' },
        valid: [0, -3],
        invalid: [1.5, '1', null],
        beyondTsc: 'numbers of the language have no whole ones of their own',
      },
      {
        type: 'integer[]',
        given: 'type integer = number;',
        schema: { type: 'array', items: { type: 'integer' } },
        valid: [[1, 2], []],
        invalid: [[1.5], ['1']],
        beyondTsc: 'numbers of the language have no whole ones of their own',
      },
      {
        type: 'Record<string, integer> | [integer, ...integer[]] | null',
        given: 'type integer = number;',
        schema: {
          anyOf: [
            { type: 'object', additionalProperties: { type: 'integer' } },
            { type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'integer' }, minItems: 1 },
            { type: 'null' },
          ],
        },
        valid: [{ a: 1 }, [1, 2], null],
        invalid: [{ a: 1.5 }, [1.5], [1, 1.5], []],
        beyondTsc: 'numbers of the language have no whole ones of their own',
      },
      {
        type: 'integer | number',
        given: 'type integer = number;',
        schema: number,
        valid: [1, 1.5],
        invalid: ['1'],
        beyondTsc: 'numbers of the language have no whole ones of their own',
      },
      {
        type: 'Count | null',
        given: 'type Count = number & { readonly __integer: true };',
        schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        valid: [1, null],
        invalid: [1.5],
        beyondTsc: 'a brand is no value',
      },
      {
        type: 'UserId',
        given: "type UserId = string & { readonly __brand: 'UserId' };",
        schema: text,
        valid: ['u-1'],
        invalid: [1, null],
        beyondTsc: 'a brand is no value',
      },
    ],
  },
  {
    title: 'Tags in doc comments',
    rows: [
      {
        type: '{ /** @minimum 1\n @maximum 10 */ x: number }',
        schema: one({ type: 'number', minimum: 1, maximum: 10 }),
        valid: [{ x: 1 }, { x: 10 }],
        invalid: [{ x: 0 }, { x: 11 }],
        beyondTsc: TAG,
      },
      {
        type: '{ /** @exclusiveMinimum 0\n @exclusiveMaximum 1 */ x: number }',
        schema: one({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }),
        valid: [{ x: 0.5 }],
        invalid: [{ x: 0 }, { x: 1 }],
        beyondTsc: TAG,
      },
      {
        type: '{ /** @multipleOf 5 */ x: number }',
        schema: one({ type: 'number', multipleOf: 5 }),
        valid: [{ x: 10 }],
        invalid: [{ x: 7 }],
        beyondTsc: TAG,
      },
      { type: '{ /** @integer */ x: number }', schema: one({ type: 'integer' }), valid: [{ x: 1 }], invalid: [{ x: 1.5 }], beyondTsc: TAG },
      {
        type: '{ /** @TJS-type integer */ x: number }',
        schema: one({ type: 'integer' }),
        valid: [{ x: 1 }],
        invalid: [{ x: 1.5 }],
        beyondTsc: TAG,
      },
      {
        type: '{ /** @minLength 2\n @maxLength 3 */ x: string }',
        schema: one({ type: 'string', minLength: 2, maxLength: 3 }),
        valid: [{ x: 'ab' }],
        invalid: [{ x: 'a' }, { x: 'abcd' }],
        beyondTsc: TAG,
      },
      {
        type: '{ /** @pattern ^[A-Z]{2}-\\d+$ */ x: string }',
        schema: one({ type: 'string', pattern: '^[A-Z]{2}-\\d+$' }),
        valid: [{ x: 'AB-1' }],
        invalid: [{ x: 'ab-1' }],
        beyondTsc: TAG,
      },
      {
        type: '{ /** @format email */ x: string }',
        schema: one({ type: 'string', format: 'email' }),
        valid: [{ x: 'a@b.example' }],
        invalid: [{ x: 1 }],
        beyondTsc: TAG,
      },
      {
        type: '{ /** @minItems 1\n @maxItems 2\n @uniqueItems */ x: string[] }',
        schema: one({ type: 'array', items: text, minItems: 1, maxItems: 2, uniqueItems: true }),
        valid: [{ x: ['a'] }, { x: ['a', 'b'] }],
        invalid: [{ x: [] }, { x: ['a', 'a'] }, { x: ['a', 'b', 'c'] }],
        beyondTsc: TAG,
      },
      {
        type: '{ /** @minProperties 1 */ x: Record<string, number> }',
        schema: one({ type: 'object', additionalProperties: number, minProperties: 1 }),
        valid: [{ x: { a: 1 } }],
        invalid: [{ x: {} }],
        beyondTsc: TAG,
      },
      {
        type: '{ /** @minimum 1 */ x: number | null }',
        schema: one({ anyOf: [{ type: 'number', minimum: 1 }, { type: 'null' }] }),
        valid: [{ x: null }, { x: 1 }],
        invalid: [{ x: 0 }],
        beyondTsc: TAG,
      },
      {
        type: '{ /** How many.\n @default 5 */ x?: number }',
        schema: one({ type: 'number', description: 'How many.', default: 5 }, false),
        valid: [{}, { x: 1 }],
        invalid: [{ x: 'a' }],
        beyondTsc: TAG,
      },
      {
        type: '{ /** @default 9 */ x: number }',
        schema: one({ type: 'number', default: 9 }, false),
        valid: [{}, { x: 1 }],
        invalid: [{ x: 'a' }],
        beyondTsc: TAG,
      },
      {
        type: "{ kind: 'a'; /** @default 9 */ x: number } | { kind: 'b'; /** @default 1 */ y?: number }",
        schema: {
          anyOf: [
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'a' }, x: number },
              required: ['kind', 'x'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'b' }, y: number },
              required: ['kind'],
              additionalProperties: false,
            },
          ],
        },
        valid: [{ kind: 'a', x: 1 }, { kind: 'b' }],
        invalid: [{ kind: 'a' }, { kind: 'b', y: 'a' }],
        beyondTsc: 'no default is filled in inside a union',
      },
      {
        type: '{ /** @title Name\n @example Ada\n @example Grace\n @deprecated */ x: string }',
        schema: one({ type: 'string', title: 'Name', examples: ['Ada', 'Grace'], deprecated: true }),
        valid: [{ x: 'a' }],
        invalid: [{ x: 1 }],
        beyondTsc: TAG,
      },
    ],
  },
];
