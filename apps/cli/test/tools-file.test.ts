import { jsonOf, scratchFolder } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

// A folder far from the repository: no tsconfig.json, no package.json, and of ours only a package that the command has not.
const cwd = scratchFolder({
  'toolkit.ts': `
    import { Ctx, Param, RequiresApproval, Tool, Toolkit } from 'tackroom';
    import { ScriptedModel } from '@tackroom/testing';
    import type { Suffix } from './suffix.js';
    import { suffix } from './suffix.js';
    import { twice } from './twice';
    enum Volume { Loud = 'loud' }
    @Toolkit({ category: 'text' })
    export class TextTools {
      private readonly model = new ScriptedModel([]);
      constructor() {}
      @Tool({ description: 'Repeat a text.' })
      repeat(@Param('text', 'what') text: string, @Param('times', 'how often') times: number, @Param('loud', 'shout') loud: boolean): string {
        const one: string = loud ? Volume.Loud : text;
        return twice(one.repeat(times)) + (suffix satisfies Suffix) + this.model.remainingTurns;
      }
      @Tool({ description: 'Ask first.' })
      @RequiresApproval()
      async askFirst(@Ctx() ctx: Ctx<{ tenant: string }>): Promise<string> {
        return ctx.deps.tenant;
      }
    }`,
  'suffix.ts': `export type Suffix = string; export const suffix: Suffix = '!';`,
  'twice/index.ts': `export const twice = (text: string): string => text + text;`,
  'module.mjs': `
    import { defineTool, toolFunction } from 'tackroom';
    const tool = (name) => defineTool({ name, description: name, input: { type: 'object' }, handler: () => name });
    export const one = tool('from_mjs');
    export const same = one;
    export default [tool('from_list'), toolFunction({ description: 'x', inputSchema: { type: 'object' } }, function fromFunction() {})];
    export const notATool = { one };
    export class NoToolkit {}`,
  'provided.ts': `
    import { Inject, token, Tool, Toolkit, type Provider } from 'tackroom';
    interface Clock { hour(): number }
    const Clock = token<Clock>('test/Clock');
    export const providers: Provider[] = [{ provide: Clock, useValue: { hour: () => 7 } }];
    @Toolkit()
    export class ClockTools {
      constructor(@Inject(Clock) private readonly clock: Clock) {}
      @Tool({ description: 'Which hour it is.' })
      hour(): number { return this.clock.hour(); }
    }`,
  'detected.js': `
    import { defineTool } from 'tackroom';
    export const tool = defineTool({ name: 'from_js', description: 'x', input: { type: 'object' }, handler: () => 1 });`,
  'common.cjs': `
    const { defineTool } = require('tackroom');
    require('@tackroom/testing');
    exports.tool = defineTool({ name: 'from_cjs', description: 'x', input: { type: 'object' }, handler: () => 1 });`,
  'common.js': `
    const { defineTool } = require('tackroom');
    module.exports = [defineTool({ name: 'from_common_js', description: 'x', input: { type: 'object' }, handler: () => 1 })];`,
  'odd #? name/%41.mjs': `
    import { defineTool } from 'tackroom';
    export const tool = defineTool({ name: 'from_odd_path', description: 'x', input: { type: 'object' }, handler: () => 1 });`,
  'with-plugin.mjs': `export { tool } from '@tackroom/plugin';`,
  'node_modules/@tackroom/plugin/package.json': { name: '@tackroom/plugin', type: 'module', exports: './index.js' },
  'node_modules/@tackroom/plugin/index.js': `
    import { defineTool } from '@tackroom/core';
    export const tool = defineTool({ name: 'from_plugin', description: 'x', input: { type: 'object' }, handler: () => 1 });`,
  'node_modules/@tackroom/core/package.json': { name: '@tackroom/core', type: 'module', exports: './index.js' },
  'node_modules/@tackroom/core/index.js': `export const defineTool = () => ({});`,
  'syntax.ts': `export const ok: string = '';\nexport const = 1;`,
  'syntax.mjs': `export const ok = '';\nexport const = 1;`,
  'throws.ts': `interface Skipped { a: string }\n\nthrow new Error('not today');`,
  'throws-text.mjs': `throw 'text';`,
  'type-as-value.ts': `import { Tool } from 'tackroom'; import { Suffix } from './suffix.js';
    export class A { @Tool({ description: 'x' }) a(b: Suffix): string { return b; } }`,
  'missing-import.ts': `import './nowhere.js';`,
  'no-tools.mjs': `export const a = 1; export class B {}`,
  'data.json': '{}',
  'never.mjs': `await new Promise(() => {});`,
});

