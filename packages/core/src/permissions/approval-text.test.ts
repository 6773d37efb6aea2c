import fc from 'fast-check';
import type { JsonObject } from '../contracts/json.js';
import { approvalText } from './approval-text.js';
import { escapeUnseen } from './visible-text.js';

test('controls, bidirectional overrides and carriage returns are shown, not obeyed', () => {
  const command = 'echo ok \u202etxt.hs\u001b[2K\rgit status';
  expect(approvalText('run_command', { command })).toMatchInlineSnapshot(`
   "run_command
     command: "echo ok \\u202etxt.hs\\u001b[2K\\rgit status""
  `);
});

test('every argument is shown in full, nested ones too', () => {
  const args = { server: 'x', env: { PATH: '/bin', LD_PRELOAD: './evil.so', list: [1, null, true] }, empty: '', nothing: null };
  expect(approvalText('mcp__start', args)).toMatchInlineSnapshot(`
   "mcp__start
     server: "x"
     env: {"PATH":"/bin","LD_PRELOAD":"./evil.so","list":[1,null,true]}
     empty: ""
     nothing: null"
  `);
});

test('text of several lines is a block that cannot pass for another argument', () => {
  const content = 'first\n  path: "safe.txt"\n\\u202e is text, \u202e is not\n';
  expect(approvalText('write_file', { path: '.env', content })).toMatchInlineSnapshot(`
   "write_file
     path: ".env"
     content: text of 4 lines
       | first
       |   path: "safe.txt"
       | \\\\u202e is text, \\u202e is not
       | "
  `);
});

test('names are escaped as well', () => {
  expect(approvalText('t\u0007ool', { 'a\nb': 1, 'c: "d"': 2 })).toMatchInlineSnapshot(`
   "t\\u0007ool
     "a\\nb": 1
     "c: \\"d\\"": 2"
  `);
});

test('a call without arguments says so', () => {
  expect(approvalText('list_tables', {})).toMatchInlineSnapshot(`
   "list_tables
     (no arguments)"
  `);
});

test.each([
  ['C0', '\u0000\u0008\u001b'],
  ['delete and C1', '\u007f\u0085\u009b'],
  ['bidirectional', '\u061c\u200e\u200f\u202a\u202e\u2066\u2069'],
  ['zero width', '\u200b\u200c\u200d\u2060\ufeff'],
  ['separators', '\u2028\u2029'],
  ['blank fillers', '\u00ad\u034f\u115f\u3164\uffa0\u2800'],
  ['spaces that are not the space', '\u00a0\u2003\u3000'],
  ['lone surrogates', '\ud800'],
  ['tags and selectors', '\u{e0041}\ufe0f'],
  ['private use', '\ue000'],
])('unseen characters are escaped: %s', (_kind, text) => {
  expect(escapeUnseen(text)).toMatch(/^(?:\\u[0-9a-f]{4})+$/);
  expect(JSON.parse(`"${escapeUnseen(text)}"`)).toBe(text);
});

test('ordinary text of any script stays as it is', () => {
  const text = 'Grüße, 日本語, العربية, עברית, 🐎 – ok';
  expect(escapeUnseen(text)).toBe(text);
});

test('nothing is cut and nothing unseen is left', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (args) => {
      const lines = approvalText('t', args as JsonObject).split('\n');
      expect(lines.every((line) => escapeUnseen(line) === line)).toBe(true);
      expect(lines.filter((line) => line.startsWith('  ') && !line.startsWith('    | '))).toHaveLength(Object.keys(args).length || 1);
    }),
  );
  const long = 'x'.repeat(200_000);
  expect(approvalText('t', { long })).toContain(long);
});

test.each([
  ['struck through', 'r\u0336m\u0336 x', 'r\\u0336m\\u0336 x'],
  ['enclosed', 'no\u20dd', 'no\\u20dd'],
  ['underlined', 'a\u0332', 'a\\u0332'],
  ['on nothing', '\u0301x', '\\u0301x'],
  ['many on one letter', `a${'\u0301'.repeat(6)}`, `a${'\u0301'.repeat(4)}\\u0301\\u0301`],
  ['accents and vowel signs', 'cafe\u0301 \u0915\u093f', 'cafe\u0301 \u0915\u093f'],
])('marks that deceive are written out, others stay: %s', (_what, text, shown) => {
  expect(escapeUnseen(text)).toBe(shown);
});

test('a word of two scripts that look alike is pointed out', () => {
  expect(approvalText('fetch_url', { url: 'https://p\u0430ypal.com/', note: 'москва and caf\u00e9' })).toMatchInlineSnapshot(`
   "fetch_url
     url: "https://pаypal.com/"
     note: "москва and café"
     ("pаypal" mixes Latin letters with Cyrillic ones that look like them)"
  `);
});
