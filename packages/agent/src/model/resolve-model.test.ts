import { resolveModel } from './resolve-model.js';

const model = { specificationVersion: 'v3', provider: 'openai', modelId: 'm', doGenerate: () => Promise.resolve({}) };
const env = { OPENAI_API_KEY: 'k' };

test('a model comes from the package of its provider', async () => {
  const asked: string[] = [];
  const importPackage = (name: string): Promise<unknown> => {
    asked.push(name);
    return Promise.resolve({ openai: (id: string) => ({ ...model, modelId: id }) });
  };
  await expect(resolveModel('openai/org/model-1', { importPackage, env })).resolves.toMatchObject({ modelId: 'org/model-1' });
  expect(asked).toEqual(['@ai-sdk/openai']);
});

test.each([
  ['unheard-of/x', {}, 'MODEL_UNKNOWN', 'one of anthropic, openai, google, ollama'],
  ['openai', {}, 'MODEL_UNKNOWN', 'write provider/model'],
  ['openai/x', { importPackage: () => Promise.reject(new Error('not found')) }, 'MODEL_PACKAGE_MISSING', 'npm install @ai-sdk/openai'],
  ['openai/x', { importPackage: () => Promise.resolve({}) }, 'MODEL_PACKAGE_MISSING', 'exports no openai'],
  ['openai/x', { importPackage: () => Promise.resolve({ openai: () => model }), env: {} }, 'MODEL_KEY_MISSING', 'OPENAI_API_KEY'],
  ['openai/x', { importPackage: () => Promise.resolve({ openai: () => ({}) }), env }, 'MODEL_INVALID', 'specificationVersion'],
])('%s with %j throws %s', async (id, options, code, words) => {
  await expect(resolveModel(id, options)).rejects.toMatchObject({ code, message: expect.stringContaining(words) as unknown });
});
