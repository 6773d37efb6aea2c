import { boolean, nothing, number, object, text, texts } from './schema-parts.js';
import type { TypeSection } from './type-row.js';

const tags = texts;

export const recursiveTypes: readonly TypeSection[] = [
  {
    title: 'Generics and recursion',
    rows: [
      {
        type: 'Page<string>',
        given: 'interface Page<T> { items: T[]; next?: string }',
        schema: object({ items: tags, next: text }, ['items']),
        valid: [{ items: ['a'] }, { items: [], next: 'b' }],
        invalid: [{ items: [1] }, {}],
      },
      {
        type: 'Page<{ id: number }>',
        given: 'interface Page<T> { items: T[] }',
        schema: object({ items: { type: 'array', items: object({ id: number }, ['id']) } }, ['items']),
        valid: [{ items: [{ id: 1 }] }],
        invalid: [{ items: [{}] }, { items: [{ id: 'a' }] }],
      },
      {
        type: 'Either<string, number>',
        given: 'type Either<L, R> = { left: L } | { right: R };',
        schema: { anyOf: [object({ left: text }, ['left']), object({ right: number }, ['right'])] },
        valid: [{ left: 'a' }, { right: 1 }],
        invalid: [{ left: 1 }, {}, { middle: 1 }],
      },
      {
        type: 'Tree',
        given: 'interface Tree { value: string; children: Tree[] }',
        schema: {
          $ref: '#/$defs/Tree',
          $defs: { Tree: object({ value: text, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } }, ['value', 'children']) },
        },
        valid: [{ value: 'a', children: [{ value: 'b', children: [] }] }],
        invalid: [{ value: 'a' }, { value: 'a', children: [{ value: 1, children: [] }] }, { value: 'a', children: [{}] }],
      },
      {
        type: '{ root: Cell | null }',
        given: 'interface Cell { next?: Cell; size: number }',
        schema: {
          ...object({ root: { anyOf: [{ $ref: '#/$defs/Cell' }, nothing] } }, ['root']),
          $defs: { Cell: object({ next: { $ref: '#/$defs/Cell' }, size: number }, ['size']) },
        },
        valid: [{ root: null }, { root: { size: 1, next: { size: 2 } } }],
        invalid: [{ root: { next: { size: 2 } } }, { root: { size: 1, next: null } }, {}],
      },
      {
        type: 'Json',
        given: 'type Json = string | number | boolean | null | Json[] | { [key: string]: Json };',
        schema: {
          $ref: '#/$defs/Json',
          $defs: {
            Json: {
              anyOf: [
                text,
                number,
                boolean,
                nothing,
                { type: 'array', items: { $ref: '#/$defs/Json' } },
                object({}, [], { $ref: '#/$defs/Json' }),
              ],
            },
          },
        },
        valid: ['a', 1, null, [[1], { a: [] }], { a: { b: null } }],
        invalid: [],
      },
      {
        type: 'List<number>',
        given: 'interface List<T> { head: T; tail?: List<T> }',
        schema: {
          $ref: '#/$defs/List_number',
          $defs: { List_number: object({ head: number, tail: { $ref: '#/$defs/List_number' } }, ['head']) },
        },
        valid: [{ head: 1, tail: { head: 2 } }],
        invalid: [{ head: 'a' }, { head: 1, tail: {} }],
      },
      {
        type: '{ a: Even }',
        given: 'interface Even { odd?: Odd } interface Odd { even?: Even }',
        schema: {
          ...object({ a: { $ref: '#/$defs/Even' } }, ['a']),
          $defs: { Even: object({ odd: object({ even: { $ref: '#/$defs/Even' } }) }) },
        },
        valid: [{ a: {} }, { a: { odd: { even: {} } } }],
        invalid: [{ a: { even: {} } }, { a: { odd: 1 } }],
      },
      {
        type: '{ from: Place; to: Place; via: Place[] }',
        given:
          "interface Place { street: string; houseNumber: string; city: string; postalCode: string; country: 'at' | 'ch' | 'de' | 'fr' | 'it'; note?: string }",
        schema: {
          ...object(
            { from: { $ref: '#/$defs/Place' }, to: { $ref: '#/$defs/Place' }, via: { type: 'array', items: { $ref: '#/$defs/Place' } } },
            ['from', 'to', 'via'],
          ),
          $defs: {
            Place: object(
              {
                street: text,
                houseNumber: text,
                city: text,
                postalCode: text,
                country: { type: 'string', enum: ['at', 'ch', 'de', 'fr', 'it'] },
                note: text,
              },
              ['street', 'houseNumber', 'city', 'postalCode', 'country'],
            ),
          },
        },
        valid: [],
        invalid: [{}, { from: {}, to: {}, via: [] }],
      },
    ],
  },
];
