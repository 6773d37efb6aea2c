import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { giveAway, testForeign } from './foreign-file.js';
import { jsonOf, runMain, scratchFolder, type Ran } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const TOOL = `defineTool({ name: 'own', description: 'x', input: { type: 'object' }, handler: () => 'ran' })`;

// A folder far from the repository. Each configuration has one tool of its own, so that it is seen to hold.
const cwd = scratchFolder({
  'ts/tackroom.config.ts': `
    import { defineConfig, Param, Tool, Toolkit, type ToolBundle } from 'tackroom';
    import { bundles } from './bundles.js';
    @Toolkit()
    class OwnTools {
      @Tool({ description: 'x' })
      own(@Param('times', 'how often') times: number): string { return 'ran'.repeat(times); }
    }
    export default defineConfig({ bundles: bundles satisfies readonly ToolBundle[], tools: [OwnTools] });`,
  'ts/bundles.ts': `import { shell } from 'tackroom'; export const bundles = [shell()];`,
  'ts/deep/er/a.txt': '',
  'mts/tackroom.config.mts': `
    import { defineConfig, defineTool } from 'tackroom';
    export default defineConfig(async () => ({ bundles: [] as string[], tools: [await Promise.resolve(${TOOL})] }));`,
  'js/tackroom.config.js': `
    import { defineConfig, defineTool } from 'tackroom';
    export default defineConfig({ bundles: [], tools: [${TOOL}] });`,
  'mjs/tackroom.config.mjs': `
    import { defineConfig, defineTool } from 'tackroom';
    console.log('a word of its own');
    export default defineConfig(Promise.resolve({ bundles: [], tools: [${TOOL}] }));`,
  'cjs/tackroom.config.cjs': `
    const { defineConfig, defineTool } = require('tackroom');
    module.exports = defineConfig(() => ({ bundles: [], tools: [${TOOL}] }));`,
  'compiled/tackroom.config.cjs': `
    const { defineTool } = require('tackroom');
    exports.__esModule = true;
    exports.default = { bundles: [], tools: [${TOOL}] };`,
  'json/tackroom.config.json': { bundles: [], tools: ['../own.mjs'] },
  'bom/tackroom.config.json': `\uFEFF{ "bundles": [], "tools": ["../own.mjs"] }`,
  'registry/tackroom.config.mjs': `
    import { defineTool, ToolRegistry } from 'tackroom';
    const tools = new ToolRegistry();
    tools.register(${TOOL});
    export default { bundles: [], tools };`,
  'own.mjs': `import { defineTool } from 'tackroom'; export const own = ${TOOL};`,

  'bad/syntax.ts': `export default {\n  root: ,\n};`,
  'bad/syntax.mjs': `export default {\n  root: ,\n};`,
  'bad/throws.ts': `interface Skipped { a: string }\n\nthrow new Error('not today');`,
  'bad/rejects.mjs': `export default Promise.reject(new Error('not now'));`,
  'bad/function.mjs': `export default () => { throw new Error('not so'); };`,
  'bad/no-default.mjs': `export const config = {};`,
  'bad/tools.mjs': `export { own as default } from '../own.mjs';`,
  'bad/text.mjs': `export default 'guarded';`,
  'bad/nothing.mjs': `export default () => undefined;`,
  'bad/missing-import.ts': `import './nowhere.js'; export default {};`,
  'bad/never.mjs': `export default new Promise(() => {});`,
  'bad/kind.yaml': `root: .`,
  'bad/broken.json': `{ "root": "." `,
  'bad/list.json': [],
  'bad/unknown.json': { permision: {}, root: 5, mcp: 3, agents: { a: { sytem: 's' } } },
  'bad/not-yet.json': { manifest: 'schemas.json', store: 'runs.db' },
  'bad/mcp.json': { mcp: { github: { command: 'github-mcp' } } },
  'bad/mixed.json': { store: 'runs.db', profile: 'strict' },
  'bad/no-module.json': { tools: ['./nowhere.mjs'] },
  'foreign/tackroom.config.json': { bundles: ['shell'] },
  'linked/a.txt': '',
  'gone/a.txt': '',
  'two/tackroom.config.ts': '',
  'two/tackroom.config.mjs': '',
});
symlinkSync('../js/tackroom.config.js', join(cwd, 'linked/tackroom.config.js'));
symlinkSync('nowhere.js', join(cwd, 'gone/tackroom.config.js'));

