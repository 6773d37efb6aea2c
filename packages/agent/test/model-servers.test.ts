import type { IncomingMessage, RequestListener } from 'node:http';
import { createAgent, resolveModel, type LanguageModel, type ResolveModelOptions } from '../src/index.js';
import { probeServer } from '../src/model/server-probe.js';
import { freeOrigin, withServer } from './local-server.js';
import { testHost } from './test-host.js';

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const models = (...ids: readonly string[]): RequestListener => json({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) });

/** Remembers what was asked. */
function noting(listener: RequestListener): { readonly seen: IncomingMessage[]; readonly listener: RequestListener } {
  const seen: IncomingMessage[] = [];
  return { seen, listener: (request, response) => (seen.push(request), listener(request, response)) };
}

/** The code and message that resolving fails with; the origin reads ORIGIN. */
async function failure(origin: string, id: string, env: NonNullable<ResolveModelOptions['env']> = {}): Promise<string> {
  const error: unknown = await resolveModel(id, { env }).then(
    () => new Error('it resolved'),
    (thrown: unknown) => thrown,
  );
  const { code, message } = error as { code?: string; message: string };
  return `${code ?? ''}: ${message.replaceAll(origin, 'ORIGIN').replaceAll(origin.replace('http://', ''), 'HOST')}`;
}

describe('asking whether a server is there', () => {
  const list: RequestListener = (_request, response) => void response.writeHead(200).write('{"data":[');
  test.each<readonly [string, RequestListener, unknown]>([
    ['a list', models('a', 'b'), { kind: 'there', models: ['a', 'b'] }],
    ['an empty list', json({ object: 'list', data: null }), { kind: 'there', models: [] }],
    ['another form', json({ models: [] }), { kind: 'there', models: undefined }],
    ['items of another form', json({ data: [{ name: 'a' }, null] }), { kind: 'there', models: undefined }],
    ['no JSON', (_request, response) => void response.end('<html>'), { kind: 'there', models: undefined }],
    ['no body', (_request, response) => void response.writeHead(204).end(), { kind: 'there', models: undefined }],
    ['an unknown path', json({}, 404), { kind: 'there', models: undefined }],
    ['a fault', json({}, 500), { kind: 'there', models: undefined }],
    ['a refusal', json({}, 401), { kind: 'locked', status: 401 }],
    ['a list longer than any', (_request, response) => void response.end('x'.repeat(4_100_000)), { kind: 'there', models: undefined }],
    ['a connection that breaks', ({ socket }) => socket.destroy(), { kind: 'none', reason: 'other side closed' }],
  ])('that answers with %s', async (_what, listener, expected) => {
    const answer = withServer(listener, (origin) => probeServer({ url: `${origin}/models`, headers: {} }));
    expect(await answer).toEqual(expected);
  });

  test.each<readonly [string, RequestListener, unknown]>([
    ['a list that stops', list, { kind: 'there', models: undefined }],
    ['silence', () => undefined, { kind: 'none', reason: 'no answer within 1.5 s' }],
  ])('that answers with %s, within its time', async (_what, listener, expected) => {
    const answer = withServer(listener, (origin) => probeServer({ url: `${origin}/models`, headers: {}, patienceMs: 1_500 }));
    expect(await answer).toEqual(expected);
  });

  test('a refusal of a key that was sent is an answer', async () => {
    const answer = withServer(json({}, 401), (url) => probeServer({ url, headers: { Authorization: 'Bearer k' } }));
    expect(await answer).toEqual({ kind: 'there', models: undefined });
  });

  test('nobody there', async () => {
    expect(await probeServer({ url: `${await freeOrigin()}/v1/models`, headers: {} })).toEqual({
      kind: 'none',
      reason: 'connection refused',
    });
  });

  test('stops with the reason it is given, before and while it waits', async () => {
    const reason = new Error('interrupted');
    const waits = withServer(
      () => controller.abort(reason),
      (url) => probeServer({ url, headers: {}, signal: controller.signal }),
    );
    const controller = new AbortController();
    await expect(waits).rejects.toBe(reason);
    await expect(probeServer({ url: 'http://127.0.0.1:1', headers: {}, signal: controller.signal })).rejects.toBe(reason);
  });
});

