import { hoistDefinitions } from './hoist-definitions.js';

const list = (item: string) => ({ $defs: { Item: { type: item }, List: { items: { $ref: '#/$defs/Item' } } }, $ref: '#/$defs/List' });

test('equal definitions are shared', () => {
  expect(
    hoistDefinitions([
      ['a', list('string')],
      ['b', list('string')],
      ['c', { type: 'string' }],
    ]),
  ).toEqual({
    schemas: [
      ['a', { $ref: '#/$defs/List' }],
      ['b', { $ref: '#/$defs/List' }],
      ['c', { type: 'string' }],
    ],
    definitions: { Item: { type: 'string' }, List: { items: { $ref: '#/$defs/Item' } } },
  });
});

test('different ones of one name are kept apart, references with them', () => {
  const deep = { ...list('number'), properties: { x: { $ref: '#/$defs/List/items' } } };
  expect(
    hoistDefinitions([
      ['a', list('string')],
      ['b', deep],
    ]),
  ).toEqual({
    schemas: [
      ['a', { $ref: '#/$defs/List' }],
      ['b', { $ref: '#/$defs/List_2', properties: { x: { $ref: '#/$defs/List_2/items' } } }],
    ],
    definitions: {
      Item: { type: 'string' },
      List: { items: { $ref: '#/$defs/Item' } },
      Item_2: { type: 'number' },
      List_2: { items: { $ref: '#/$defs/Item_2' } },
    },
  });
});

test('a schema that names itself keeps its own', () => {
  const named = { $id: 'https://b.example/list', ...list('string') };
  expect(hoistDefinitions([['a', named]])).toEqual({ schemas: [['a', named]], definitions: {} });
});