const namesOf = (ran: Ran): readonly string[] => (jsonOf(ran) as readonly { readonly name: string }[]).map(({ name }) => name);

describe('a configuration of every kind holds', () => {
  for (const [folder, names, says] of [
    ['ts', ['own', 'run_command'], ''],
    ['ts/deep/er', ['own', 'run_command'], ''],
    ['mts', ['own'], ''],
    ['js', ['own'], ''],
    ['mjs', ['own'], 'a word of its own\n'],
    ['cjs', ['own'], ''],
    ['compiled', ['own'], ''],
    ['json', ['own'], ''],
    ['bom', ['own'], ''],
    ['registry', ['own'], ''],
    ['linked', ['own'], ''],
  ] as const) {
    testBuilt(folder, async () => {
      const ran = await spawnCommand(['tools', 'ls', '--json'], { cwd: join(cwd, folder) });
      expect(ran).toMatchObject({ code: 0, stderr: says });
      expect(namesOf(ran)).toEqual(names);
    });
  }
});

testBuilt('its tools have the types of their parameters', async () => {
  const ran = await spawnCommand(['call', 'own', 'times=2', '--json'], { cwd: join(cwd, 'ts/deep') });
  expect(jsonOf(ran)).toMatchObject({ success: true, output: 'ranran' });
});