describe('ollama/<model>', () => {
  test.each([
    ['llama3', 'llama3:latest'],
    ['Llama3:latest', 'llama3'],
    ['qwen3:0.6b', 'qwen3:0.6b'],
    ['hf.co/org/model:Q4', 'hf.co/org/model:Q4'],
  ])('%s is on a server that has %s', async (model, has) => {
    const { seen, listener } = noting(models('other', has));
    await withServer(listener, async (origin) => {
      const env = { OLLAMA_HOST: origin.replace('http://', '') };
      expect(await resolveModel(`ollama/${model}`, { env })).toMatchObject({ modelId: model, provider: 'ollama.chat' });
    });
    expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/v1/models', undefined]]);
  });

  test('a list that cannot be read refuses nothing', async () => {
    const model = withServer(json({}, 500), (origin) => resolveModel('ollama/llama3', { env: { OLLAMA_HOST: `${origin}/v1` } }));
    expect(await model).toMatchObject({ modelId: 'llama3' });
  });

  test('what is missing is said with the command that helps', async () => {
    const said = (listener: RequestListener, id: string): Promise<string> =>
      withServer(listener, (origin) => failure(origin, id, { OLLAMA_HOST: origin }));
    const origin = await freeOrigin();
    // This machine again, but nothing that looks like it.
    const elsewhere = origin.replace('127.0.0.1', '[::ffff:7f00:1]');
    expect([
      await failure(origin, 'ollama/llama3', { OLLAMA_HOST: origin }),
      await failure(elsewhere, 'ollama/llama3', { OLLAMA_HOST: elsewhere.replace('//', '//kim:secret@') }),
      await failure(origin, 'ollama/llama3', { OLLAMA_HOST: 'kim:secret@gpu:port' }),
      await said(models(), 'ollama/llama3'),
      await said(models('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'), 'ollama/qwen3:0.6b'),
      await said(json({}, 401), 'ollama/llama3'),
    ]).toMatchInlineSnapshot(`
     [
       "MODEL_SERVER_MISSING: ollama/llama3: no server answers at ORIGIN/v1 (connection refused). Start it: ollama serve. Or correct the variable OLLAMA_HOST.",
       "MODEL_SERVER_MISSING: ollama/llama3: no server answers at ORIGIN/v1 (connection refused). Start it there (ollama serve), or correct the variable OLLAMA_HOST.",
       "MODEL_ADDRESS_INVALID: ollama/llama3: the value of the variable OLLAMA_HOST is no address: write host:port or a URL.",
       "MODEL_NOT_PULLED: ollama/llama3: the model is not on the Ollama server at ORIGIN/v1, which has none. Get it: ollama pull llama3",
       "MODEL_NOT_PULLED: ollama/qwen3:0.6b: the model is not on the Ollama server at ORIGIN/v1, which has a, b, c, d, e, f, g, h and 2 more. Get it: ollama pull qwen3:0.6b",
       "MODEL_KEY_MISSING: ollama/llama3 needs the variable OLLAMA_API_KEY, the key of the server at ORIGIN/v1, which answers 401 without; it is not set.",
     ]
    `);
  });
});

