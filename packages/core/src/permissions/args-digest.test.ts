import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../contracts/json.js';
import { argsDigest } from './args-digest.js';
import { canonicalJson } from '../registry/canonical-json.js';

const json = (text: string): JsonObject => JSON.parse(text) as JsonObject;

test('the digest is that of the canonical text, so that every process computes the same', () => {
  const args = json('{"b":[1,{"z":null,"a":"é"}],"a":true}');
  const text = '["write_file",{"a":true,"b":[1,{"a":"é","z":null}]}]';
  expect(canonicalJson(['write_file', args])).toBe(text);
  expect(argsDigest('write_file', args)).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
});

test.each([
  ['key order', '{"a":1,"b":2}', '{"b":2,"a":1}'],
  ['nested key order', '{"a":{"x":1,"y":[{"p":1,"q":2}]}}', '{"a":{"y":[{"q":2,"p":1}],"x":1}}'],
  ['number spelling', '{"a":1.0}', '{"a":1}'],
  ['escapes', '{"a":"\\u00e9"}', '{"a":"é"}'],
])('equal arguments have equal digests: %s', (_case, left, right) => {
  expect(argsDigest('t', json(left))).toBe(argsDigest('t', json(right)));
});

test.each([
  ['number and text', '{"a":1}', '{"a":"1"}'],
  ['null and absent', '{"a":null}', '{}'],
  ['null and text', '{"a":null}', '{"a":"null"}'],
  ['infinity and null', '{"a":1e400}', '{"a":null}'],
  ['infinity and its negative', '{"a":1e400}', '{"a":-1e400}'],
  ['zero and minus zero', '{"a":0}', '{"a":-0}'],
  ['order of elements', '{"a":[1,2]}', '{"a":[2,1]}'],
  ['composed and decomposed', '{"a":"\\u00e9"}', '{"a":"e\\u0301"}'],
  ['lone surrogates', '{"a":"\\ud800"}', '{"a":"\\ud801"}'],
  ['own __proto__', '{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
  ['own __proto__ and nothing', '{"__proto__":{"a":1}}', '{}'],
  ['text that looks like two members', '{"a":"1\\",\\"b\\":\\"2"}', '{"a":"1","b":"2"}'],
])('different arguments have different digests: %s', (_case, left, right) => {
  expect(argsDigest('t', json(left))).not.toBe(argsDigest('t', json(right)));
});

test('the name of the tool is part of the digest', () => {
  expect(argsDigest('a', {})).not.toBe(argsDigest('b', {}));
});

test('canonical JSON is JSON of the same value, whatever the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value as JsonValue);
      const read = JSON.parse(text) as JsonValue;
      expect(read).toEqual(value);
      expect(canonicalJson(reversed(read))).toBe(canonicalJson(read));
    }),
  );
});

function reversed(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element: JsonValue) => reversed(element));
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
