import { HarnessError } from '../contracts/errors.js';
import { defineTool } from './define-tool.js';
import { hideParameters } from './hide-parameters.js';

const fetchUrl = defineTool({
  name: 'fetch_url',
  description: 'Fetches a page.',
  inputSchema: {
    type: 'object',
    properties: {
      url: { type: 'string' },
      max_length: { type: 'integer', minimum: 1 },
      mode: { $ref: '#/$defs/mode' },
    },
    required: ['url', 'max_length'],
    additionalProperties: false,
    $defs: { mode: { enum: ['text', 'html'] } },
  },
  handler: () => 'x',
});

test('a hidden parameter leaves the schema and is filled in', () => {
  const hidden = hideParameters(fetchUrl, { max_length: 20_000 });
  expect(hidden.inputSchema).toEqual({
    type: 'object',
    properties: { url: { type: 'string' }, mode: { $ref: '#/$defs/mode' } },
    required: ['url'],
    additionalProperties: false,
    $defs: { mode: { enum: ['text', 'html'] } },
  });
  expect(hidden.hidden).toEqual({ max_length: 20_000 });
  expect(hidden.sources['hidden']).toBe('bundle-option');
  expect(hidden.fingerprint).not.toBe(fetchUrl.fingerprint);
  expect(hidden.handler).toBe(fetchUrl.handler);
  expect(fetchUrl.inputSchema.required).toEqual(['url', 'max_length']);
});

test('hiding twice keeps both', () => {
  expect(hideParameters(hideParameters(fetchUrl, { max_length: 5 }), { mode: 'html' }).hidden).toEqual({ max_length: 5, mode: 'html' });
});

test('hiding nothing changes nothing', () => {
  expect(hideParameters(fetchUrl, {})).toBe(fetchUrl);
});

test.each([
  [{ max_size: 5 }, 'fetch_url has no parameter max_size to hide; its parameters are: url, max_length, mode.'],
  [{ constructor: 5 }, 'fetch_url has no parameter constructor to hide; its parameters are: url, max_length, mode.'],
  [{ max_length: 0 }, 'The value to hide in fetch_url does not fit: max_length'],
  [{ max_length: '5' }, 'The value to hide in fetch_url does not fit: max_length'],
  [{ mode: 'pdf' }, 'The value to hide in fetch_url does not fit: mode'],
])('%j is refused', (values, message) => {
  const hide = (): unknown => hideParameters(fetchUrl, values);
  expect(hide).toThrow(message);
  expect(hide).toThrow(HarnessError);
});
