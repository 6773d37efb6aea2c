import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, jsonOf, runMain, scratchFolder, writeFiles, type Ran } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const says = (text: string) => ({ turns: [{ text }] });
const ECHO = { name: 'run_command', args: { command: 'echo hi' } };

const cwd = scratchFolder({
  'of-config.json': says('of the configuration'),
  'of-agent.json': says('of the agent'),
  'sub/of-flag.json': says('of the flag'),
  'sub/pause.json': { turns: [{ toolCalls: [ECHO] }] },
  'read.json': { turns: [{ toolCalls: [{ name: 'read_file', args: { path: 'a.txt' } }] }, { text: 'Read.' }] },
  'a.txt': 'hello',
  'code.mjs': `
    const model = {
      specificationVersion: 'v2', provider: 'own', modelId: 'own', supportedUrls: {},
      doGenerate: async () => ({
        content: [{ type: 'text', text: 'of an object' }], finishReason: 'stop',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, warnings: [],
      }),
    };
    const approver = (request) => ({ type: 'approve', scope: 'once', by: 'the configuration' });
    export default { model, approver, agents: { coded: { limits: { maxSteps: 3 } } } };`,
});
const sub = join(cwd, 'sub');

/** Runs a command line below a configuration in JSON. */
async function below(config: unknown, args: readonly string[], input = ''): Promise<Ran> {
  writeFiles(cwd, { 'tackroom.config.json': config });
  return runMain(args, { cwd: sub, input });
}

/** What the first model request of a run contained. */
async function requestOf(config: unknown, flags: readonly string[]) {
  const ran = await below(config, ['run', 'go', '--transcript', 'requests.jsonl', ...flags]);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const [first = ''] = readFileSync(join(sub, 'requests.jsonl'), 'utf8').split('\n');
  const { messages, tools } = JSON.parse(first) as { messages: { content: string }[]; tools: { name: string }[] };
  return { system: messages[0]?.content.split('\n')[0], tools: tools.map(({ name }) => name) };
}

const MODEL = 'scripted:of-config.json';
const AGENTS = {
  model: MODEL,
  agents: {
    reader: { system: 'You read.', tools: { include: ['read_file', 'run_command'] }, planning: false },
    writer: { model: 'scripted:of-agent.json', stateKey: 'a key', planning: false },
  },
};

describe('the model is', () => {
  const OWN = { model: MODEL, agents: { a: { model: 'scripted:of-agent.json' } } };
  test.each<[string, unknown, readonly string[]]>([
    ['of the configuration', { model: MODEL }, []],
    ['of the configuration', { model: MODEL, agents: { a: {} } }, []],
    ['of the agent', OWN, []],
    ['of the flag', OWN, ['--model', 'scripted:of-flag.json']],
    ['of the flag', {}, ['--model', 'scripted:of-flag.json']],
  ])('%s: %j %j', async (expected, config, flags) => {
    expect(await below(config, ['run', 'go', ...flags])).toEqual({ code: 0, stderr: '', stdout: `${expected}\n` });
  });

  testBuilt('an object', async () => {
    const ran = await spawnCommand(['run', 'go', '--config', '../code.mjs', '--json'], { cwd: sub });
    expect(eventsOf(ran).at(-1)).toMatchObject({ ok: true, text: 'of an object', agentPath: ['coded'] });
    const transcript = await spawnCommand(['run', 'go', '--config', '../code.mjs', '--transcript', 't', '--json'], { cwd: sub });
    expect(jsonOf(transcript)).toMatchObject({ error: { code: 'CLI_NOT_AVAILABLE', message: expect.stringContaining('a model object') } });
  });

  test('missing, and that is said of its key', async () => {
    const ran = await below({ agents: { a: { model: 'scripted:gone.json' } } }, ['run', 'go', '--json']);
    expect(jsonOf(ran)).toMatchObject({
      error: {
        code: 'CLI_FILE_UNREADABLE',
        message: expect.stringMatching(/^agents\.a\.model in .*tackroom\.config\.json: The script gone\.json cannot be read/),
      },
    });
    const none = await below({ agents: { a: {} } }, ['run', 'go', '--json']);
    expect(jsonOf(none)).toMatchObject({ error: { code: 'CLI_MODEL_MISSING' } });
  });

  const AWAY = 'http://127.0.0.1:1/v1#m';
  test('passed over where its server is away and another one stands in for it', async () => {
    const first = await below({ agents: { a: { model: AWAY, fallbacks: [AWAY, MODEL] } } }, ['run', 'go']);
    expect(first).toMatchObject({ code: 0, stdout: 'of the configuration\n' });
    expect(
      first.stderr.match(/agents\.a\.(?:model|fallbacks\[0\]) in .* no server answers .* It is passed over\. \[MODEL_SERVER_MISSING\]/g),
    ).toHaveLength(2);
    const second = await below({ model: MODEL, agents: { a: { fallbacks: [AWAY] } } }, ['run', 'go']);
    expect(second).toMatchObject({ code: 0, stdout: 'of the configuration\n', stderr: expect.stringContaining('fallbacks[0]') });
    const neither = await below({ agents: { a: { model: AWAY, fallbacks: [AWAY] } } }, ['run', 'go', '--json']);
    expect(neither.code).toBe(2);
    expect(jsonOf(neither)).toMatchObject({ error: { code: 'MODEL_SERVER_MISSING' } });
    const asked = await below({ agents: { a: { fallbacks: [MODEL] } } }, ['run', 'go', '--model', AWAY, '--json']);
    expect(jsonOf(asked)).toMatchObject({ error: { code: 'MODEL_SERVER_MISSING' } });
  });
});

