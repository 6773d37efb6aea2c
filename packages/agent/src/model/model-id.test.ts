import { checkModelId, readModelId } from './model-id.js';

test.each([
  ['anthropic/claude', { kind: 'hosted', model: 'claude' }],
  ['openai/org/model-1', { kind: 'hosted', model: 'org/model-1' }],
  ['google/gemini', { kind: 'hosted', model: 'gemini' }],
  ['ollama/hf.co/org/model:Q4', { kind: 'served', model: 'hf.co/org/model:Q4', server: { name: 'ollama' } }],
  ['openai-compatible/@cf/meta/llama', { kind: 'served', model: '@cf/meta/llama', server: { name: 'openai-compatible' } }],
  ['http://127.0.0.1:8080/v1#org/model 1.gguf', { kind: 'addressed', model: 'org/model 1.gguf' }],
  ['https://kim:secret@gpu/v1/#m', { kind: 'addressed', model: 'm', shown: 'https://gpu/v1#m' }],
])('%s names a model', (id, expected) => {
  expect(readModelId(id)).toMatchObject({ shown: id, ...expected });
  expect(checkModelId(id)).toBeUndefined();
});

test('a string of no form is answered with all of them', () => {
  expect(checkModelId('gpt-5')).toMatchInlineSnapshot(
    `""gpt-5" names no model. Write <provider>/<model> with one of anthropic, openai, google, ollama, openai-compatible, or a base URL and a model such as http://127.0.0.1:8080/v1#qwen3, or give a model object of the AI SDK."`,
  );
});

test.each(['', '/', 'nobody/gpt', 'openai', 'openai/', 'ollama/ x', 'google/a\nb', 'toString/x'])('%j names no model', (id) => {
  expect(checkModelId(id)).toContain(`${JSON.stringify(id)} names no model. Write <provider>/<model> with one of anthropic, openai,`);
});

test.each([
  ['Openai/x', 'openai/x'],
  ['antropic/claude', 'anthropic/claude'],
  ['olama/hf.co/org/model:Q4', 'ollama/hf.co/org/model:Q4'],
  ['openai_compatible/m', 'openai-compatible/m'],
])('%s is nearly %s', (id, near) => {
  expect(checkModelId(id)).toContain(`"${id}" names no model. Did you mean ${near}? Write <provider>/<model>`);
});

test.each(['localhost:8080/v1#m', '127.0.0.1:8080#m', 'http:/gpu/v1#m'])('%s is an address without its beginning', (id) => {
  expect(checkModelId(id)).toBe(
    `"${id}" names no model. An address begins with http:// or https://, as in http://127.0.0.1:8080/v1#qwen3.`,
  );
});

test('what is wrong with an address is said, without its credentials', () => {
  const problems = [
    'http://kim:secret@gpu/v1',
    'http://kim:secret@gpu/v1#',
    'http://kim:secret@gpu/v1#a#b',
    'http://kim:secret@gpu:port/v1#m',
    'http://kim:%ff@gpu/v1#m',
    'http://kim:sec#secret@gpu/v1#m',
    'ftp://gpu/v1#m',
    'http://gpu/v1/chat/completions#m',
  ].map(checkModelId);
  expect(problems.join('\n')).not.toContain('sec');
  expect(problems).toMatchInlineSnapshot(`
   [
     ""http://…@gpu/v1" names a server and no model. Add # and the model, as in http://127.0.0.1:8080/v1#qwen3.",
     ""http://…@gpu/v1#" names no model after the #. Write it as in http://127.0.0.1:8080/v1#qwen3.",
     ""http://…@gpu/v1#a#b" has two #. Write one inside the address as %23, as in http://127.0.0.1:8080/v1#qwen3.",
     ""http://…@gpu:port/v1#m": what stands before the # is no address: write http://host:port/v1, or https. Write it as in http://127.0.0.1:8080/v1#qwen3.",
     ""http://…@gpu/v1#m": what stands before the # has credentials that are not percent-encoded. Write it as in http://127.0.0.1:8080/v1#qwen3.",
     ""http://…@gpu/v1#m" has two #. Write one inside the address as %23, as in http://127.0.0.1:8080/v1#qwen3.",
     ""ftp://gpu/v1#m": what stands before the # is no address: write http://host:port/v1, or https. Write it as in http://127.0.0.1:8080/v1#qwen3.",
     ""http://gpu/v1/chat/completions#m": what stands before the # goes too far: leave out /chat/completions, which is added to it. Write it as in http://127.0.0.1:8080/v1#qwen3.",
   ]
  `);
});
