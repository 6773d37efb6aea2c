import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { giveAway, testForeign } from './foreign-file.js';
import { eventsOf, jsonOf, runMain, scratchFolder } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const pausing = { turns: [{ toolCalls: [{ name: 'run_command', args: { command: 'echo hi' } }] }, { text: 'Done.' }] };

// Far from the repository: no tsconfig.json, no package.json, no node_modules.
const cwd = scratchFolder({
  'docs/a.txt': 'a\n',
  'turns.json': pausing,
  'project/below/here/a.txt': '',
  'project/docs/a.txt': 'a document\n',
  'project/turns.json': pausing,
  'project/math-tools.ts': `
    import { Inject, Param, token, Tool, Toolkit, type Provider } from 'tackroom';
    interface Offset { readonly value: number }
    const Offset = token<Offset>('test/Offset');
    export const offset: Provider = { provide: Offset, useValue: { value: 100 } };
    @Toolkit({ category: 'math' })
    export class MathTools {
      constructor(@Inject(Offset) private readonly offset: Offset) {}
      @Tool({ description: 'Add two numbers.' })
      addNumbers(@Param('a', 'one') a: number, @Param('b', 'another') b: number): number { return a + b + this.offset.value; }
    }`,
  'project/tackroom.config.ts': `
    import { defineConfig, filesystem, shell } from 'tackroom';
    import { MathTools, offset } from './math-tools.js';
    export default defineConfig(async () => ({
      bundles: [filesystem({ root: 'docs' }), shell()],
      tools: [MathTools],
      providers: [offset],
      approver: (request) => (request.args['command'] === 'echo hi' ? { type: 'approve' } : undefined),
      agents: { helper: { system: 'Help.', model: 'scripted:turns.json' } },
    }));`,
  'with-tools.json': { bundles: [], tools: ['./shared.mjs'] },
  'shared.mjs': `
    import { defineTool, filesystem } from 'tackroom';
    export const bundle = filesystem({ root: 'docs', include: ['glob'] });
    export const tool = defineTool({ name: 'shared', description: 'x', input: { type: 'object' }, handler: () => 1 });`,
  'object.mjs': `export default { bundles: ['shell'] };`,
  'promise.mjs': `export default Promise.resolve({ bundles: ['shell'] });`,
  'function.mjs': `export default () => ({ bundles: ['shell'] });`,
  'common.cjs': `const { defineConfig } = require('tackroom'); module.exports = defineConfig({ bundles: ['shell'] });`,
  'compiled.cjs': `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = { bundles: ['shell'] };`,
  'typed.mts': `import type { TackroomConfig } from 'tackroom'; export default { bundles: ['shell'] } satisfies TackroomConfig;`,
  'no-default.mjs': `export const config = {};`,
  'syntax.ts': `export default {\n  tools: [,\n};`,
  'throws.mjs': `\nthrow new Error('not today');`,
  'rejects.mjs': `export default Promise.reject(new Error('not today'));`,
  'function-throws.ts': `type Unused = string;\nexport default () => {\n  throw new Error('not today');\n};`,
  'own-tools.mjs': `
    import { defineTool } from 'tackroom';
    const tool = defineTool({ name: 'mine', description: 'x', input: { type: 'object' }, riskLevel: 'high', handler: () => 1 });
    export default { agents: { a: { model: 'scripted:mine.json', tools: [tool] } } };`,
  'mine.json': { turns: [{ toolCalls: [{ name: 'mine', args: {} }] }, { text: 'Done.' }] },
  'registry.mjs': `
    import { shell, ToolRegistry } from 'tackroom';
    const tools = new ToolRegistry();
    tools.register(shell());
    export default { bundles: [], tools };`,
  'rooted.mjs': `
    import { filesystem } from 'tackroom';
    console.log('a word of its own');
    export default { bundles: [filesystem({ root: 'docs' })] };`,
  'missing-import.ts': `import './nowhere.js'; export default {};`,
  'data.yaml': 'root: .',
  'foreign/tackroom.config.json': { bundles: ['shell'] },
  'gone/a.txt': '',
  'text.mjs': `export default 'filesystem';`,
  'class.mjs': `export default class {}`,
  'never.mjs': `export default new Promise(() => {});`,
});
symlinkSync('object.mjs', join(cwd, 'linked.mjs'));
symlinkSync('nowhere.js', join(cwd, 'gone/tackroom.config.js'));

testBuilt('a project of TypeScript is found from below, with tools, providers and roots', async () => {
  const from = { cwd: join(cwd, 'project/below/here') };
  const sum = await spawnCommand(['call', 'add_numbers', 'a=1', 'b=2', '--json'], from);
  expect(sum).toMatchObject({ code: 0, stderr: '' });
  expect(jsonOf(sum)).toMatchObject({ output: 103 });
  const read = await spawnCommand(['call', 'read_file', 'path=a.txt', '--json'], from);
  expect(jsonOf(read)).toMatchObject({ output: { content: 'a document\n' } });
});

testBuilt('its agent runs, and its approver answers what it can', async () => {
  const from = { cwd: join(cwd, 'project/below') };
  const ran = await spawnCommand(['run', 'go', '--json'], from);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(eventsOf(ran)[0]).toMatchObject({ agent: 'helper' });
  expect(eventsOf(ran).find(({ type }) => type === 'tool-result')).toMatchObject({ success: true });
  // What a rule of the line does not approve, the approver still may.
  expect((await spawnCommand(['run', 'go', '--yes-to', 'read_file', '--json'], from)).code).toBe(0);
  const asked = await spawnCommand(['call', 'run_command', 'command=echo ho', '--json'], from);
  expect(asked.code).toBe(3);
});

