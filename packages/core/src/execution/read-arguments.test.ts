import type { JsonObject } from '../contracts/json.js';
import { readArguments } from './read-arguments.js';
import type { IncomingCall } from './run-context.js';

const read = (args: IncomingCall['args'], damaged?: string) =>
  readArguments({ callId: 'c', providerCallId: 'p', name: 't', args, ...(damaged === undefined ? {} : { damaged }) });

test.each([
  ['absent', undefined, {}],
  ['empty text', '', {}],
  ['blank text', '  \n', {}],
  ['an object', '{"a":1}', { a: 1 }],
  ['a given object', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
  ['digits inside a string', '{"a":"12345678901234567890"}', { a: '12345678901234567890' }],
  ['a safe integer of 16 digits', '{"a":9007199254740991}', { a: 9007199254740991 }],
  ['a fraction with many digits', '{"a":0.12345678901234567}', { a: 0.12345678901234567 }],
])('%s', (_name, given, args) => {
  expect(read(given)).toEqual({ args, largeIntegers: [] });
});

test('integers beyond 2^53 keep their digits', () => {
  expect(read('{"id":12345678901234567890,"n":[-9007199254740993]}')).toEqual({
    args: { id: '12345678901234567890', n: ['-9007199254740993'] },
    largeIntegers: ['12345678901234567890', '-9007199254740993'],
  });
});

test('a given object is copied, so that freezing and defaults never reach the caller', () => {
  const given = { list: [1] };
  const { args } = read(given);
  expect(args).toEqual(given);
  expect(args?.['list']).not.toBe(given.list);
});

test('__proto__ in the text is an ordinary property', () => {
  const { args } = read('{"__proto__":{"admin":true}}');
  expect(Object.hasOwn(args as object, '__proto__')).toBe(true);
  expect((args as { admin?: boolean }).admin).toBeUndefined();
});

test('what is not one JSON object is refused with the problem and a request to resend', () => {
  const problem = (args: IncomingCall['args']) => read(args).problem;
  expect(problem('{"path":"a')).toMatchInlineSnapshot(
    `"The arguments are not valid JSON: Unterminated string in JSON at position 10 (after "{\\"path\\":\\"a"). The tool did not run. Send the call again with its complete arguments as one JSON object."`,
  );
  expect(problem('{"a":1}}')).toMatchInlineSnapshot(
    `"The arguments are not valid JSON: Unexpected non-whitespace character after JSON at position 7 (after "{\\"a\\":1}"). The tool did not run. Send the call again with its complete arguments as one JSON object."`,
  );
  expect(problem('null')).toMatchInlineSnapshot(
    `"The arguments must be one JSON object, got null. The tool did not run. Send the call again with its complete arguments as one JSON object."`,
  );
  expect(problem('[1]')).toMatchInlineSnapshot(
    `"The arguments must be one JSON object, got an array. The tool did not run. Send the call again with its complete arguments as one JSON object."`,
  );
  expect(problem('"{\\"a\\":1}"')).toMatchInlineSnapshot(
    `"The arguments must be one JSON object, got a string. The tool did not run. Send the call again with its complete arguments as one JSON object."`,
  );
  expect(problem('7')).toMatchInlineSnapshot(
    `"The arguments must be one JSON object, got a number. The tool did not run. Send the call again with its complete arguments as one JSON object."`,
  );
  expect(read('{}', 'The arguments were cut off at the end of the reply.').problem).toMatchInlineSnapshot(
    `"The arguments were cut off at the end of the reply. The tool did not run. Send the call again with its complete arguments as one JSON object."`,
  );
});

test('what the caller has parsed is copied, whatever its keys, and large integers are still read from the text', () => {
  const text = '{"a":[{"b":1},null],"__proto__":{"x":1},"constructor":"c"}';
  const parsed = JSON.parse(text) as JsonObject;
  const { args } = readArguments({ callId: 'c', providerCallId: 'p', name: 't', args: text, parsed });
  expect(args).toEqual(parsed);
  expect(Object.hasOwn(args as object, '__proto__')).toBe(true);
  expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
  expect(args?.['a']).not.toBe(parsed['a']);
  const large = '{"id":12345678901234567890}';
  expect(readArguments({ callId: 'c', providerCallId: 'p', name: 't', args: large, parsed: JSON.parse(large) as JsonObject }).args).toEqual(
    { id: '12345678901234567890' },
  );
});

// Searched from every quote, this takes minutes.
test('text that is cut among many quotes is refused', () => {
  expect(read(`{"html":"${'\\"'.repeat(300_000)} 1234567890123456789`).problem).toMatch(
    /^The arguments are not valid JSON: Unterminated string/,
  );
});

test.each([
  ['null', () => null, 'null'],
  ['a list', () => [], 'an array'],
  ['text', () => 'x', 'a string'],
])('an object that writes itself as %s is none', (_name, toJSON, got) => {
  expect(read({ toJSON } as never).problem).toMatch(`The arguments must be one JSON object, got ${got}.`);
});

test.each([
  ['1e400', '1e400'],
  ['-1E+999', '-1E+999'],
  ['9'.repeat(400), `${'9'.repeat(24)}…`],
])('the number %s is out of range, wherever it stands', (number, shown) => {
  expect(read(`{"a":[{"b":${number}}]}`).problem).toMatch(`The arguments hold the number ${shown}, which is out of range.`);
});

test('large numbers within range, and digits in text, are taken', () => {
  expect(read('{"a":1e300,"b":1e-400,"c":"1e400"}').args).toEqual({ a: 1e300, b: 0, c: '1e400' });
});
