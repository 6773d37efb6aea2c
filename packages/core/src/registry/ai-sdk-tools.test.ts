import { jest } from '@jest/globals';
import { ToolFailure } from '../contracts/errors.js';
import type { Content } from '../contracts/content.js';
import type { PermissionLevel } from '../contracts/permissions.js';
import type { ToolResult } from '../contracts/tool-call.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { toAISDKTools, toolApprovalOf, type AISDKOptions } from './ai-sdk-tools.js';
import { defineTool, type ToolOptions } from './define-tool.js';

const tool = (name: string, more: Partial<ToolOptions> = {}): ToolDefinition =>
  defineTool({
    name,
    title: 'A tool',
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: { x: { type: 'string' } } },
    handler: () => name,
    ...more,
  });

const result = (content: Content, error?: ToolResult['error']): ToolResult => ({
  callId: 'c',
  toolName: 't',
  success: error === undefined,
  ...(error && { error }),
  content,
  metadata: { durationMs: 0, attempts: 1 },
});

const refuse: AISDKOptions = { execute: () => Promise.reject(new Error('not called')) };

test('an entry has the shape that the AI SDK reads', () => {
  const { a_tool: entry } = toAISDKTools([tool('a_tool')], refuse);
  expect(entry).toEqual({
    title: 'A tool',
    description: 'Does a_tool.',
    inputSchema: {
      [Symbol.for('vercel.ai.schema')]: true,
      jsonSchema: { type: 'object', properties: { x: { type: 'string' } } },
      validate: undefined,
    },
    needsApproval: false,
    toolApproval: 'not-applicable',
    execute: expect.any(Function),
    toModelOutput: expect.any(Function),
  });
  // The SDK tests for the key, not only for the value.
  expect('validate' in (entry?.inputSchema ?? {})).toBe(true);
});

test('names of Object.prototype are tools only when registered', () => {
  const tools = toAISDKTools(
    ['constructor', '__proto__'].map((name) => tool(name)),
    refuse,
  );
  expect(Object.keys(tools)).toEqual(['constructor', '__proto__']);
  expect(tools['constructor']?.description).toBe('Does constructor.');
  expect(tools['toString']).toBeUndefined();
  expect(Object.keys(toolApprovalOf(tools))).toEqual(['constructor', '__proto__']);
});

test.each<[string, Partial<ToolOptions>, boolean, string]>([
  ['nothing said', {}, false, 'not-applicable'],
  ['allow', { permission: 'allow' }, false, 'not-applicable'],
  ['ask', { permission: 'ask' }, true, 'user-approval'],
  ['deny', { permission: 'deny' }, true, 'denied'],
  ['asks sometimes', { approval: { when: () => false } }, true, 'user-approval'],
  ['asks sometimes, allowed otherwise', { permission: 'allow', approval: { when: () => false } }, true, 'user-approval'],
])('permission without a policy: %s', (_, more, needsApproval, toolApproval) => {
  const tools = toAISDKTools([tool('a_tool', more)], refuse);
  expect(tools['a_tool']).toMatchObject({ needsApproval, toolApproval });
  expect(toolApprovalOf(tools)['a_tool']).toBe(toolApproval);
});

test.each<[unknown, boolean, string]>([
  ['allow', false, 'not-applicable'],
  ['ask', true, 'user-approval'],
  ['deny', true, 'denied'],
  ['maybe', true, 'denied'],
])('a policy decides per call: %s', async (level, needsApproval, toolApproval) => {
  const approval = jest.fn((_: ToolDefinition, __: unknown) => level as PermissionLevel);
  const definition = tool('a_tool', { permission: 'ask' });
  const entry = toAISDKTools([definition], { ...refuse, approval })['a_tool'];
  const ask = entry?.needsApproval as (input: object) => Promise<boolean>;
  const status = entry?.toolApproval as (input: object) => Promise<string>;
  expect(await ask({ x: '1' })).toBe(needsApproval);
  expect(await status({ x: '1' })).toBe(toolApproval);
  expect(approval).toHaveBeenCalledWith(definition, { x: '1' });
});

test('execute hands the call on and gives what the model is to see', async () => {
  const execute = jest.fn<AISDKOptions['execute']>(() => Promise.resolve(result('done')));
  const entry = toAISDKTools([tool('a_tool')], { execute })['a_tool'];
  const { signal: abortSignal } = new AbortController();
  expect(await entry?.execute({ x: '1' }, { toolCallId: 'call_1', abortSignal })).toBe('done');
  expect(execute).toHaveBeenCalledWith({ id: 'call_1', name: 'a_tool', args: { x: '1' } }, { signal: abortSignal });
  expect(await entry?.execute({})).toBe('done');
  expect(execute).toHaveBeenLastCalledWith({ name: 'a_tool', args: {} }, {});
});

test.each<[ToolResult, string, string]>([
  [result('text', { code: 'TOOL_DENIED', message: 'Permission denied' }), 'Permission denied', 'TOOL_DENIED'],
  [{ ...result([{ type: 'text', text: 'broke' }]), success: false }, 'broke', 'TOOL_FAILED'],
])('an error result is thrown', async (answer, message, code) => {
  const entry = toAISDKTools([tool('a_tool')], { execute: () => Promise.resolve(answer) })['a_tool'];
  const failure = await entry?.execute({}).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ToolFailure);
  expect(failure).toMatchObject({ message, code });
});

test.each<[Content, unknown]>([
  ['text', { type: 'text', value: 'text' }],
  [
    [
      { type: 'text', text: 'a' },
      { type: 'image', mediaType: 'image/png', data: 'AA==' },
      { type: 'file', mediaType: 'text/csv', data: 'AA==', filename: 'a.csv' },
      { type: 'resource-link', uri: 'https://x.test', name: 'X' },
    ],
    {
      type: 'content',
      value: [
        { type: 'text', text: 'a' },
        { type: 'file', data: { type: 'data', data: 'AA==' }, mediaType: 'image/png' },
        { type: 'file', data: { type: 'data', data: 'AA==' }, mediaType: 'text/csv', filename: 'a.csv' },
        { type: 'text', text: 'X: https://x.test' },
      ],
    },
  ],
])('%# content becomes parts', (output, expected) => {
  expect(toAISDKTools([tool('a_tool')], refuse)['a_tool']?.toModelOutput({ output })).toEqual(expected);
});
