import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkModels } from '../../src/doctor/check-models.js';
import { scratchFolder } from '../run-main.js';

const NOWHERE = '127.0.0.1:1';
const bare = scratchFolder();
const cwd = scratchFolder({
  'node_modules/@ai-sdk/anthropic/package.json': { version: '3.0.1' },
  'node_modules/@ai-sdk/google/package.json': '{ broken',
  'node_modules/@ai-sdk/openai-compatible/package.json': { version: '2.0.0' },
  'deep/a.txt': '',
});

test('nothing is configured', async () => {
  const where = { cwd: bare, env: { OLLAMA_HOST: NOWHERE } };
  expect(await checkModels({ ...where, commands: ['run'] })).toMatchInlineSnapshot(`
   [
     {
       "detail": ""--model scripted:FILE" replays a file of turns; it needs no key.",
       "fix": "npm install @ai-sdk/anthropic && export ANTHROPIC_API_KEY=… (or another provider), then --model anthropic/NAME",
       "id": "models",
       "status": "absent",
       "summary": "no model can be asked from here",
     },
   ]
  `);
  const [{ detail } = { detail: undefined }] = await checkModels({ ...where, commands: ['run', 'chat'] });
  expect(detail).toMatch(/^Without a model, "tackroom chat" lets you play the model yourself\.\n/);
});

test('of a provider the package and the key are looked at, and no part of the key is told', async () => {
  const env = { OLLAMA_HOST: NOWHERE, ANTHROPIC_API_KEY: 'secret-one', OPENAI_API_KEY: 'secret-two', GOOGLE_GENERATIVE_AI_API_KEY: '' };
  const findings = await checkModels({ cwd: `${cwd}/deep`, env, commands: [] });
  expect(findings).toMatchInlineSnapshot(`
   [
     {
       "id": "models.anthropic",
       "status": "ok",
       "summary": "@ai-sdk/anthropic 3.0.1, and ANTHROPIC_API_KEY is set",
     },
     {
       "fix": "npm install @ai-sdk/openai",
       "id": "models.openai",
       "status": "absent",
       "summary": "OPENAI_API_KEY is set, but @ai-sdk/openai is not installed here",
     },
     {
       "fix": "Start it with "ollama serve", or say where it is: export OLLAMA_HOST=…",
       "id": "models.ollama",
       "status": "absent",
       "summary": "@ai-sdk/openai-compatible 2.0.0 is installed; no Ollama server answers",
     },
   ]
  `);
  expect(JSON.stringify(findings)).not.toContain('secret');
});

test('a package without its key is half a model', async () => {
  const [anthropic] = await checkModels({ cwd, env: { OLLAMA_HOST: NOWHERE }, commands: [] });
  expect(anthropic).toEqual({
    id: 'models.anthropic',
    status: 'warning',
    summary: '@ai-sdk/anthropic 3.0.1 is installed, but ANTHROPIC_API_KEY is not set',
    fix: 'export ANTHROPIC_API_KEY=…',
  });
});

describe('an Ollama server', () => {
  let server: Server;
  let answer: readonly [status: number, body: string] | undefined;
  let host: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (answer === undefined) return;
      response.statusCode = request.url === '/v1/models' ? answer[0] : 404;
      response.end(answer[1]);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const tags = (...names: readonly string[]): [number, string] => [
    200,
    JSON.stringify({ object: 'list', data: names.map((id) => ({ id })) }),
  ];
  const ollama = async (folder: string, address = host): Promise<unknown> =>
    (await checkModels({ cwd: folder, env: { OLLAMA_HOST: address }, commands: [] })).find(({ id }) => id === 'models.ollama');

  test.each([(given: string) => given, (given: string) => `http://${given}/`, (given: string) => given.replace('127.0.0.1', '0.0.0.0')])(
    'answers where OLLAMA_HOST says (%#)',
    async (write) => {
      answer = tags('qwen3:4b', 'llama3');
      expect(await ollama(cwd, write(host))).toEqual({
        id: 'models.ollama',
        status: 'ok',
        summary: `an Ollama server with 2 models answers at http://${host}/v1`,
        detail: 'ollama/qwen3:4b\nollama/llama3',
      });
    },
  );

  test('needs its package, and a model', async () => {
    answer = tags('qwen3:4b');
    expect(await ollama(bare)).toMatchObject({ status: 'absent', fix: 'npm install @ai-sdk/openai-compatible' });
    answer = tags();
    expect(await ollama(cwd)).toMatchObject({ status: 'warning', fix: expect.stringContaining('ollama pull') });
  });

  test.each([[[404, '{}']], [[200, 'not JSON']], [[200, '{"models":3}']], [undefined]] as const)(
    'is no server that answers %j',
    async (given) => {
      answer = given;
      expect(await ollama(bare)).toBeUndefined();
      expect(await ollama(cwd)).toMatchObject({ status: 'absent', summary: expect.stringContaining('no Ollama server answers') });
    },
  );

  test.each(['::not a host::', 'http://', '', ':1'])('is looked for without trouble at %j', async (address) => {
    if (address !== '') expect(await ollama(bare, address)).toBeUndefined();
  });
});
