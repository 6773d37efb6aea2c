import { resolveModel, type ResolveModelOptions } from './resolve-model.js';

const model = { specificationVersion: 'v3', provider: 'openai', modelId: 'm', doGenerate: () => Promise.resolve({}) };
const exporting = (name: string, made: unknown = model) => ({ importPackage: () => Promise.resolve({ [name]: () => () => made }) });
const failing = (thrown: unknown) => ({
  importPackage: async () => {
    throw thrown;
  },
});
const notFound = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from x.js\nmore`), { code: 'ERR_MODULE_NOT_FOUND' });

// Id, variables, and the settings that the provider's package is given.
test.each([
  ['openai/org/model-1', { OPENAI_API_KEY: 'k' }, '@ai-sdk/openai', 'createOpenAI', { apiKey: 'k' }],
  [
    'openai/m',
    { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://x/v1' },
    '@ai-sdk/openai',
    'createOpenAI',
    { apiKey: 'k', baseURL: 'http://x/v1' },
  ],
  [
    'anthropic/m',
    { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://x' },
    '@ai-sdk/anthropic',
    'createAnthropic',
    { apiKey: 'k', baseURL: 'http://x' },
  ],
  ['google/m', { GOOGLE_GENERATIVE_AI_API_KEY: 'k' }, '@ai-sdk/google', 'createGoogleGenerativeAI', { apiKey: 'k' }],
])('%s comes from the package of its provider', async (id, env, from, factory, settings) => {
  const asked: unknown[] = [];
  const importPackage = (name: string): Promise<unknown> => {
    asked.push(name);
    const make = (given: unknown) => (asked.push(given), (modelId: string) => ({ ...model, modelId }));
    return Promise.resolve({ [factory]: make });
  };
  await expect(resolveModel(id, { importPackage, env })).resolves.toMatchObject({ modelId: id.slice(id.indexOf('/') + 1) });
  expect(asked).toEqual([from, settings]);
});

test.each(['openai', 'anthropic'])('the package of %s that is installed here gives a model', async (provider) => {
  const env = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' };
  await expect(resolveModel(`${provider}/m`, { env })).resolves.toMatchObject({ modelId: 'm' });
});

test('what is missing is said with the command or variable that helps', async () => {
  const cases: readonly (readonly [string, ResolveModelOptions])[] = [
    ['google/x', {}],
    ['openai/x', failing(notFound('@ai-sdk/openai'))],
    ['openai/x', { ...failing(notFound('@ai-sdk/openai')), env: { OPENAI_API_KEY: 'k' } }],
    ['openai/x', failing(notFound('zod'))],
    ['openai/x', failing(new SyntaxError('Unexpected token.'))],
    ['openai/x', failing(undefined)],
    ['openai/x', exporting('openai')],
    ['openai/x', { importPackage: () => Promise.resolve(undefined) }],
    ['openai/x', { ...exporting('createOpenAI'), env: {} }],
    ['openai/x', { ...exporting('createOpenAI', {}), env: { OPENAI_API_KEY: 'k' } }],
    ['ollama/x', failing(notFound('@ai-sdk/openai-compatible'))],
    ['http://kim:secret@127.0.0.1/v1#x', failing(notFound('@ai-sdk/openai-compatible'))],
    ['unheard-of/x', {}],
  ];
  const said = await Promise.all(
    cases.map(([id, options]) =>
      resolveModel(id, { env: {}, ...options }).then(
        () => 'it resolved',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      ),
    ),
  );
  expect(said).toMatchInlineSnapshot(`
   [
     "MODEL_PACKAGE_MISSING: google/x needs the package @ai-sdk/google, which is not installed, and the variable GOOGLE_GENERATIVE_AI_API_KEY, which is not set. Set it, and install the package: npm install @ai-sdk/google",
     "MODEL_PACKAGE_MISSING: openai/x needs the package @ai-sdk/openai, which is not installed, and the variable OPENAI_API_KEY, which is not set. Set it, and install the package: npm install @ai-sdk/openai",
     "MODEL_PACKAGE_MISSING: openai/x needs the package @ai-sdk/openai, which is not installed. Install it: npm install @ai-sdk/openai",
     "MODEL_PACKAGE_MISSING: openai/x needs the package @ai-sdk/openai, which cannot be loaded (Cannot find package 'zod' imported from x.js), and the variable OPENAI_API_KEY, which is not set. Set it, and install the package: npm install @ai-sdk/openai",
     "MODEL_PACKAGE_MISSING: openai/x needs the package @ai-sdk/openai, which cannot be loaded (Unexpected token), and the variable OPENAI_API_KEY, which is not set. Set it, and install the package: npm install @ai-sdk/openai",
     "MODEL_PACKAGE_MISSING: openai/x needs the package @ai-sdk/openai, which cannot be loaded (undefined), and the variable OPENAI_API_KEY, which is not set. Set it, and install the package: npm install @ai-sdk/openai",
     "MODEL_PACKAGE_MISSING: @ai-sdk/openai is installed but has no export createOpenAI, and the variable OPENAI_API_KEY is not set. Update it: npm install @ai-sdk/openai@latest",
     "MODEL_PACKAGE_MISSING: @ai-sdk/openai is installed but has no export createOpenAI, and the variable OPENAI_API_KEY is not set. Update it: npm install @ai-sdk/openai@latest",
     "MODEL_KEY_MISSING: openai/x needs the variable OPENAI_API_KEY; it is not set.",
     "MODEL_INVALID: openai/x has specificationVersion undefined; v2, v3 and v4 are understood. Use a provider package of AI SDK 5, 6 or 7.",
     "MODEL_PACKAGE_MISSING: ollama/x needs the package @ai-sdk/openai-compatible, which is not installed. Install it: npm install @ai-sdk/openai-compatible",
     "MODEL_PACKAGE_MISSING: http://127.0.0.1/v1#x needs the package @ai-sdk/openai-compatible, which is not installed. Install it: npm install @ai-sdk/openai-compatible",
     "MODEL_UNKNOWN: "unheard-of/x" names no model. Write <provider>/<model> with one of anthropic, openai, google, ollama, openai-compatible, or a base URL and a model such as http://127.0.0.1:8080/v1#qwen3, or give a model object of the AI SDK.",
   ]
  `);
});