describe('what keeps a configuration from being used', () => {
  for (const [file, code, says] of [
    ['syntax.ts', 'CONFIG_UNREADABLE', 'syntax.ts:2:9: Expression expected.'],
    ['syntax.mjs', 'CONFIG_UNREADABLE', 'syntax.mjs:2:9: Expression expected.'],
    ['throws.ts', 'CONFIG_UNREADABLE', `The configuration bad/throws.ts cannot be loaded: not today (at ${cwd}/bad/throws.ts:3:7).`],
    ['rejects.mjs', 'CONFIG_UNREADABLE', `not now (at ${cwd}/bad/rejects.mjs:1:31).`],
    ['function.mjs', 'CONFIG_UNREADABLE', `not so (at ${cwd}/bad/function.mjs:1:30).`],
    ['no-default.mjs', 'CONFIG_UNREADABLE', 'it has no default export. Write: export default defineConfig({ … }).'],
    ['text.mjs', 'CONFIG_INVALID', 'the configuration: must be an object'],
    ['nothing.mjs', 'CONFIG_INVALID', 'the configuration: must be an object'],
    ['tools.mjs', 'CONFIG_INVALID', 'handler: is no key.'],
    ['missing-import.ts', 'CONFIG_UNREADABLE', `${cwd}/bad/nowhere.js`],
    ['never.mjs', 'CLI_STALLED', 'in a configuration or a --tools module'],
    ['kind.yaml', 'CONFIG_UNREADABLE', 'Unknown file extension ".yaml"'],
  ] as const) {
    testBuilt(file, async () => {
      const ran = await spawnCommand(['tools', 'ls', '--config', `bad/${file}`, '--json'], { cwd });
      expect(ran).toMatchObject({ code: code === 'CLI_STALLED' ? 1 : 2, stderr: '' });
      expect(jsonOf(ran)).toMatchObject({ error: { code, message: expect.stringContaining(says) } });
    });
  }

  test.each([
    ['bad/broken.json', 'CLI_JSON_INVALID', 'The configuration bad/broken.json is not valid JSON'],
    ['bad/list.json', 'CONFIG_INVALID', 'must be an object'],
    ['bad/not-yet.json', 'CLI_NOT_AVAILABLE', 'manifest is not available in this version; give schemas'],
    ['bad/not-yet.json', 'CLI_NOT_AVAILABLE', 'store is not available in this version; keep a paused run'],
    ['bad/mixed.json', 'CONFIG_INVALID', 'store: is not available in this version'],
    ['bad/mcp.json', 'BOOT_INVALID', 'mcp in bad/mcp.json: nobody connects MCP servers (github)'],
    ['bad/no-module.json', 'CLI_TOOLS_UNREADABLE', './nowhere.mjs (tools[0] in bad/no-module.json) cannot be loaded'],
    ['bad', 'CONFIG_UNREADABLE', 'it is a directory'],
    ['nowhere.json', 'CONFIG_UNREADABLE', 'there is no such file'],
    ['gone/tackroom.config.js', 'CONFIG_UNREADABLE', 'it is a link to a file that is not there'],
    ['', 'CLI_USAGE', '--config is empty'],
  ])('%s: %s', async (file, code, says) => {
    const ran = await runMain(['tools', 'ls', '--config', file, '--json'], { cwd });
    expect(ran).toMatchObject({ code: 2, stderr: '' });
    expect(jsonOf(ran)).toMatchObject({ error: { code, message: expect.stringContaining(says) } });
  });

  test('all of it at once, as a person reads it', async () => {
    const ran = await runMain(['tools', 'ls', '--config', 'bad/unknown.json'], { cwd });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatchInlineSnapshot(`
     "tackroom: The configuration bad/unknown.json cannot be used: 4 problems. [CONFIG_INVALID]
       - permision: is no key. Did you mean permissions? The keys are root, bundles, tools, providers, permissions, profile, model, agents, toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp. [OPTION_UNKNOWN]
       - root: must be a directory ('.'), or null for the whole file system. [OPTION_INVALID]
       - mcp: must be an object of servers by name: { github: { command: … } }. [OPTION_INVALID]
       - agents.a.sytem: is no option of an agent. Did you mean system? The options are model, fallbacks, system, tools, permissions, toolPolicy, limits, switchAfter, cooldownMs, modelRetry, modelSettings, middleware, detectRepetition, planning, promptCache, stateKey. [AGENT_OPTION_INVALID]
     "
    `);
  });

  test('one that is found and cannot be used is not passed over', async () => {
    const gone = await runMain(['call', 'read_file', 'path=a.txt', '--json'], { cwd: join(cwd, 'gone') });
    expect(jsonOf(gone)).toMatchObject({ error: { code: 'CONFIG_UNREADABLE' } });
    const two = await runMain(['call', 'read_file', 'path=a.txt', '--json'], { cwd: join(cwd, 'two') });
    expect(jsonOf(two)).toMatchObject({ error: { code: 'CONFIG_AMBIGUOUS' } });
  });

  test('help, version, and what is wrong with the line come before it', async () => {
    for (const [line, code] of [
      [['run', '--help'], 0],
      [['--version'], 0],
      [['call'], 2],
    ] as const) {
      const ran = await runMain(line, { cwd: join(cwd, 'two') });
      expect({ ...ran, code: ran.code }).toMatchObject({ code, stdout: expect.not.stringContaining('CONFIG_') as unknown });
      expect(ran.stderr).not.toContain('CONFIG_');
    }
  });

  test('doctor says it of the one that is named, and loads none', async () => {
    const ran = await runMain(['doctor', '--config', 'nowhere.json', '--json'], { cwd: join(cwd, 'two') });
    const { checks } = jsonOf(ran) as { readonly checks: readonly { readonly id: string }[] };
    expect(checks.find(({ id }) => id === 'config')).toMatchObject({ status: 'problem', fix: 'Correct --config.' });
  });

  testForeign('that of another user is code that somebody must have looked at', async () => {
    const folder = join(cwd, 'foreign');
    giveAway(join(folder, 'tackroom.config.json'));
    const found = await runMain(['tools', 'ls', '--json'], { cwd: folder });
    expect(jsonOf(found)).toMatchObject({ error: { code: 'CONFIG_UNTRUSTED' } });
    const named = await runMain(['tools', 'ls', '--json', '--config', 'tackroom.config.json'], { cwd: folder });
    expect(namesOf(named)).toEqual(['run_command']);
  });
});
