import { InMemoryArtifactStore } from './memory-artifact-store.js';
import { renderResult, type RenderedResult } from './render-result.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]).toString('base64');
const artifacts = new InMemoryArtifactStore();
const render = (value: unknown, maxChars = 12_000) => renderResult(value, { runId: 'r', artifacts, maxChars }) as RenderedResult;

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
  get sum(): number {
    return this.x + this.y;
  }
}

const cycle: Record<string, unknown> = { name: 'loop' };
cycle['self'] = cycle;

test.each([
  ['text', 'hello', 'hello', 'hello'],
  ['empty text', '', '', '(no output)'],
  ['undefined', undefined, undefined, 'Done.'],
  ['null', null, null, 'null'],
  ['a number', 7, 7, '7'],
  ['NaN', NaN, null, 'null'],
  ['a big integer', 10n ** 20n, '100000000000000000000', '100000000000000000000'],
  ['an object', { a: [1, { b: true }] }, { a: [1, { b: true }] }, '{"a":[1,{"b":true}]}'],
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  ['a map', new Map([['a', 1]]), { a: 1 }, '{"a":1}'],
  ['a map with other keys', new Map([[1, 'x']]), [[1, 'x']], '[[1,"x"]]'],
  ['a set', new Set([1, 2]), [1, 2], '[1,2]'],
  ['bytes', Buffer.from('abc'), '[3 bytes]', '[3 bytes]'],
  ['an error', new TypeError('no'), { name: 'TypeError', message: 'no' }, '{"name":"TypeError","message":"no"}'],
  ['a class instance', new Point(1, 2), { x: 1, y: 2 }, '{"x":1,"y":2}'],
  ['a cycle', cycle, { name: 'loop', self: '[circular]' }, '{"name":"loop","self":"[circular]"}'],
  ['functions and symbols left out', { a: () => 1, b: Symbol('x'), c: 1 }, { c: 1 }, '{"c":1}'],
  ['a lone surrogate', 'a\ud83d', 'a\ufffd', 'a\ufffd'],
  ['a structured return', { output: { n: 1 }, content: 'one' }, { n: 1 }, 'one'],
  ['an object with one key called output', { output: 1 }, { output: 1 }, '{"output":1}'],
])('%s', (_name, value, output, content) => {
  const rendered = render(value);
  expect({ output: rendered.output, content: rendered.content }).toEqual({ output, content });
});

test('a getter that throws is marked and hides nothing else', () => {
  const value = Object.defineProperty({ a: 1 }, 'b', { enumerable: true, get: () => { throw new Error('broken'); } }); // prettier-ignore
  expect(render(value).output).toEqual({ a: 1, b: '[unreadable: broken]' });
});

test('__proto__ in a result stays a plain property', () => {
  const output = render(JSON.parse('{"__proto__":{"x":1}}')).output as object;
  expect(Object.hasOwn(output, '__proto__')).toBe(true);
});

test('structured returns keep output, text and metadata apart', () => {
  const rendered = render({ output: { n: 1 }, content: 'one', metadata: { page: 2 } });
  expect(rendered).toEqual({ output: { n: 1 }, content: 'one', metadata: { page: 2 }, artifactId: undefined, truncated: false });
});

test('long text keeps head and tail, names what is missing, and the whole can be read', () => {
  const text = Array.from({ length: 400 }, (_, index) => `line ${index}`).join('\n');
  const rendered = render(text, 60);
  expect(String(rendered.content).replaceAll(rendered.artifactId ?? '', 'ID')).toMatchInlineSnapshot(`
   "line 0
   line 1
   line 2
   [3459 of 3489 characters left out here. Read them with read_tool_result, id "ID".]
   8
   line 399"
  `);
  expect(rendered.truncated).toBe(true);
  expect(artifacts.get(rendered.artifactId ?? '')?.data).toBe(text);
});

