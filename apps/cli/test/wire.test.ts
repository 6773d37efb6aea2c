import { HarnessModule } from 'tackroom';
import { eventsOf, jsonOf, runMain, scratchFolder, type Ran } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';
import { wireFixture as stream } from './wire-fixture.js';
import { withWireServer, type WireReply, type WireRequest } from './wire-server.js';

const cwd = scratchFolder({ 'a.txt': 'hello\n', 'b.txt': 'world\n' });

interface WireRun {
  readonly ran: Ran;
  readonly events: ReturnType<typeof eventsOf>;
  readonly requests: readonly WireRequest[];
}

/** `tackroom run` as a process, with a model of a server that gives these replies. */
function run(replies: readonly WireReply[], env: Readonly<Record<string, string>> = {}): Promise<WireRun> {
  return withWireServer(replies, async ({ origin, requests }) => {
    const ran = await spawnCommand(['run', 'What do the files say?', '--model', `${origin}/v1#m`, '--json'], { cwd, env });
    return { ran, events: eventsOf(ran), requests };
  });
}

interface ToolMessage {
  readonly role: string;
  readonly tool_call_id?: string;
  readonly content: unknown;
}

/** The results of tools that a request carries. */
function resultsIn(request: WireRequest | undefined): readonly unknown[] {
  const { messages } = (request?.body ?? {}) as unknown as { messages: readonly ToolMessage[] }; // by their specification
  return messages.flatMap(({ role, tool_call_id: id, content }) => (role === 'tool' ? [[id, content]] : []));
}

const ANSWER = { type: 'run-finish', status: 'completed', ok: true, text: 'The file says: hello.' };
const ofType = (events: WireRun['events'], type: string) => events.filter((event) => event['type'] === type);

testBuilt('a call whose arguments come in pieces runs, and its result goes back', async () => {
  const { ran, events, requests } = await run([stream('fragments'), stream('text')], { OPENAI_COMPATIBLE_API_KEY: 'k' });
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(ofType(events, 'tool-call')).toMatchObject([{ toolName: 'read_file', args: { path: 'a.txt' } }]);
  expect(ofType(events, 'tool-result')).toMatchObject([{ success: true, output: { content: 'hello\n' } }]);
  expect(events.at(-1)).toMatchObject({ ...ANSWER, usage: { steps: 2, calls: 1, inputTokens: 33, outputTokens: 16 } });
  expect(requests.map(({ path, headers, body }) => [path, headers.authorization, body['model'], body['stream']])).toEqual([
    ['/v1/chat/completions', 'Bearer k', 'm', true],
    ['/v1/chat/completions', 'Bearer k', 'm', true],
  ]);
  expect(requests[0]?.body['tools']).toContainEqual({
    type: 'function',
    function: expect.objectContaining({ name: 'read_file', parameters: expect.objectContaining({ type: 'object' }) }),
  });
  expect(resultsIn(requests[1])).toEqual([['call_a', expect.stringContaining('hello')]]);
});

// The other two protocols, each through its provider's own package.
for (const [model, fixtures, path] of [
  ['anthropic/m', 'anthropic', '/v1/messages'],
  ['openai/m', 'responses', '/v1/responses'],
] as const) {
  testBuilt(`${model} does the same`, async () => {
    await withWireServer([stream(`${fixtures}-call`), stream(`${fixtures}-text`)], async ({ origin, requests }) => {
      const base = `${origin}/v1`;
      const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: base, OPENAI_API_KEY: 'k', OPENAI_BASE_URL: base };
      const ran = await spawnCommand(['run', 'What does a.txt say?', '--model', model, '--json'], { cwd, env });
      const events = eventsOf(ran);
      expect([ran.code, ran.stderr]).toEqual([0, '']);
      expect(ofType(events, 'tool-call')).toMatchObject([{ toolName: 'read_file', args: { path: 'a.txt' } }]);
      expect(requests.map((request) => request.path)).toEqual([path, path]);
      expect(JSON.stringify(requests[1]?.body)).toContain('a.txt, line 1 of 1');
      expect(events.at(-1)).toMatchObject({ ...ANSWER, usage: { inputTokens: 43, outputTokens: 24 } });
    });
  });
}

testBuilt('two calls whose pieces interleave both run', async () => {
  const { ran, events, requests } = await run([stream('parallel'), stream('text')]);
  expect(ran.code).toBe(0);
  expect(ofType(events, 'tool-call')).toMatchObject([{ args: { path: 'a.txt' } }, { args: { path: 'b.txt' } }]);
  expect(resultsIn(requests[1])).toEqual([
    ['call_a', expect.stringContaining('hello')],
    ['call_b', expect.stringContaining('world')],
  ]);
  expect(events.at(-1)).toMatchObject({ ...ANSWER, usage: { calls: 2, inputTokens: 34 } });
});

testBuilt('a reply that is cut is gone on with; a call that is cut is answered and not run', async () => {
  const text = await run([stream('cut'), stream('text')]);
  expect([text.ran.code, text.requests.length]).toEqual([0, 2]);
  expect(text.events.at(-1)).toMatchObject({ status: 'completed', ok: true });
  const call = await run([stream('cut-call'), stream('text')]);
  expect(call.ran.code).toBe(0);
  expect(ofType(call.events, 'tool-start')).toEqual([]);
  expect(ofType(call.events, 'tool-result')).toMatchObject([{ success: false, error: { code: 'ARGUMENTS_UNREADABLE' } }]);
  expect(call.events.at(-1)).toMatchObject(ANSWER);
});

