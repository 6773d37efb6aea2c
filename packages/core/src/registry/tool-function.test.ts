import { z } from 'zod';
import type { Ctx } from '../contracts/ctx.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { isProblems } from '../schema/shape-source.js';
import { definitionOfFunction, toolFunction } from './tool-function.js';

const ctx = {} as Ctx;

function read(fn: (...args: never[]) => unknown): ToolDefinition | readonly string[] {
  const found = definitionOfFunction(fn, 'tools[2]');
  return isProblems(found) ? found.map(({ code, where, message }) => `${where}: ${message} [${code}]`) : found;
}

test('a described function is a tool and stays a function', () => {
  const lookupPlan = toolFunction(
    { description: 'Look up a plan.', inputSchema: { type: 'object', properties: { customer: { type: 'string' } } } },
    function lookupPlan(args: { customer?: string }): string {
      return args.customer ?? 'nobody';
    },
  );
  expect(lookupPlan({ customer: 'acme' })).toBe('acme');
  const tool = read(lookupPlan) as ToolDefinition;
  expect(tool).toMatchObject({ name: 'lookup_plan', title: 'Lookup plan', origin: { kind: 'user', source: 'the function lookupPlan' } });
  expect(tool.handler({}, ctx)).toBe('nobody');
});

test('a Standard Schema types the function', () => {
  const add = toolFunction(
    { name: 'add', description: 'd', input: z.object({ a: z.number(), b: z.number() }) },
    ({ a, b }: { a: number; b: number }) => a + b,
  );
  expect(add({ a: 1, b: 2 })).toBe(3);
  expect((read(add) as ToolDefinition).handler({ a: 1, b: 2 }, ctx)).toBe(3);
  // @ts-expect-error the schema gives numbers
  toolFunction({ description: 'd', input: z.object({ a: z.number() }) }, ({ a }: { a: string }) => a);
});

test('what a function cannot be a tool for', () => {
  function undescribed(): void {}
  const dollar = toolFunction({ description: 'd' }, function $run(): void {});
  const anonymous = toolFunction(
    { description: 'd' },
    (
      () => () =>
        1
    )(),
  );
  const wrong = toolFunction({ description: '', riskLevel: 'none' as 'low' }, function wrong(): void {});
  const named = toolFunction(
    { description: 'd', name: 'Run-it' },
    (
      () => () =>
        1
    )(),
  );
  expect([undescribed, () => 1, dollar, anonymous, wrong].map(read)).toEqual([
    [
      'tools[2]: It is the function undescribed, of which no schema is known: write toolFunction({ description, inputSchema }, undescribed) or defineTool({ … }). [TOOL_FUNCTION_UNDESCRIBED]',
    ],
    [
      'tools[2]: It is a function without a name, of which no schema is known: write toolFunction({ description, inputSchema }, fn) or defineTool({ … }). [TOOL_FUNCTION_UNDESCRIBED]',
    ],
    ['tools[2]: Its name "$run" does not make a tool name (a-z 0-9 _): give one with toolFunction({ name, … }, fn). [TOOL_NAME_INVALID]'],
    [
      'tools[2]: It is a function without a name: give one with toolFunction({ name, … }, fn), or name the function. [TOOL_FUNCTION_ANONYMOUS]',
    ],
    [
      'tools[2] (the function wrong): It has no description, which is all that a model knows of it: write one, or say allowEmptyDescription: true. [TOOL_DESCRIPTION_EMPTY]',
      'tools[2] (the function wrong), riskLevel: is "none"; write low, medium or high. [TOOL_OPTION_INVALID]',
    ],
  ]);
  expect(read(named)).toMatchObject({ name: 'Run-it' });
});
