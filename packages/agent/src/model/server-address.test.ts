import { hideCredentials, readAddress, readOllamaAddress } from './server-address.js';

const at = (baseUrl: string, more: object = {}) => ({ baseUrl, query: {}, authorization: undefined, ...more });
const INVALID = 'is no address: write http://host:port/v1, or https';

test.each<[string, unknown]>([
  ['http://127.0.0.1:8080/v1', at('http://127.0.0.1:8080/v1')],
  ['http://127.0.0.1:8080/v1//', at('http://127.0.0.1:8080/v1')],
  ['https://API.example.com', at('https://api.example.com')],
  ['http://[::1]:8080/v1', at('http://[::1]:8080/v1')],
  ['https://example.com/models', at('https://example.com/models')],
  ['https://example.com/v1?api-version=2&x=%20', at('https://example.com/v1', { query: { 'api-version': '2', x: ' ' } })],
  ['http://kim:p%40ss@example.com/v1', at('http://example.com/v1', { authorization: `Basic ${btoa('kim:p@ss')}` })],
  ['http://token@example.com/v1', at('http://example.com/v1', { authorization: `Basic ${btoa('token:')}` })],
  ['http://%ff:x@example.com/v1', 'has credentials that are not percent-encoded'],
  ['http://example.com/v1/chat/completions', 'goes too far: leave out /chat/completions, which is added to it'],
  ['http://example.com/v1#x', 'has a # in it: write it as %23'],
  ['ftp://example.com/v1', INVALID],
  ['example.com/v1', INVALID],
  ['http://', INVALID],
  ['http://example.com:port/v1', INVALID],
  ['', INVALID],
])('%s is read as a base URL', (text, expected) => {
  expect(readAddress(text)).toEqual(expected);
});

test.each<[string, string]>([
  ['', 'http://127.0.0.1:11434/v1'],
  ['localhost', 'http://localhost:11434/v1'],
  ['gpu:80', 'http://gpu/v1'],
  ['gpu:11435', 'http://gpu:11435/v1'],
  [':11435', 'http://127.0.0.1:11435/v1'],
  [' 0.0.0.0 ', 'http://127.0.0.1:11434/v1'],
  ['0.0.0.0:11435', 'http://127.0.0.1:11435/v1'],
  ['[::]:11435', 'http://[::1]:11435/v1'],
  ['[::1]', 'http://[::1]:11434/v1'],
  ['gpu/ollama', 'http://gpu:11434/ollama/v1'],
  ['http://gpu:11435', 'http://gpu:11435/v1'],
  ['http://gpu:11435/', 'http://gpu:11435/v1'],
  ['http://gpu:11435/v1', 'http://gpu:11435/v1'],
  ['http://0.0.0.0:11435/v1/', 'http://127.0.0.1:11435/v1'],
  ['https://ollama.example.com', 'https://ollama.example.com/v1'],
])('OLLAMA_HOST=%s is %s', (text, expected) => {
  expect(readOllamaAddress(text)).toEqual(at(expected));
});

test.each(['http://', 'a b', 'gpu:port', 'ftp://gpu'])('OLLAMA_HOST=%s is refused', (text) => {
  expect(readOllamaAddress(text)).toBe('is no address: write host:port or a URL');
});

test.each([
  ['http://kim:secret@gpu/v1#m', 'http://…@gpu/v1#m'],
  ['http://kim:sec@ret@gpu/v1#m', 'http://…@gpu/v1#m'],
  ['http://kim:sec/ret@gpu/v1#m', 'http://…@gpu/v1#m'],
  ['http://kim:sec#ret@gpu/v1#m', 'http://…@gpu/v1#m'],
  ['http://kim:secret@gpu:port/v1#m', 'http://…@gpu:port/v1#m'],
  ['kim:secret@gpu/v1#m', '…@gpu/v1#m'],
  ['http://gpu/v1#@cf/meta/llama', 'http://gpu/v1#@cf/meta/llama'],
  ['http://gpu/@scope/v1', 'http://gpu/@scope/v1'],
  ['nobody/@cf/meta', 'nobody/@cf/meta'],
  ['gpt-5', 'gpt-5'],
  ['https://gpu/v1?api-key=secret', 'https://gpu/v1?…'],
  ['https://gpu/v1?api-key=secret#m', 'https://gpu/v1?…#m'],
  ['http://kim:sec?ret@gpu/v1?k=v#m', 'http://…@gpu/v1?…#m'],
])('%s is shown as %s', (text, shown) => {
  expect(hideCredentials(text)).toBe(shown);
});