test('cuts never fall inside a character', () => {
  const rendered = render('😀'.repeat(200), 61);
  expect(String(rendered.content).isWellFormed()).toBe(true);
});

test('blocks pass, and what a provider would refuse becomes a note', () => {
  const rendered = render([
    { type: 'text', text: 'a' },
    { type: 'image', mediaType: 'image/png', data: PNG },
    { type: 'image', mediaType: 'image/jpeg', data: PNG },
    { type: 'image', mediaType: 'image/svg+xml', data: Buffer.from('<svg/>').toString('base64') },
    { type: 'audio', mediaType: 'audio/wav', data: '***' },
  ]);
  expect(rendered.content).toEqual([
    { type: 'text', text: 'a' },
    { type: 'image', mediaType: 'image/png', data: PNG },
    { type: 'text', text: '[image (image/jpeg) left out: its bytes are image/png]' },
    { type: 'text', text: '[image (image/svg+xml) left out: its bytes are no PNG, JPEG, GIF or WebP image]' },
    { type: 'text', text: '[audio (audio/wav) left out: its data is not base64]' },
  ]);
});

test('a list that only looks like blocks is data', () => {
  expect(render([{ type: 'text', text: 'a', bold: true }]).content).toBe('[{"type":"text","text":"a","bold":true}]');
});

test('texts of blocks share the bound, and the whole can be read', () => {
  const rendered = render(
    [
      { type: 'text', text: 'a'.repeat(20) },
      { type: 'image', mediaType: 'image/png', data: PNG },
      { type: 'text', text: 'b'.repeat(20) },
      { type: 'text', text: 'c'.repeat(5) },
    ],
    40,
  );
  const content = rendered.content as { type: string; text?: string }[];
  expect(content.map(({ type, text }) => [type, text?.replaceAll(rendered.artifactId ?? '', 'ID')])).toMatchInlineSnapshot(`
   [
     [
       "text",
       "aaaaaaaaaaaaaaaaaaaa",
     ],
     [
       "image",
       undefined,
     ],
     [
       "text",
       "bbbbbbbbbbbbbbbbbbbb",
     ],
     [
       "text",
       "
   [5 of 45 characters left out here. Read them with read_tool_result, id "ID".]
   ",
     ],
   ]
  `);
  expect(artifacts.get(rendered.artifactId ?? '')?.data).toBe('a'.repeat(20) + 'b'.repeat(20) + 'c'.repeat(5));
  expect(rendered.truncated).toBe(true);
});

test('blocks are new, well-formed and bounded in number and size', () => {
  const link = { type: 'resource-link', uri: `https://a.example/\ud83d`, name: 'n'.repeat(9_000), secret: () => 1 };
  expect(render([link]).content).toEqual([{ type: 'resource-link', uri: 'https://a.example/\ufffd', name: 'n'.repeat(2_000) }]);
  const file = { type: 'file', mediaType: 'text/\ud83d', data: 'AAAA', filename: 'a\nb' };
  expect(render([file]).content).toEqual([{ type: 'file', mediaType: 'text/\ufffd', data: 'AAAA', filename: 'a b' }]);
  const many = render(Array.from({ length: 1_000 }, () => ({ type: 'text', text: '' }))).content;
  expect(many).toHaveLength(101);
  expect(many.at(-1)).toEqual({ type: 'text', text: '[900 more blocks left out]' });
  const heavy = render(Array.from({ length: 6 }, () => ({ type: 'audio', mediaType: 'audio/wav', data: 'A'.repeat(6_000_000) }))).content;
  expect((heavy as readonly { type: string }[]).map(({ type }) => type)).toEqual(['audio', 'audio', 'audio', 'audio', 'text', 'text']);
});

test('a list with holes is data', () => {
  const list: unknown[] = [{ type: 'text', text: 'a' }];
  list.length = 2;
  expect(render(list).content).toBe('[{"type":"text","text":"a"},null]');
});
