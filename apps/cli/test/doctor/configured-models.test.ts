import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { checkModels } from '../../src/doctor/check-models.js';
import { configuredModels } from '../../src/doctor/configured-models.js';
import type { Finding } from '../../src/doctor/finding.js';
import { folderMaker } from './surroundings.js';

const NOWHERE = '127.0.0.1:1';
const PACKAGES = {
  'node_modules/@ai-sdk/anthropic/package.json': { version: '3.0.1' },
  'node_modules/@ai-sdk/openai-compatible/package.json': { version: '2.0.0' },
};
const folder = folderMaker();

/** What is found of the configuration's models and of servers of one's own. */
async function check(
  files: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = {},
  config?: string,
): Promise<readonly Finding[]> {
  const findings = await checkModels({ cwd: folder(files), env: { OLLAMA_HOST: NOWHERE, ...env }, commands: [], config });
  return findings.filter(({ id }) => /^models\.(?:model|agents|openai-compatible)/.test(id));
}

let server: Server;
let host: string;
let answer: readonly [status: number, body: string] = [200, ''];
const keys: unknown[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.statusCode = answer[0];
    response.end(answer[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('models that a configuration names', () => {
  test('are told each with all that it lacks', async () => {
    const agents = {
      a: { model: 'anthropic/x' },
      b: { model: 'antropic/x' },
      c: { model: 'ollama/qwen3' },
      d: { model: `http://kim:secret@${NOWHERE}/v1#m` },
      e: { model: 'openai-compatible/m' },
      f: { model: 'scripted:turns.json' },
      g: { model: 'operator' },
    };
    const found = await check({ ...PACKAGES, 'tackroom.config.json': { model: 'openai/x', agents } });
    expect(JSON.stringify(found)).not.toContain('secret');
    expect(found).toMatchInlineSnapshot(`
     [
       {
         "fix": "npm install @ai-sdk/openai
     export OPENAI_API_KEY=…",
         "id": "models.model",
         "status": "problem",
         "summary": "the configuration's model, openai/x, cannot be asked: @ai-sdk/openai is not installed here; OPENAI_API_KEY is not set",
       },
       {
         "fix": "export ANTHROPIC_API_KEY=…",
         "id": "models.agents.a.model",
         "status": "problem",
         "summary": "the configuration's agents.a.model, anthropic/x, cannot be asked: ANTHROPIC_API_KEY is not set",
       },
       {
         "detail": ""antropic/x" names no model. Did you mean anthropic/x? Write <provider>/<model> with one of anthropic, openai, google, ollama, openai-compatible, or a base URL and a model such as http://127.0.0.1:8080/v1#qwen3, or give a model object of the AI SDK.",
         "fix": "Correct agents.b.model.",
         "id": "models.agents.b.model",
         "status": "problem",
         "summary": "the configuration's agents.b.model names no model",
       },
       {
         "fix": "Start it with "ollama serve", or say where it is: export OLLAMA_HOST=…",
         "id": "models.agents.c.model",
         "status": "problem",
         "summary": "the configuration's agents.c.model, ollama/qwen3, cannot be asked: no Ollama server answers at http://127.0.0.1:1/v1",
       },
       {
         "fix": "Start it, or correct the address before the #.",
         "id": "models.agents.d.model",
         "status": "problem",
         "summary": "the configuration's agents.d.model, http://127.0.0.1:1/v1#m, cannot be asked: no server answers at http://127.0.0.1:1/v1",
       },
       {
         "fix": "export OPENAI_COMPATIBLE_BASE_URL=…",
         "id": "models.agents.e.model",
         "status": "problem",
         "summary": "the configuration's agents.e.model, openai-compatible/m, cannot be asked: OPENAI_COMPATIBLE_BASE_URL is not set",
       },
     ]
    `);
  });

  test('are sound where nothing is lacking', async () => {
    answer = [200, JSON.stringify({ data: [{ id: 'qwen3:latest' }] })];
    const agents = { a: { model: 'ollama/Qwen3' }, b: { model: `http://${host}/v1#m` } };
    const found = await check(
      { ...PACKAGES, 'tackroom.config.json': { model: 'anthropic/x', agents } },
      { ANTHROPIC_API_KEY: 'k', OLLAMA_HOST: host },
    );
    expect(found.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'models.model ok',
      'models.agents.a.model ok',
      'models.agents.b.model ok',
    ]);
    expect(found[0]?.summary).toBe("the configuration's model, anthropic/x, has what it needs");
  });

  test('of the Ollama server another one is not enough', async () => {
    answer = [200, JSON.stringify({ data: [{ id: 'llama3' }] })];
    const found = await check({ ...PACKAGES, 'tackroom.config.json': { model: 'ollama/qwen3' } }, { OLLAMA_HOST: host });
    expect(found).toMatchObject([{ status: 'problem', fix: 'ollama pull qwen3' }]);
  });

  test('are also those that stand in for another', async () => {
    const a = { model: 'operator', fallbacks: ['anthropic/x', 'scripted:turns.json', 'openai/x'] };
    const found = await check({ ...PACKAGES, 'tackroom.config.json': { agents: { a } } }, { ANTHROPIC_API_KEY: 'k' });
    expect(found.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'models.agents.a.fallbacks[0] ok',
      'models.agents.a.fallbacks[2] problem',
    ]);
  });

  test('of the file of --config, also where another one stands', async () => {
    const files = { 'tackroom.config.json': { model: 'operator' }, 'other.json': { model: 'anthropic/x' } };
    expect(await check(files, {}, 'other.json')).toMatchObject([{ id: 'models.model', status: 'problem' }]);
  });
});

test.each([
  ['tackroom.config.ts', "export default { model: 'openai/x' };"],
  ['tackroom.config.ts', "export default defineConfig({ 'model': `openai/x` } satisfies object as object);"],
  ['tackroom.config.mjs', "const config = defineConfig({ model: 'openai/x' });\nexport default config;"],
  ['tackroom.config.cjs', "module.exports = { model: 'openai/x' };"],
  ['tackroom.config.json', '{ "model": "openai/x" }'],
])('%s: a model is read from %s', (name, text) => {
  const cwd = folder({ [name]: text });
  expect(configuredModels({ cwd })).toEqual({ folder: cwd, models: [{ where: 'model', model: 'openai/x' }] });
});

test('models of agents are read, and what is computed is not seen', () => {
  const text = `
    const agents = { a: { model: 'openai/a' }, 'b-c': { model: 'openai/' + name }, d: make() };
    const loop = loop;
    export default defineConfig({ agents, model: process.env.MODEL, ...more });`;
  const cwd = folder({ 'tackroom.config.ts': text, 'sub/a.txt': '' });
  expect(configuredModels({ cwd: join(cwd, 'sub') })).toEqual({ folder: cwd, models: [{ where: 'agents.a.model', model: 'openai/a' }] });
});

test.each(['', 'export default loop; const loop = loop;', 'export default 3;', '{ broken'])('no model is read from %j', (text) => {
  expect(configuredModels({ cwd: folder({ 'tackroom.config.ts': text }) }).models).toEqual([]);
});

describe('the server of OPENAI_COMPATIBLE_BASE_URL', () => {
  const url = (where = host): Record<string, string> => ({ OPENAI_COMPATIBLE_BASE_URL: `http://kim:secret@${where}/v1` });

  test.each([200, 401, 404])('is there if it answers %d, and is sent no key', async (status) => {
    answer = [status, ''];
    keys.length = 0;
    expect(await check(PACKAGES, { ...url(), OPENAI_COMPATIBLE_API_KEY: 'k' })).toEqual([
      {
        id: 'models.openai-compatible',
        status: 'ok',
        summary: `OPENAI_COMPATIBLE_BASE_URL is set, and a server answers at http://${host}/v1`,
      },
    ]);
    expect(keys).toEqual([undefined]);
  });

  test('is told with what it lacks', async () => {
    const found = [
      await check(PACKAGES, url(NOWHERE)),
      await check({}, url()),
      await check(PACKAGES, { OPENAI_COMPATIBLE_BASE_URL: 'gpu:8080' }),
      await check(PACKAGES, { OPENAI_COMPATIBLE_API_KEY: 'secret' }),
      await check(PACKAGES),
    ];
    expect(JSON.stringify(found)).not.toContain('secret');
    expect(JSON.stringify(found.flat(), undefined, 1).replaceAll(host, 'HOST')).toMatchInlineSnapshot(`
     "[
      {
       "id": "models.openai-compatible",
       "status": "warning",
       "summary": "OPENAI_COMPATIBLE_BASE_URL is set, and no server answers at http://127.0.0.1:1/v1",
       "fix": "Start it, or correct the address: export OPENAI_COMPATIBLE_BASE_URL=http://…/v1"
      },
      {
       "id": "models.openai-compatible",
       "status": "absent",
       "summary": "OPENAI_COMPATIBLE_BASE_URL is set, and a server answers at http://HOST/v1",
       "fix": "npm install @ai-sdk/openai-compatible"
      },
      {
       "id": "models.openai-compatible",
       "status": "warning",
       "summary": "the value of OPENAI_COMPATIBLE_BASE_URL is no address: write http://host:port/v1, or https",
       "fix": "export OPENAI_COMPATIBLE_BASE_URL=http://…/v1"
      },
      {
       "id": "models.openai-compatible",
       "status": "absent",
       "summary": "OPENAI_COMPATIBLE_API_KEY is set, but OPENAI_COMPATIBLE_BASE_URL is not",
       "fix": "export OPENAI_COMPATIBLE_BASE_URL=http://…/v1"
      }
     ]"
    `);
  });
});