testBuilt('tools come from modules of every kind, whatever lies around them', async () => {
  const files = [
    'toolkit.ts',
    'module.mjs',
    './module.mjs',
    'detected.js',
    'common.cjs',
    'common.js',
    'odd #? name/%41.mjs',
    'with-plugin.mjs',
  ];
  const flags = files.flatMap((file) => ['--tools', file]);
  const ran = await spawnCommand(['tools', 'ls', '--bundle', 'shell', ...flags, '--json'], { cwd });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const tools: readonly { readonly name: string; readonly inputSchema: object }[] = jsonOf(ran);
  expect(tools.map(({ name }) => name)).toEqual([
    'ask_first',
    'from_cjs',
    'from_common_js',
    'from_function',
    'from_js',
    'from_list',
    'from_mjs',
    'from_odd_path',
    'from_plugin',
    'repeat',
    'run_command',
  ]);
  expect(tools.find(({ name }) => name === 'repeat')?.inputSchema).toEqual({
    type: 'object',
    properties: {
      text: { type: 'string', description: 'what' },
      times: { type: 'number', description: 'how often' },
      loud: { type: 'boolean', description: 'shout' },
    },
    required: ['text', 'times', 'loud'],
    additionalProperties: false,
  });
});

testBuilt('tools of a TypeScript file run', async () => {
  const words = ['text=5', 'times=2', 'loud=false'];
  const ran = await spawnCommand(['call', 'repeat', ...words, '--tools', 'toolkit.ts', '--json'], { cwd });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(jsonOf(ran)).toMatchObject({ success: true, output: '5555!0' });
});

testBuilt('a toolkit gets what its module provides', async () => {
  const ran = await spawnCommand(['call', 'hour', '--tools', 'provided.ts', '--json'], { cwd });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(jsonOf(ran)).toMatchObject({ success: true, output: 7 });
});

testBuilt('an approval of a TypeScript tool, and deps', async () => {
  const ran = await spawnCommand(['call', 'ask_first', '--tools', 'toolkit.ts', '--approve', '--deps', '{"tenant":"acme"}', '--json'], {
    cwd,
  });
  expect(jsonOf(ran)).toMatchObject({ success: true, output: 'acme', decision: { verdict: 'ask' } });
});

// What is wrong with a file, and what the message must say of it.
for (const [file, code, says] of [
  ['syntax.ts', 'CLI_TOOLS_UNREADABLE', 'syntax.ts:2:14: Unexpected token.'],
  ['syntax.mjs', 'CLI_TOOLS_UNREADABLE', 'syntax.mjs:2:14: Unexpected token.'],
  ['throws.ts', 'CLI_TOOLS_UNREADABLE', `not today (at ${cwd}/throws.ts:3:7).`],
  ['throws-text.mjs', 'CLI_TOOLS_UNREADABLE', "cannot be loaded: 'text'."],
  ['type-as-value.ts', 'CLI_TOOLS_UNREADABLE', 'write import type { Suffix }'],
  ['missing-import.ts', 'CLI_TOOLS_UNREADABLE', `${cwd}/nowhere.js`],
  ['no-tools.mjs', 'CLI_TOOLS_EMPTY', 'no-tools.mjs exports no tools.'],
  ['data.json', 'CLI_TOOLS_UNREADABLE', 'data.json'],
  ['never.mjs', 'CLI_STALLED', 'top-level await'],
] as const) {
  testBuilt(`${file} fails with ${code}`, async () => {
    const ran = await spawnCommand(['tools', 'ls', '--tools', file, '--json'], { cwd });
    expect(ran).toEqual({ code: code === 'CLI_STALLED' ? 1 : 2, stdout: expect.any(String), stderr: '' });
    expect(jsonOf(ran)).toEqual({ error: { code, message: expect.stringContaining(says), problems: [] } });
  });
}
