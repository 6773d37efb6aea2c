import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, jsonOf, runMain, scratchFolder, writeFiles } from './run-main.js';

const turns = (...words: readonly string[]) => ({ turns: words.map((text) => ({ text })) });

const cwd = scratchFolder({
  'a.txt': 'top\n',
  'sub/a.txt': 'below\n',
  'sub/deeper/x.txt': '',
  'turns.json': turns('From the configuration.'),
  'sub/turns.json': turns('From the line.'),
});

/** Runs a command in a project with this configuration, below its folder unless said otherwise. */
async function withConfig(config: unknown, args: readonly string[], from = 'sub') {
  writeFiles(cwd, { 'tackroom.config.json': config });
  return runMain([...args, '--json'], { cwd: join(cwd, from) });
}

describe('models', () => {
  const text = async (config: object, ...flags: readonly string[]): Promise<unknown> =>
    eventsOf(await withConfig(config, ['run', 'go', ...flags])).at(-1)?.['text'];
  const own = { a: { model: 'scripted:turns.json' } };

  test('the one of the agent, else that of the configuration, starts from its folder', async () => {
    expect(await text({ model: 'scripted:turns.json' })).toBe('From the configuration.');
    expect(await text({ model: 'scripted:nowhere.json', agents: own })).toBe('From the configuration.');
  });

  test('--model beats both, and starts from the current directory', async () => {
    expect(await text({ model: 'scripted:nowhere.json', agents: own }, '--model', 'scripted:turns.json')).toBe('From the line.');
  });

  test('fallbacks are found before the run', async () => {
    const ran = await withConfig({ agents: { a: { ...own.a, fallbacks: ['scripted:nowhere.json'] } } }, ['run', 'go']);
    expect(jsonOf(ran)).toMatchObject({ error: { code: 'CLI_FILE_UNREADABLE', message: expect.stringContaining('nowhere.json') } });
  });

  test('--transcript is written where the line says', async () => {
    await text({ model: 'scripted:turns.json' }, '--transcript', 't.jsonl');
    expect(existsSync(join(cwd, 'sub/t.jsonl'))).toBe(true);
  });
});

