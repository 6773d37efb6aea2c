import { callArguments } from './call-arguments.js';

const schema = {
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    ratio: { type: 'number' },
    flag: { type: 'boolean' },
    tags: { type: 'array' },
    either: { type: ['string', 'null'] },
    mixed: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    level: { enum: ['low', 'high'] },
    size: { enum: [1, 2] },
    fixed: { const: 'on' },
    open: {},
    any: true,
  },
};

test.each([
  ['text=plain', 'plain'],
  ['text=5', '5'],
  ['text=true', 'true'],
  ['text="quoted"', '"quoted"'],
  ['text={"a":1}', '{"a":1}'],
  ['text=', ''],
  ['text=a=b', 'a=b'],
  ['text=two\nlines', 'two\nlines'],
  ['count=5', 5],
  ['count=five', 'five'],
  ['count="5"', '5'],
  ['ratio=1e3', 1000],
  ['flag=true', true],
  ['flag=yes', 'yes'],
  ['tags=["a"]', ['a']],
  ['tags=a', 'a'],
  ['either=null', null],
  ['either=5', '5'],
  ['mixed=5', 5],
  ['mixed=five', 'five'],
  ['level=low', 'low'],
  ['size=2', 2],
  ['fixed=on', 'on'],
  ['open=5', 5],
  ['open=five', 'five'],
  ['open="5"', '5'],
  ['any=[1]', [1]],
  ['unknown=5', 5],
  ['constructor=5', 5],
])('%j is read by the type of its parameter', (word, value) => {
  expect(callArguments([word], schema)).toEqual({ [word.slice(0, word.indexOf('='))]: value });
});

test.each(['{"path":"a"}', '{"a":"b=c"}', '{', '[1]', '"a=b"', 'null', '5', 'text', ''])('%j is handed on as it is', (word) => {
  expect(callArguments([word], schema)).toBe(word);
});

test('no words are no arguments, and several are one object', () => {
  expect(callArguments([], schema)).toEqual({});
  expect(callArguments(['text=a', 'count=1', '__proto__=x'], schema)).toEqual(
    Object.fromEntries([
      ['text', 'a'],
      ['count', 1],
      ['__proto__', 'x'],
    ]),
  );
});

test('without a schema JSON is JSON and the rest is text', () => {
  expect(callArguments(['a=5', 'b=x'], undefined)).toEqual({ a: 5, b: 'x' });
});

test.each([[['a=1', 'b']], [['{}', 'a=1']], [['a=1', '=2']], [['a=1', '"b=2"']], [['a=1', 'a=2']]])('%j is refused', (words) => {
  expect(() => callArguments(words, schema)).toThrow(expect.objectContaining({ code: 'CLI_USAGE' }));
});