testBuilt('a configuration in JSON names modules with tools, which work where they lie', async () => {
  const ran = await spawnCommand(['tools', 'ls', '--config', '../with-tools.json', '--json'], { cwd: join(cwd, 'docs') });
  const tools: readonly { readonly name: string }[] = jsonOf(ran);
  expect(tools.map(({ name }) => name)).toEqual(['glob', 'shared']);
  const glob = await spawnCommand(['call', 'glob', 'pattern=*', '--config', 'with-tools.json'], { cwd });
  expect(glob).toEqual({ code: 0, stdout: 'a.txt\n', stderr: '' });
});

for (const file of ['registry.mjs', 'linked.mjs', 'object.mjs', 'promise.mjs', 'function.mjs', 'common.cjs', 'compiled.cjs', 'typed.mts']) {
  testBuilt(`${file} is a configuration`, async () => {
    const ran = await spawnCommand(['tools', 'ls', '--config', file, '--json'], { cwd });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(jsonOf(ran)).toMatchObject([{ name: 'run_command' }]);
  });
}

testBuilt('--yes-to is about the tools of the agent, also those that only it has', async () => {
  const line = ['run', 'go', '--config', 'own-tools.mjs', '--json', '--yes-to'];
  expect((await spawnCommand([...line, 'read_file'], { cwd })).code).toBe(3);
  expect((await spawnCommand([...line, 'mine'], { cwd })).code).toBe(0);
});

testBuilt('--root beats the root of a bundle that code made; what a configuration prints goes to stderr', async () => {
  const read = ['call', 'read_file', 'path=a.txt', '--config', 'rooted.mjs', '--json'];
  const own = await spawnCommand(read, { cwd });
  expect(own).toMatchObject({ code: 0, stderr: 'a word of its own\n' });
  expect(jsonOf(own)).toMatchObject({ output: { content: 'a\n' } });
  expect(jsonOf(await spawnCommand([...read, '--root', 'project/docs'], { cwd }))).toMatchObject({ output: { content: 'a document\n' } });
});

test('one that is found and cannot be loaded is not passed over, and doctor says so without loading it', async () => {
  const from = { cwd: join(cwd, 'gone') };
  expect(jsonOf(await runMain(['call', 'read_file', 'path=a.txt', '--json'], from))).toMatchObject({
    error: { code: 'CONFIG_UNREADABLE' },
  });
  const finding = async (...flags: readonly string[]): Promise<unknown> => {
    const { checks } = jsonOf(await runMain(['doctor', '--json', ...flags], from)) as { checks: { id: string; status: string }[] };
    return checks.find(({ id }) => id === 'config')?.status;
  };
  expect(await finding()).toBe('problem');
  expect(await finding('--config', '../throws.mjs')).toBe('ok');
});

testForeign('that of another user is code that somebody must have looked at', async () => {
  const from = { cwd: join(cwd, 'foreign') };
  giveAway(join(from.cwd, 'tackroom.config.json'));
  expect(jsonOf(await runMain(['tools', 'ls', '--json'], from))).toMatchObject({ error: { code: 'CONFIG_UNTRUSTED' } });
  const named = await runMain(['tools', 'ls', '--json', '--config', 'tackroom.config.json'], from);
  expect(jsonOf(named)).toMatchObject([{ name: 'run_command' }]);
});

// What is wrong with a file, and what the message must say of it.
for (const [file, code, says] of [
  ['no-default.mjs', 'CONFIG_UNREADABLE', 'it has no default export. Write: export default defineConfig({ … }).'],
  ['syntax.ts', 'CONFIG_UNREADABLE', 'syntax.ts:3:'],
  ['throws.mjs', 'CONFIG_UNREADABLE', `The configuration throws.mjs cannot be loaded: not today (at ${cwd}/throws.mjs:2:7).`],
  ['rejects.mjs', 'CONFIG_UNREADABLE', `not today (at ${cwd}/rejects.mjs:1:31).`],
  ['function-throws.ts', 'CONFIG_UNREADABLE', `not today (at ${cwd}/function-throws.ts:3:9).`],
  ['missing-import.ts', 'CONFIG_UNREADABLE', `${cwd}/nowhere.js`],
  ['data.yaml', 'CONFIG_UNREADABLE', 'Unknown file extension ".yaml"'],
  ['docs', 'CONFIG_UNREADABLE', 'it is a directory'],
  ['gone/tackroom.config.js', 'CONFIG_UNREADABLE', 'it is a link to a file that is not there'],
  ['', 'CLI_USAGE', '--config is empty. Name a file, or leave it out.'],
  ['text.mjs', 'CONFIG_INVALID', 'must be an object'],
  ['class.mjs', 'CONFIG_UNREADABLE', 'cannot be invoked without'],
  ['never.mjs', 'CLI_STALLED', 'in a configuration'],
] as const) {
  testBuilt(`"${file}" fails with ${code}`, async () => {
    const ran = await spawnCommand(['tools', 'ls', '--config', file, '--json'], { cwd });
    expect(ran).toEqual({ code: code === 'CLI_STALLED' ? 1 : 2, stdout: expect.any(String), stderr: '' });
    expect(jsonOf(ran)).toMatchObject({ error: { code, message: expect.stringContaining(says) } });
  });
}