describe('agents', () => {
  // Planning would add a line and two tools.
  const planning = false;
  const agents = { writer: { system: 'Write.', planning }, reader: { system: 'Read.', planning, tools: { include: ['read_file'] } } };
  const model = 'scripted:turns.json';

  /** Name, system prompt and tools of the agent that ran, as its model saw them. */
  const ranAs = async (config: object, ...flags: readonly string[]) => {
    const ran = await withConfig({ model, ...config }, ['run', 'go', '--transcript', 'seen.jsonl', ...flags]);
    if (ran.code !== 0) return jsonOf(ran);
    const [seen = ''] = readFileSync(join(cwd, 'sub/seen.jsonl'), 'utf8').split('\n');
    const { messages, tools } = JSON.parse(seen) as {
      messages: readonly { role: string; content: unknown }[];
      tools: readonly { name: string }[];
    };
    const system = messages.find(({ role }) => role === 'system')?.content;
    return { agent: eventsOf(ran)[0]?.['agent'], system, tools: tools.length };
  };

  test('without any it is the own one of the command', async () => {
    expect(await ranAs({})).toMatchObject({ agent: 'cli', system: expect.stringContaining('directory of the person') });
  });

  test('the only one is taken', async () => {
    expect(await ranAs({ agents: { reader: agents.reader } })).toEqual({ agent: 'reader', system: 'Read.', tools: 1 });
    expect(await ranAs({ agents: { bare: { planning } } })).toEqual({ agent: 'bare', system: undefined, tools: 9 });
  });

  test('of several the one called default', async () => {
    expect(await ranAs({ agents: { ...agents, default: { system: 'Usual.', planning } } })).toMatchObject({
      agent: 'default',
      system: 'Usual.',
    });
  });

  test('of several without a default one must be chosen', async () => {
    expect(await ranAs({ agents })).toMatchObject({
      error: {
        code: 'CLI_AGENT_MISSING',
        message: expect.stringContaining('several agents: writer, reader. Choose one with --agent NAME'),
      },
    });
    expect(await ranAs({ agents }, '--agent', 'writer')).toEqual({ agent: 'writer', system: 'Write.', tools: 9 });
  });

  test('--system beats the system of the agent', async () => {
    expect(await ranAs({ agents }, '--agent', 'reader', '--system', 'Else.')).toEqual({ agent: 'reader', system: 'Else.', tools: 1 });
  });

  test.each(['nobody', 'toString', '__proto__'])('%s is no agent', async (name) => {
    expect(await ranAs({ agents }, '--agent', name)).toMatchObject({
      error: { code: 'CLI_AGENT_UNKNOWN', message: expect.stringMatching(/names no agent: the agents of .* are writer, reader\.$/) },
    });
    expect(await ranAs({}, '--agent', name)).toMatchObject({
      error: { code: 'CLI_AGENT_UNKNOWN', message: expect.stringContaining('has none') },
    });
  });

  test('its limits and its rules hold', async () => {
    writeFiles(cwd, { 'turns.json': { turns: [{ toolCalls: [{ name: 'read_file', args: { path: 'a.txt' } }] }, { text: 'End.' }] } });
    const ran = await withConfig({ model, agents: { a: { permissions: { deny: ['read_file'] }, limits: { maxSteps: 1 } } } }, [
      'run',
      'go',
    ]);
    expect(ran.code).toBe(5);
    expect(eventsOf(ran).find(({ type }) => type === 'tool-result')).toMatchObject({
      success: false,
      error: { code: 'PERMISSION_DENIED' },
    });
    writeFiles(cwd, { 'turns.json': turns('From the configuration.') });
  });

  test('what is wrong with it is said of its place', async () => {
    const agent = { limits: { maxSteps: 0, steps: 1 }, permissions: { deny: ['nope'] } };
    expect(await ranAs({ agents: { a: agent } })).toMatchObject({
      error: {
        code: 'AGENT_INVALID',
        problems: [
          { where: `agents.a.limits.steps in ${cwd}/tackroom.config.json` },
          { where: `agents.a.limits.maxSteps in ${cwd}/tackroom.config.json` },
        ],
      },
    });
    expect(await ranAs({ agents: { a: { permissions: { deny: ['nope'] } } } })).toMatchObject({
      error: { problems: [{ where: `agents.a.permissions.deny[0] (nope) in ${cwd}/tackroom.config.json` }] },
    });
  });

  describe('resuming', () => {
    const config = { model, agents: { ...agents, signed: { stateKey: 'secret' } } };

    beforeEach(() => {
      writeFiles(cwd, {
        'turns.json': { turns: [{ toolCalls: [{ name: 'read_file', args: { path: 'a.txt' } }] }] },
        'sub/rest.json': turns('Done.'),
      });
    });

    const pause = async (given: object, ...flags: readonly string[]) => {
      const ran = await withConfig(given, ['run', 'go', '--ask', 'read_file', '--state', 'state.json', ...flags]);
      expect(ran.code).toBe(3);
    };
    const resume = (given: object, ...flags: readonly string[]) =>
      withConfig(given, ['resume', '--state', 'state.json', '--approve', 'all', '--model', 'scripted:rest.json', ...flags]);

    test.each(['writer', 'reader', 'signed'])('the agent %s goes on with its run', async (name) => {
      await pause(config, '--agent', name);
      const ran = await resume(config);
      expect(ran.code).toBe(0);
      expect(eventsOf(ran)[0]).toMatchObject({ agent: name, resumed: true });
    });

    test('a run of an agent that is not there waits on', async () => {
      await pause(config, '--agent', 'reader');
      const error = { code: 'CLI_AGENT_UNKNOWN', message: expect.stringContaining('The run belongs to agent reader') };
      expect(jsonOf(await resume({ model }))).toMatchObject({ error });
      expect(jsonOf(await resume(config, '--agent', 'writer'))).toMatchObject({ error: { code: 'RUN_STATE_AGENT' } });
      expect((await resume(config)).code).toBe(0);
    });

    test('a run of the own agent of the command goes on, whatever agents there are', async () => {
      await pause({ model });
      expect(eventsOf(await resume(config))[0]).toMatchObject({ agent: 'cli' });
    });

    test('a signed state that somebody altered is refused', async () => {
      await pause(config, '--agent', 'signed');
      const path = join(cwd, 'sub/state.json');
      writeFiles(cwd, { 'sub/state.json': readFileSync(path, 'utf8').replace('"go"', '"stop"') });
      expect(jsonOf(await resume(config))).toMatchObject({ error: { code: 'RUN_STATE_TAMPERED' } });
    });
  });
});
