import { undoCopy, type SchemaUndo } from './schema-undo.js';

const inner: SchemaUndo = { absent: new Set(['b']) };
const undo: SchemaUndo = {
  absent: new Set(['a', '__proto__']),
  renamed: new Map([['c_d', 'c d']]),
  properties: new Map([
    ['list', { items: inner }],
    ['c d', inner],
  ]),
};

test.each<readonly [string, string, string]>([
  ['a null that stands for absence', '{"a":null,"x":null}', '{"x":null}'],
  ['the same deeper', '{"list":[{"b":null},{"b":1},null]}', '{"list":[{},{"b":1},null]}'],
  ['a name of the copy', '{"c_d":{"b":null}}', '{"c d":{}}'],
  ['a name that is no ordinary one', '{"__proto__":null,"x":1}', '{"x":1}'],
  ['one that stays', '{"a":null,"__proto__x":{"y":1}}', '{"__proto__x":{"y":1}}'],
])('%s', (_what, sent, expected) => {
  expect(JSON.stringify(undoCopy(JSON.parse(sent) as never, undo))).toBe(expected); // a model may send anything
});

test.each(['{"a":1,"x":null}', '{"list":{"b":null}}', '{"list":[{"b":1}]}', '[{"a":null}]', '"a"', 'null'])(
  '%s stays the very same value',
  (text) => {
    const value: unknown = JSON.parse(text);
    expect(undoCopy(value as never, undo)).toBe(value); // likewise
  },
);

test('a value of any depth is survived', () => {
  const endless: { absent: Set<string>; properties: Map<string, SchemaUndo> } = { absent: new Set(['x']), properties: new Map() };
  endless.properties.set('n', endless);
  const deep: unknown = JSON.parse(`${'{"x":null,"n":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
  const undone = undoCopy(deep as never, endless) as { n: { n: unknown } }; // what the copy looks like is asked next
  expect(Object.keys(undone.n)).toEqual(['n']);
});
