import { join } from 'node:path';
import { eventsOf, jsonOf, runMain, scratchFolder, writeFiles, type Ran } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const says = (text: string) => ({ turns: [{ text }] });
const ECHO = { name: 'run_command', args: { command: 'echo hi' } };

const cwd = scratchFolder({
  'here.json': says('Here.'),
  'echo.json': { turns: [{ toolCalls: [ECHO] }, { text: 'Done.' }] },
  'sub/pause.json': { turns: [{ toolCalls: [ECHO] }] },
  'read.json': { turns: [{ toolCalls: [{ name: 'read_file', args: { path: 'here.json' } }] }, { text: 'Read.' }] },
  'code.mjs': `
    const model = {
      specificationVersion: 'v2', provider: 'own', modelId: 'own', supportedUrls: {},
      doGenerate: async () => ({
        content: [{ type: 'text', text: 'of an object' }], finishReason: 'stop',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, warnings: [],
      }),
    };
    const approver = () => ({ type: 'approve', scope: 'once', by: 'the configuration' });
    export default { model, approver, agents: { coded: { limits: { maxSteps: 3 } } } };`,
});
const sub = join(cwd, 'sub');

/** Runs a command line below a configuration in JSON. */
async function below(config: unknown, args: readonly string[], input = ''): Promise<Ran> {
  writeFiles(cwd, { 'tackroom.config.json': config });
  return runMain(args, { cwd: sub, input });
}

const MODEL = 'scripted:here.json';
const AWAY = 'http://127.0.0.1:1/v1#m';
const resultOf = (ran: Ran) => eventsOf(ran).find(({ type }) => type === 'tool-result');

describe('a model', () => {
  testBuilt('may be an object, which keeps no transcript', async () => {
    const line = ['run', 'go', '--config', '../code.mjs', '--json'];
    const ran = await spawnCommand(line, { cwd: sub });
    expect(eventsOf(ran).at(-1)).toMatchObject({ ok: true, text: 'of an object', agentPath: ['coded'] });
    const transcript = await spawnCommand([...line, '--transcript', 't.jsonl'], { cwd: sub });
    expect(jsonOf(transcript)).toMatchObject({
      error: { code: 'CLI_NOT_AVAILABLE', message: expect.stringContaining('a model object') as unknown },
    });
  });

  test.each([
    [{ agents: { a: { model: 'scripted:gone.json' } } }, 'agents.a.model in /project/tackroom.config.json: The script gone.json cannot be'],
    [{ model: 'scripted:gone.json' }, 'model in /project/tackroom.config.json: The script gone.json cannot be'],
    [
      { model: MODEL, agents: { a: { fallbacks: ['scripted:gone.json'] } } },
      'agents.a.fallbacks[0] in /project/tackroom.config.json: The script gone.json cannot be',
    ],
  ])('that is not there is said of its key: %j', async (config, message) => {
    const ran = await below(config, ['run', 'go']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr.replaceAll(cwd, '/project')).toContain(`tackroom: ${message}`);
  });

  test('whose server is away is passed over where another one stands in for it', async () => {
    const first = await below({ agents: { a: { model: AWAY, fallbacks: [AWAY, MODEL] } } }, ['run', 'go']);
    expect(first).toMatchObject({ code: 0, stdout: 'Here.\n' });
    const lines = first.stderr.replaceAll(cwd, '/project').replace(/\(connect[^)]*\)|\([^)]*refused[^)]*\)/gi, '(…)');
    expect(lines.match(/^tackroom: agents\.a\.(model|fallbacks\[0\]) in .* It is passed over\. \[MODEL_SERVER_MISSING\]$/gm)).toHaveLength(
      2,
    );
    const second = await below({ model: MODEL, agents: { a: { fallbacks: [AWAY] } } }, ['run', 'go']);
    expect(second).toMatchObject({ code: 0, stdout: 'Here.\n', stderr: expect.stringContaining('fallbacks[0]') as unknown });
  });

  test.each([
    ['all of them are away', { agents: { a: { model: AWAY, fallbacks: [AWAY] } } }, []],
    ['the line names it', { agents: { a: { fallbacks: [MODEL] } } }, ['--model', AWAY]],
    ['there is no other one', { model: AWAY }, []],
  ])('whose server is away is an error where %s', async (_what, config, flags) => {
    const ran = await below(config, ['run', 'go', '--json', ...flags]);
    expect(ran.code).toBe(2);
    expect(jsonOf(ran)).toMatchObject({ error: { code: 'MODEL_SERVER_MISSING' } });
  });
});

describe('an agent', () => {
  test('cannot allow what the configuration denies', async () => {
    const permissions = { deny: ['read_file'] };
    const config = { permissions, agents: { a: { model: 'scripted:read.json', permissions: { allow: ['read_file'], profile: 'open' } } } };
    const ran = await below(config, ['run', 'go', '--json', '--profile', 'open', '--allow', 'read_file', '--yes-to', 'read_file']);
    expect(resultOf(ran)).toMatchObject({ success: false, error: { code: 'PERMISSION_DENIED' } });
  });

  test('talks in a chat, and is chosen there too', async () => {
    const agents = { a: { model: MODEL }, b: { model: 'scripted:read.json' } };
    expect(await below({ agents }, ['chat', '--agent', 'a'], 'hello\n')).toEqual({ code: 0, stderr: '', stdout: 'Here.\n' });
    expect(jsonOf(await below({ agents }, ['chat', '--json']))).toMatchObject({ error: { code: 'CLI_AGENT_MISSING' } });
  });

  testBuilt('is answered by the approver of the configuration', async () => {
    const ran = await spawnCommand(['run', 'go', '--config', '../code.mjs', '--model', 'scripted:../echo.json', '--json'], { cwd: sub });
    expect(ran.code).toBe(0);
    expect(resultOf(ran)).toMatchObject({ success: true });
  });
});

describe('resuming', () => {
  const CONFIG = { model: MODEL, agents: { open: {}, signed: { stateKey: 'a key' } } };
  const pause = (agent: string) =>
    below(CONFIG, ['run', 'go', '--agent', agent, '--model', 'scripted:pause.json', '--state', 'state.json', '--json']);
  const resume = (config: unknown, ...flags: readonly string[]) =>
    below(config, ['resume', '--state', 'state.json', '--approve', 'all', '--json', ...flags]);

  test.each([
    ['open', 'signed'],
    ['signed', 'open'],
  ])('a run of %s as %s is refused before anything of it is read, and stays', async (owner, other) => {
    await pause(owner);
    const ran = await resume({ ...CONFIG, model: AWAY }, '--agent', other);
    expect(ran.code).toBe(2);
    expect(jsonOf(ran)).toMatchObject({
      error: {
        code: 'RUN_STATE_AGENT',
        message: `The run belongs to agent ${owner}, so that ${other} cannot go on with it. Leave --agent out.`,
      },
    });
    expect(eventsOf(await resume(CONFIG)).at(-1)).toMatchObject({ ok: true, text: 'Here.', agentPath: [owner] });
  });

  test('a deny that the configuration got meanwhile holds against an approval', async () => {
    await pause('open');
    expect(resultOf(await resume({ ...CONFIG, permissions: { deny: ['run_command'] } }))).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    });
  });

  test('another key than the one that signed is refused, and the state stays', async () => {
    await pause('signed');
    const other = await resume({ ...CONFIG, agents: { signed: { stateKey: 'another' } } });
    expect(jsonOf(other)).toMatchObject({ error: { code: 'RUN_STATE_TAMPERED' } });
    expect(eventsOf(await resume(CONFIG)).at(-1)).toMatchObject({ ok: true });
  });
});
