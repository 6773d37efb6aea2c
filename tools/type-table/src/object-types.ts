import { boolean, nothing, number, object, text, texts } from './schema-parts.js';
import type { TypeSection } from './type-row.js';

const USER = 'interface User { name: string; age?: number; readonly tags: string[] }';
const tags = texts;

export const objectTypes: readonly TypeSection[] = [
  {
    title: 'Objects',
    rows: [
      {
        type: '{ name: string; age?: number }',
        schema: object({ name: text, age: number }, ['name']),
        valid: [{ name: 'a' }, { name: 'a', age: 1 }],
        invalid: [{}, { age: 1 }, { name: 'a', age: null }, { name: 'a', extra: 1 }, [], null, 'a'],
      },
      {
        type: 'User',
        given: USER,
        schema: object({ name: text, age: number, tags }, ['name', 'tags']),
        valid: [{ name: 'a', tags: [] }],
        invalid: [{ name: 'a' }, { name: 'a', tags: [1] }, { name: 'a', tags: [], nick: 'b' }],
      },
      {
        type: '{ user: { name: string; at: { city: string } } }',
        schema: object({ user: object({ name: text, at: object({ city: text }, ['city']) }, ['name', 'at']) }, ['user']),
        valid: [{ user: { name: 'a', at: { city: 'b' } } }],
        invalid: [{ user: { name: 'a' } }, { user: { name: 'a', at: { city: 1 } } }, { user: { name: 'a', at: { city: 'b', x: 1 } } }],
      },
      {
        type: '{ note: string | null; size?: number | null }',
        schema: object({ note: { anyOf: [text, nothing] }, size: { anyOf: [number, nothing] } }, ['note']),
        valid: [{ note: null }, { note: 'a', size: null }, { note: 'a', size: 1 }],
        invalid: [{}, { note: 1 }, { size: 1 }, { note: 'a', size: 'b' }],
      },
      {
        type: 'Admin',
        given: `${USER} interface Admin extends User { level: 1 | 2 }`,
        schema: object({ level: { type: 'number', enum: [1, 2] }, name: text, age: number, tags }, ['level', 'name', 'tags']),
        valid: [{ level: 1, name: 'a', tags: [] }],
        invalid: [
          { name: 'a', tags: [] },
          { level: 3, name: 'a', tags: [] },
        ],
      },
      {
        type: 'User & { level: number }',
        given: USER,
        schema: object({ name: text, age: number, tags, level: number }, ['name', 'tags', 'level']),
        valid: [{ name: 'a', tags: [], level: 1 }],
        invalid: [{ name: 'a', tags: [] }, { level: 1 }, { name: 'a', tags: [], level: 1, x: 1 }],
      },
      {
        type: 'Point',
        given: 'class Point { x = 0; y = 0; label?: string }',
        schema: object({ x: number, y: number, label: text }, ['x', 'y']),
        valid: [{ x: 1, y: 2 }],
        invalid: [{ x: 1 }, { x: 1, y: 2, z: 3 }],
      },
      {
        type: '{ "content-type": string; $id: number; 0: boolean }',
        schema: object({ 0: boolean, 'content-type': text, $id: number }, ['content-type', '$id', '0']),
        valid: [{ 'content-type': 'a', $id: 1, 0: true }],
        invalid: [{ 'content-type': 'a', $id: 1 }, {}],
      },
      {
        type: '{ a: string | undefined }',
        schema: object({ a: text }),
        valid: [{}, { a: 'x' }],
        invalid: [{ a: null }, { a: 1 }],
        beyondTsc: 'JSON has no undefined, so that a field that may be undefined may be left out',
      },
      {
        type: '{ constructor: string; toString: number }',
        schema: object({ constructor: text, toString: number }, ['constructor', 'toString']),
        valid: [{ constructor: 'a', toString: 1 }],
        invalid: [{ constructor: 'a' }, { constructor: 1, toString: 1 }, {}],
      },
    ],
  },
  {
    title: 'Records, mapped and utility types',
    rows: [
      {
        type: 'Record<string, number>',
        schema: object({}, [], number),
        valid: [{}, { a: 1 }],
        invalid: [{ a: 'b' }, [], null, 1],
      },
      {
        type: '{ [key: string]: string[] }',
        schema: object({}, [], tags),
        valid: [{}, { a: ['b'] }],
        invalid: [{ a: 'b' }, { a: [1] }, null],
      },
      {
        type: "Record<'a' | 'b', boolean>",
        schema: object({ a: boolean, b: boolean }, ['a', 'b']),
        valid: [{ a: true, b: false }],
        invalid: [{ a: true }, { a: true, b: false, c: true }, { a: 1, b: 2 }],
      },
      {
        type: "Partial<Record<'a' | 'b', number>>",
        schema: object({ a: number, b: number }),
        valid: [{}, { a: 1 }],
        invalid: [{ c: 1 }, { a: 'x' }],
      },
      {
        type: '{ id: string; [key: string]: string | number }',
        schema: object({ id: text }, ['id'], { anyOf: [text, number] }),
        valid: [{ id: 'a' }, { id: 'a', b: 1 }],
        invalid: [{}, { id: 1 }, { id: 'a', b: true }],
      },
      {
        type: 'Record<number, string>',
        schema: {
          type: 'object',
          properties: {},
          patternProperties: { '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$': text },
          additionalProperties: false,
        },
        valid: [{}, { 1: 'a' }],
        invalid: [{ a: 'b' }, { 1: 2 }, null],
      },
      {
        type: 'Record<`data-${string}`, string>',
        schema: { type: 'object', properties: {}, patternProperties: { '^data-[\\s\\S]*$': text }, additionalProperties: false },
        valid: [{}, { 'data-x': 'a' }],
        invalid: [{ x: 'a' }, { 'data-x': 1 }],
      },
      {
        type: 'Partial<User>',
        given: USER,
        schema: object({ name: text, age: number, tags }),
        valid: [{}, { age: 1 }],
        invalid: [{ x: 1 }, { age: 'a' }],
      },
      {
        type: 'Required<User>',
        given: USER,
        schema: object({ name: text, age: number, tags }, ['name', 'age', 'tags']),
        valid: [{ name: 'a', age: 1, tags: [] }],
        invalid: [{ name: 'a', tags: [] }],
      },
      {
        type: "Pick<User, 'name'>",
        given: USER,
        schema: object({ name: text }, ['name']),
        valid: [{ name: 'a' }],
        invalid: [{}, { name: 'a', tags: [] }],
      },
      {
        type: "Omit<User, 'tags'>",
        given: USER,
        schema: object({ name: text, age: number }, ['name']),
        valid: [{ name: 'a' }],
        invalid: [{}, { name: 'a', tags: [] }],
      },
      {
        type: 'Readonly<User>',
        given: USER,
        schema: object({ name: text, age: number, tags }, ['name', 'tags']),
        valid: [{ name: 'a', tags: [] }],
        invalid: [{}],
      },
      {
        type: '{ [K in keyof User]: string }',
        given: USER,
        schema: object({ name: text, age: text, tags: text }, ['name', 'tags']),
        valid: [{ name: 'a', tags: 'b' }],
        invalid: [
          { name: 'a', tags: [] },
          { name: 'a', tags: 'b', age: 1 },
        ],
      },
      {
        type: 'Flags<User>',
        given: `${USER} type Flags<T> = { [K in keyof T as \`has_\${string & K}\`]-?: boolean };`,
        schema: object({ has_name: boolean, has_age: boolean, has_tags: boolean }, ['has_name', 'has_age', 'has_tags']),
        valid: [{ has_name: true, has_age: false, has_tags: true }],
        invalid: [{ has_name: true }, { name: true }],
      },
      { type: "User['tags']", given: USER, schema: tags, valid: [[], ['a']], invalid: [[1], {}] },
      {
        type: 'Parameters<typeof move>[0]',
        given: 'declare function move(by: { dx: number }): void;',
        schema: object({ dx: number }, ['dx']),
        valid: [{ dx: 1 }],
        invalid: [{}],
      },
      { type: 'Awaited<Promise<string>>', schema: text, valid: ['a'], invalid: [1] },
    ],
  },
];
