import fc from 'fast-check';
import type { JsonValue } from '../contracts/json.js';
import { canonicalJson, isArray } from './canonical-json.js';
import { defineTool, type ToolOptions } from './define-tool.js';

const minimal: ToolOptions = { name: 'look_up', description: 'd', handler: () => 'ran' };

test('the fingerprint follows what a person approves and nothing else', () => {
  const base = { ...minimal, inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: {} } } } satisfies ToolOptions;
  const print = (change: Partial<ToolOptions>): string => defineTool({ ...base, ...change }).fingerprint;
  const same = [
    { handler: () => 2 },
    { timeoutMs: 5 },
    { permission: 'ask' as const },
    { inputSchema: { properties: { b: {}, a: { type: 'string' } }, type: 'object' } },
  ];
  expect(same.map(print)).toEqual(same.map(() => print({})));
  const other: Partial<ToolOptions>[] = [
    { name: 'other' },
    { description: 'other' },
    { title: 'other' },
    { category: 'other' },
    { riskLevel: 'high' },
    { replayPolicy: 'safe' },
    { inputSchema: { type: 'object' } },
    { outputSchema: {} },
    { semantics: { a: 'path' } },
    { secretParameters: ['a'] },
    { losslessParameters: ['a'] },
    { hidden: { c: 1 } },
  ];
  expect(new Set([print({}), ...other.map(print)]).size).toBe(other.length + 1);
});

test('canonical JSON is JSON, and does not depend on the order of members', () => {
  fc.assert(
    fc.property(fc.jsonValue() as fc.Arbitrary<JsonValue>, (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(value);
      expect(canonicalJson(reversed(value))).toBe(text);
    }),
  );
});

function reversed(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}