testBuilt('a request that is refused for a while is made again when the server says', async () => {
  const busy = { status: 429, headers: { 'retry-after': '1' }, body: { error: { message: 'Slow down.', type: 'rate_limit' } } };
  const { ran, events, requests } = await run([busy, stream('text')]);
  expect([ran.code, requests.length]).toEqual([0, 2]);
  // Without the header it would be half of that.
  expect((requests[1]?.at ?? 0) - (requests[0]?.at ?? 0)).toBeGreaterThan(950);
  expect(events.at(-1)).toMatchObject(ANSWER);
});

testBuilt('a reply that breaks off is asked for again, and what was heard of it is void', async () => {
  for (const [broken, reason] of [
    [stream('overloaded'), 'overloaded'],
    [{ ...stream('unfinished'), drop: true }, 'other side closed'],
  ] as const) {
    const { ran, events, requests } = await run([broken, stream('text')]);
    expect([ran.code, requests.length]).toEqual([0, 2]);
    expect(ofType(events, 'attempt-reset')).toEqual([expect.objectContaining({ reason: expect.stringContaining(reason) })]);
    expect(events.at(-1)).toMatchObject(ANSWER);
  }
});

testBuilt('a reply that always breaks off fails the run, and says how it broke', async () => {
  const { ran, events, requests } = await run(Array(4).fill({ ...stream('unfinished'), drop: true }));
  expect([ran.code, requests.length, ofType(events, 'tool-call')]).toEqual([1, 4, []]);
  const message = expect.stringMatching(/^The model gave no reply in 4 tries; the last one failed with: .*other side closed$/);
  expect(events.at(-1)).toMatchObject({ status: 'failed', ok: false, error: { code: 'MODEL_UNAVAILABLE', message } });
});

testBuilt('what no repeat can mend fails the run, with one request', async () => {
  const locked = { status: 401, body: { error: { message: 'Incorrect API key provided.', type: 'invalid_request_error' } } };
  for (const [reply, words] of [
    [locked, 'Incorrect API key provided'],
    [stream('refused'), 'This model cannot use tools'],
  ] as const) {
    const { ran, events, requests } = await run([reply, stream('text')]);
    expect([ran.code, requests.length]).toEqual([1, 1]);
    const error = { code: 'MODEL_REQUEST_FAILED', message: expect.stringContaining(words) };
    expect(events.at(-1)).toMatchObject({ type: 'run-finish', status: 'failed', ok: false, error });
    expect(ofType(events, 'run-finish')).toHaveLength(1);
  }
});

testBuilt('a server that knows no usage of streams is asked without, from then on', async () => {
  const strict = {
    status: 422,
    body: { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
  };
  const { ran, events, requests } = await run([strict, stream('fragments'), stream('text')]);
  expect(ran.code).toBe(0);
  expect(requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false]);
  expect(events.at(-1)).toMatchObject(ANSWER);
});

testBuilt('credentials in an address are sent and never shown', async () => {
  const shown = await withWireServer([stream('text')], async ({ origin, requests }) => {
    const model = `${origin.replace('//', '//kim:s%40cret@')}/v1#m`;
    const ran = await spawnCommand(['run', 'go', '--model', model, '--json'], { cwd });
    expect([ran.code, requests[0]?.headers.authorization]).toEqual([0, `Basic ${btoa('kim:s@cret')}`]);
    return ran;
  });
  expect(shown.stdout + shown.stderr).not.toMatch(/s(@|%40)cret/);
});

testBuilt('a server that is not there is a mistake on the line: nothing ran', async () => {
  const origin = await withWireServer([], (server) => Promise.resolve(server.origin));
  const ran = await spawnCommand(['run', 'go', '--model', `${origin}/v1#m`], { cwd });
  expect({ ...ran, stderr: ran.stderr.replaceAll(origin, 'ORIGIN') }).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'tackroom: ORIGIN/v1#m: no server answers at ORIGIN/v1 (connection refused). Start it, or correct the address before the #. [MODEL_SERVER_MISSING]\n',
  });
});

test('an interrupt while the server is looked for cancels the command', async () => {
  await withWireServer([], async ({ origin }) => {
    const ran = await runMain(['run', 'go', '--model', `${origin}/v1#m`, '--json'], { cwd, interruptAt: '' });
    expect(ran.code).toBe(130);
    expect(jsonOf(ran)).toMatchObject({ error: { code: 'CLI_CANCELLED' } });
  });
});

testBuilt('ollama/<model> finds the server of OLLAMA_HOST', async () => {
  await withWireServer([stream('text')], async ({ origin }) => {
    const env = { OLLAMA_HOST: origin.replace('http://', '') };
    const ran = await spawnCommand(['run', 'go', '--model', 'ollama/m', '--json'], { cwd, env });
    expect([ran.code, eventsOf(ran).at(-1)]).toEqual([0, expect.objectContaining(ANSWER)]);
    const other = await spawnCommand(['run', 'go', '--model', 'ollama/llama3', '--json'], { cwd, env });
    expect([other.code, other.stdout]).toEqual([2, expect.stringContaining('ollama pull llama3')]);
  });
});

test('an agent takes the same string', async () => {
  const result = await withWireServer([stream('fragments'), stream('text')], async ({ origin }) => {
    const harness = await HarnessModule.create({ bundles: ['filesystem'], workspace: { root: cwd } });
    try {
      return await harness.createAgent({ name: 'reader', model: `${origin}/v1#m` }).run('What does a.txt say?');
    } finally {
      await harness.close();
    }
  });
  expect(result).toMatchObject({ status: 'completed', text: 'The file says: hello.', usage: { steps: 2, calls: 1 } });
});
