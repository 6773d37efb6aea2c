import type { FunctionTool } from '@tackroom/core';
import { cacheHint, prefixKey } from './prompt-cache.js';

const MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } };

test.each([
  ['anthropic.messages', { request: undefined, mark: MARK }],
  ['google.vertex.anthropic.messages', { request: undefined, mark: MARK }],
  ['openai.responses', { request: { openai: { promptCacheKey: 'key' } }, mark: undefined }],
  ['azure.chat', { request: { openai: { promptCacheKey: 'key' } }, mark: undefined }],
  ['google.generative-ai', undefined],
  ['openai-compatible.chat', undefined],
  ['scripted', undefined],
])('%s', (provider, hint) => {
  expect(cacheHint(provider, () => 'key')).toEqual(hint);
});

test('the key tells apart what cannot share a prefix', () => {
  const tools = (description: string): readonly FunctionTool[] => [{ type: 'function', name: 'look', description, inputSchema: {} }];
  const keys = [prefixKey('a', tools('x')), prefixKey('a', tools('x')), prefixKey('b', tools('x')), prefixKey('a', tools('y'))];
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});