describe('any server', () => {
  const LOCAL = { OPENAI_COMPATIBLE_API_KEY: 'k' };

  test('by its address, with credentials, a query and no package of ours', async () => {
    const { seen, listener } = noting(json({}, 404));
    const model = await withServer(listener, (origin) => {
      const id = `${origin.replace('//', '//kim:s%40cret@')}/v1?api-version=2#org/m`;
      return resolveModel(id, { env: LOCAL });
    });
    expect(model).toMatchObject({ modelId: 'org/m', provider: 'openai-compatible.chat' });
    expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1/models?api-version=2', `Basic ${btoa('kim:s@cret')}`],
    ]);
  });

  test('by a variable, with a key', async () => {
    const { seen, listener } = noting(models('m'));
    const model = await withServer(listener, (origin) =>
      resolveModel('openai-compatible/m', { env: { ...LOCAL, OPENAI_COMPATIBLE_BASE_URL: `${origin}/v1/` } }),
    );
    expect(model).toMatchObject({ modelId: 'm' });
    expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/v1/models', 'Bearer k']]);
  });

  test('what is missing is said with what helps, and never with credentials', async () => {
    const origin = await freeOrigin();
    const host = origin.replace('http://', '');
    const locked = withServer(json({}, 401), (there) => failure(there, `${there}/v1#m`));
    const said = [
      await failure(origin, `http://kim:secret@${host}/v1?key=secret#m`),
      await failure(origin, 'openai-compatible/m', { OPENAI_COMPATIBLE_BASE_URL: `http://kim:secret@${host}/v1` }),
      await failure(origin, 'openai-compatible/m'),
      await failure(origin, 'openai-compatible/m', { OPENAI_COMPATIBLE_BASE_URL: 'kim:secret@gpu/v1' }),
      await locked,
    ];
    expect(said.join('\n')).not.toContain('secret');
    expect(said).toMatchInlineSnapshot(`
     [
       "MODEL_SERVER_MISSING: ORIGIN/v1#m: no server answers at ORIGIN/v1 (connection refused). Start it, or correct the address before the #.",
       "MODEL_SERVER_MISSING: openai-compatible/m: no server answers at ORIGIN/v1 (connection refused). Start it, or correct the variable OPENAI_COMPATIBLE_BASE_URL.",
       "MODEL_ADDRESS_MISSING: openai-compatible/m needs the variable OPENAI_COMPATIBLE_BASE_URL, the base URL of the server, such as http://127.0.0.1:8080/v1; it is not set.",
       "MODEL_ADDRESS_INVALID: openai-compatible/m: the value of the variable OPENAI_COMPATIBLE_BASE_URL is no address: write http://host:port/v1, or https.",
       "MODEL_KEY_MISSING: ORIGIN/v1#m needs the variable OPENAI_COMPATIBLE_API_KEY, the key of the server at ORIGIN/v1, which answers 401 without; it is not set.",
     ]
    `);
  });
});

describe('in a run', () => {
  const agentOf = (model: string, fallbacks: readonly (LanguageModel | string)[] = []) =>
    createAgent(testHost(), { name: 'scout', model, fallbacks });

  test('a server that is missing ends it without a repeat', async () => {
    const { error, status } = await agentOf(`${await freeOrigin()}/v1#m`).run('Go.');
    expect([status, error?.code]).toEqual(['failed', 'MODEL_SERVER_MISSING']);
  });

  test('a fallback stands in for a server that is missing, and for nothing that a person must mend', async () => {
    const there = `${await freeOrigin()}/v1#m`;
    const missing = await agentOf(there, ['google/gemini']).run('Go.');
    expect(missing.error?.code).toBe('MODEL_PACKAGE_MISSING');
    const unmended = await agentOf('google/gemini', [there]).run('Go.');
    expect(unmended.error?.code).toBe('MODEL_PACKAGE_MISSING');
  });

  test('cancelling ends the wait for a server at once', async () => {
    const cancelled = await withServer(
      () => stream?.cancel(),
      (origin) => {
        stream = agentOf(`${origin}/v1#m`).stream('Go.');
        return stream.result;
      },
    );
    expect(cancelled.status).toBe('cancelled');
  });
  let stream: ReturnType<ReturnType<typeof agentOf>['stream']> | undefined;
});
