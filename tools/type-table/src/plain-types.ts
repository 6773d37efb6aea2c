import { boolean, nothing, number, text } from './schema-parts.js';
import type { TypeSection } from './type-row.js';

export const plainTypes: readonly TypeSection[] = [
  {
    title: 'Primitives and literals',
    rows: [
      { type: 'string', schema: text, valid: ['', 'a', 'ü'], invalid: [1, true, null, [], {}] },
      { type: 'number', schema: number, valid: [0, -1, 1.5, 1e21], invalid: ['1', true, null, []] },
      { type: 'boolean', schema: boolean, valid: [true, false], invalid: [0, 'true', null] },
      { type: 'null', schema: nothing, valid: [null], invalid: [0, '', false, {}] },
      { type: "'fast'", schema: { type: 'string', const: 'fast' }, valid: ['fast'], invalid: ['slow', '', null, 1] },
      { type: '42', schema: { type: 'number', const: 42 }, valid: [42], invalid: [43, '42', null] },
      { type: '-1', schema: { type: 'number', const: -1 }, valid: [-1], invalid: [1, '-1'] },
      { type: 'true', schema: { type: 'boolean', const: true }, valid: [true], invalid: [false, 1, 'true'] },
      { type: 'any', schema: {}, valid: [1, 'a', null, [], {}], invalid: [] },
      { type: 'unknown', schema: {}, valid: [1, 'a', null, [], { a: 1 }], invalid: [] },
      { type: 'object', schema: { type: ['object', 'array'] }, valid: [{}, { a: 1 }, []], invalid: [1, 'a', true, null] },
      {
        type: '{}',
        schema: { type: ['string', 'number', 'boolean', 'object', 'array'] },
        valid: [1, 'a', true, {}, { a: 1 }, []],
        invalid: [null],
      },
    ],
  },
  {
    title: 'Unions and enums',
    rows: [
      {
        type: "'pending' | 'in_progress' | 'completed'",
        schema: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
        valid: ['pending', 'completed'],
        invalid: ['done', '', null, 1],
      },
      { type: '3 | 1 | 2', schema: { type: 'number', enum: [3, 1, 2] }, valid: [1, 2, 3], invalid: [0, '1', null] },
      { type: 'string | null', schema: { anyOf: [text, nothing] }, valid: ['a', null], invalid: [1, false, {}] },
      { type: 'number | string', schema: { anyOf: [number, text] }, valid: [1, 'a'], invalid: [true, null, []] },
      { type: 'boolean | null', schema: { anyOf: [boolean, nothing] }, valid: [true, false, null], invalid: [0, 'true'] },
      { type: 'true | false', schema: boolean, valid: [true, false], invalid: [0, null] },
      {
        type: "'auto' | number",
        schema: { anyOf: [{ type: 'string', const: 'auto' }, number] },
        valid: ['auto', 3],
        invalid: ['other', null, true],
      },
      {
        type: "'a' | 1 | true | null",
        schema: {
          anyOf: [{ type: 'string', const: 'a' }, { type: 'number', const: 1 }, { type: 'boolean', const: true }, nothing],
        },
        valid: ['a', 1, true, null],
        invalid: ['b', 2, false],
      },
      {
        type: 'Status',
        given: "type Done = 'done' | 'dropped'; type Status = 'open' | Done;",
        schema: { type: 'string', enum: ['open', 'done', 'dropped'] },
        valid: ['open', 'dropped'],
        invalid: ['closed', null],
      },
      {
        type: 'string[] | string',
        schema: { anyOf: [{ type: 'array', items: text }, text] },
        valid: ['a', ['a'], []],
        invalid: [1, [1], null],
      },
      {
        type: 'Colour',
        given: "enum Colour { Red = 'red', Green = 'green' }",
        schema: { type: 'string', enum: ['red', 'green'] },
        valid: ['red', 'green'],
        invalid: ['blue', 0, null],
        beyondTsc: 'the compiler takes only Colour.Red where the text is red',
      },
      {
        type: 'Level',
        given: 'enum Level { Low, Mid = 5, High }',
        schema: { type: 'number', enum: [0, 5, 6] },
        valid: [0, 5, 6],
        invalid: [1, 7, '0', null],
      },
      {
        type: 'Only.One',
        given: 'enum Only { One = 1, Two = 2 }',
        schema: { type: 'number', const: 1 },
        valid: [1],
        invalid: [2, '1', null],
      },
      {
        type: 'Shape',
        given: "type Shape = { kind: 'circle'; radius: number } | { kind: 'square'; side: number };",
        schema: {
          anyOf: [
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'circle' }, radius: number },
              required: ['kind', 'radius'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'square' }, side: number },
              required: ['kind', 'side'],
              additionalProperties: false,
            },
          ],
        },
        valid: [
          { kind: 'circle', radius: 1 },
          { kind: 'square', side: 2 },
        ],
        invalid: [{ kind: 'circle', side: 2 }, { kind: 'circle' }, { kind: 'triangle' }, {}, null],
      },
      {
        type: 'Exclude<Status, "open">',
        given: "type Status = 'open' | 'done' | 'dropped';",
        schema: { type: 'string', enum: ['done', 'dropped'] },
        valid: ['done'],
        invalid: ['open', null],
      },
      {
        type: 'Extract<Mixed, string>',
        given: "type Mixed = 'b' | 'a' | 1;",
        schema: { type: 'string', enum: ['a', 'b'] },
        valid: ['a', 'b'],
        invalid: [1, 'c'],
      },
      { type: 'NonNullable<string | null>', schema: text, valid: ['a'], invalid: [null, 1] },
      {
        type: 'keyof Fields',
        given: 'interface Fields { name: string; size: number }',
        schema: { type: 'string', enum: ['name', 'size'] },
        valid: ['name', 'size'],
        invalid: ['other', 0],
      },
      {
        type: '(typeof SIZES)[number]',
        given: "const SIZES = ['small', 'large'] as const;",
        schema: { type: 'string', enum: ['large', 'small'] },
        valid: ['small', 'large'],
        invalid: ['medium', 0],
      },
    ],
  },
  {
    title: 'Arrays and tuples',
    rows: [
      { type: 'string[]', schema: { type: 'array', items: text }, valid: [[], ['a']], invalid: [[1], 'a', {}, null, [null]] },
      { type: 'readonly number[]', schema: { type: 'array', items: number }, valid: [[], [1, 2]], invalid: [['1'], null] },
      { type: 'Array<boolean>', schema: { type: 'array', items: boolean }, valid: [[true]], invalid: [[1], true] },
      { type: 'ReadonlyArray<string>', schema: { type: 'array', items: text }, valid: [['a']], invalid: [[1]] },
      {
        type: 'number[][]',
        schema: { type: 'array', items: { type: 'array', items: number } },
        valid: [[], [[]], [[1], [2, 3]]],
        invalid: [[1], [['1']], [null]],
      },
      {
        type: '(string | null)[]',
        schema: { type: 'array', items: { anyOf: [text, nothing] } },
        valid: [['a', null], []],
        invalid: [[1], null],
      },
      {
        type: "('read' | 'write')[]",
        schema: { type: 'array', items: { type: 'string', enum: ['read', 'write'] } },
        valid: [[], ['read', 'write']],
        invalid: [['exec'], 'read'],
      },
      {
        type: '[string, number]',
        schema: { type: 'array', prefixItems: [text, number], items: false, minItems: 2 },
        valid: [['a', 1]],
        invalid: [['a'], [1, 'a'], ['a', 1, 2], [], null],
      },
      {
        type: '[x: number, y?: number]',
        schema: { type: 'array', prefixItems: [number, number], items: false, minItems: 1 },
        valid: [[1], [1, 2]],
        invalid: [[], [1, 'a'], [1, 2, 3]],
      },
      {
        type: '[string, ...number[]]',
        schema: { type: 'array', prefixItems: [text], items: number, minItems: 1 },
        valid: [['a'], ['a', 1, 2]],
        invalid: [[], [1], ['a', 'b']],
      },
      { type: '[]', schema: { type: 'array', items: false }, valid: [[]], invalid: [[1], null, {}] },
      {
        type: 'readonly [number, number]',
        schema: { type: 'array', prefixItems: [number, number], items: false, minItems: 2 },
        valid: [[1, 2]],
        invalid: [[1], [1, 2, 3]],
      },
    ],
  },
  {
    title: 'Template literals',
    rows: [
      {
        type: '`v${number}`',
        schema: { type: 'string', pattern: '^v-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$' },
        valid: ['v1', 'v-2', 'v1.5', 'v0'],
        invalid: ['1', 'v', 'vx', 'av1', 1],
      },
      {
        type: '`${string}@${string}`',
        schema: { type: 'string', pattern: '^[\\s\\S]*@[\\s\\S]*$' },
        valid: ['a@b', '@'],
        invalid: ['ab', 1],
      },
      {
        type: '`${"get" | "set"}_${"a" | "b"}`',
        schema: { type: 'string', enum: ['get_a', 'get_b', 'set_a', 'set_b'] },
        valid: ['get_a', 'set_b'],
        invalid: ['get_c', 'get'],
      },
      { type: '`a.${string}`', schema: { type: 'string', pattern: '^a\\.[\\s\\S]*$' }, valid: ['a.', 'a.b'], invalid: ['ab', 'xa.b'] },
      { type: '`is_${boolean}`', schema: { type: 'string', enum: ['is_false', 'is_true'] }, valid: ['is_true'], invalid: ['is_', 'is_1'] },
      {
        type: '`${number}px` | "auto"',
        schema: {
          anyOf: [
            { type: 'string', pattern: '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?px$' },
            { type: 'string', const: 'auto' },
          ],
        },
        valid: ['1px', 'auto', '0.5px'],
        invalid: ['px', '1', 'autopx'],
      },
    ],
  },
];