describe('the agent', () => {
  test('has its system and its tools, and --system beats the one', async () => {
    const reader = { system: 'You read.', tools: ['read_file', 'run_command'] };
    expect(await requestOf(AGENTS, ['--agent', 'reader'])).toEqual(reader);
    expect(await requestOf(AGENTS, ['--agent', 'reader', '--system', 'You look.'])).toEqual({ ...reader, system: 'You look.' });
    expect(await requestOf({ model: MODEL, agents: { only: AGENTS.agents.reader } }, [])).toEqual(reader);
    expect(await requestOf({ model: MODEL, agents: { ...AGENTS.agents, default: { system: 'D.', planning: false } } }, [])).toMatchObject({
      system: 'D.',
    });
  });

  test("without agents is the command's own", async () => {
    expect((await requestOf({ model: MODEL }, [])).system).toMatch(/^You work in the directory/);
  });

  test.each([
    [['run', 'go'], 'CLI_AGENT_MISSING', 'has several agents: reader, writer'],
    [['chat'], 'CLI_AGENT_MISSING', 'has several agents: reader, writer'],
    [['run', 'go', '--agent', 'riter'], 'CLI_AGENT_UNKNOWN', 'are reader, writer'],
  ])('%j must be chosen', async (line, code, message) => {
    const ran = await below(AGENTS, [...line, '--json']);
    expect(ran.code).toBe(2);
    expect(jsonOf(ran)).toMatchObject({ error: { code, message: expect.stringContaining(message) } });
  });

  test('keeps the policy of the harness, and narrows it', async () => {
    const config = {
      permissions: { deny: ['read_file'] },
      agents: { a: { model: 'scripted:read.json', permissions: { allow: ['read_file'], profile: 'open' } } },
    };
    const denied = eventsOf(await below(config, ['run', 'go', '--json', '--profile', 'open', '--allow', 'read_file']));
    expect(denied.find(({ type }) => type === 'tool-result')).toMatchObject({ success: false, error: { code: 'PERMISSION_DENIED' } });
    const narrowed = { agents: { a: { model: 'scripted:read.json', permissions: { deny: ['read_file'] } } } };
    const events = eventsOf(await below(narrowed, ['run', 'go', '--json']));
    expect(events.find(({ type }) => type === 'tool-result')).toMatchObject({ success: false, error: { code: 'PERMISSION_DENIED' } });
  });

  test('that cannot be made is said of its key', async () => {
    const config = { model: MODEL, agents: { a: { limits: { maxSteps: -1 } } } };
    const ran = await below(config, ['run', 'go']);
    expect(ran.stderr.replaceAll(cwd, '/project')).toMatchInlineSnapshot(`
     "tackroom: Agent "a" cannot be made: 1 problem. [AGENT_INVALID]
       - agents.a.limits.maxSteps in /project/tackroom.config.json: is -1; write a whole number from 1 to Infinity. [AGENT_OPTION_INVALID]
     "
    `);
  });

  test('talks in a chat', async () => {
    const ran = await below(AGENTS, ['chat', '--agent', 'writer'], 'hello\n');
    expect(ran).toEqual({ code: 0, stderr: '', stdout: 'of the agent\n' });
  });
});

testBuilt('the approver of the configuration answers', async () => {
  const line = ['run', 'go', '--config', '../code.mjs', '--model', 'scripted:../approved.json', '--json'];
  writeFiles(cwd, { 'approved.json': { turns: [{ toolCalls: [ECHO] }, { text: 'Done.' }] } });
  const ran = await spawnCommand(line, { cwd: sub });
  expect(ran.code).toBe(0);
  expect(eventsOf(ran).find(({ type }) => type === 'tool-result')).toMatchObject({ success: true });
});

describe('resume', () => {
  const pause = (config: unknown, ...flags: readonly string[]) =>
    below(config, ['run', 'go', '--model', 'scripted:pause.json', '--state', 'state.json', ...flags]);
  const resume = (config: unknown, ...flags: readonly string[]) =>
    below(config, ['resume', '--state', 'state.json', '--approve', 'all', '--json', ...flags]);

  test('goes on with the agent of the run', async () => {
    expect((await pause(AGENTS, '--agent', 'reader')).code).toBe(3);
    expect(eventsOf(await resume(AGENTS)).at(-1)).toMatchObject({ ok: true, text: 'of the configuration', agentPath: ['reader'] });
    expect((await pause(AGENTS, '--agent', 'writer')).code).toBe(3);
    expect(eventsOf(await resume(AGENTS)).at(-1)).toMatchObject({ ok: true, text: 'of the agent', agentPath: ['writer'] });
    expect((await pause({})).code).toBe(3);
    expect(eventsOf(await resume(AGENTS)).at(-1)).toMatchObject({ ok: true, agentPath: ['cli'] });
  });

  test.each<[string, unknown, readonly string[], string, string]>([
    ['another agent', AGENTS, ['--agent', 'writer'], 'RUN_STATE_AGENT', 'reader'],
    ['an agent that is gone', { model: MODEL, agents: { other: {} } }, [], 'CLI_AGENT_UNKNOWN', 'The run belongs to agent reader'],
    ['no configuration for it', { model: MODEL }, [], 'CLI_AGENT_UNKNOWN', 'has none'],
  ])('refuses %s, and the state stays', async (_name, config, flags, code, message) => {
    await pause(AGENTS, '--agent', 'reader');
    const ran = await resume(config, ...flags);
    expect(ran.code).toBe(2);
    expect(jsonOf(ran)).toMatchObject({ error: { code, message: expect.stringContaining(message) } });
    expect(eventsOf(await resume(AGENTS)).at(-1)).toMatchObject({ ok: true });
  });

  test('a deny that the configuration got meanwhile holds', async () => {
    await pause(AGENTS, '--agent', 'reader');
    const ran = await resume({ ...AGENTS, permissions: { deny: ['run_command'] } });
    expect(eventsOf(ran).find(({ type }) => type === 'tool-result')).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
  });

  test('a state that was signed is read with the key of its agent', async () => {
    await pause(AGENTS, '--agent', 'writer');
    const path = join(sub, 'state.json');
    const altered = readFileSync(path, 'utf8').replace('"text": ""', '"text": "x"');
    writeFiles(sub, { 'state.json': altered });
    expect(jsonOf(await resume(AGENTS))).toMatchObject({ error: { code: 'RUN_STATE_TAMPERED' } });
    await pause(AGENTS, '--agent', 'writer');
    const { writer } = AGENTS.agents;
    const rekeyed = { ...AGENTS, agents: { writer: { ...writer, stateKey: 'another' } } };
    expect(jsonOf(await resume(rekeyed))).toMatchObject({ error: { code: 'RUN_STATE_TAMPERED' } });
    expect(eventsOf(await resume(AGENTS)).at(-1)).toMatchObject({ ok: true });
  });
});
