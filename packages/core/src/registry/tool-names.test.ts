import fc from 'fast-check';
import { ToolNames } from './tool-names.js';

const names = new ToolNames(['search_web', 'searchWeb2', 'read_file']);

test.each([
  ['search_web', 'exact', 'search_web'],
  ['searchWeb2', 'exact', 'searchWeb2'],
  ['Search_Web', 'repaired', 'search_web'],
  ['SEARCH_WEB', 'repaired', 'search_web'],
  ['search-web', 'repaired', 'search_web'],
  ['search.web', 'repaired', 'search_web'],
  ['search web', 'repaired', 'search_web'],
  ['searchWeb', 'repaired', 'search_web'],
  ['SearchWeb', 'repaired', 'search_web'],
  ['searchweb', 'repaired', 'search_web'],
  ['search_web_2', 'repaired', 'searchWeb2'],
  ['functions.search_web', 'repaired', 'search_web'],
  ['Functions.SearchWeb', 'repaired', 'search_web'],
  ['tools.search_web', 'repaired', 'search_web'],
  ['default_api:search_web', 'repaired', 'search_web'],
  ['tools.functions.read_file', 'repaired', 'read_file'],
  ['functions.functions.read_file', 'repaired', 'read_file'],
  ['read_file\n', 'repaired', 'read_file'],
  ['  read_file ', 'repaired', 'read_file'],
  ['_read__file_', 'repaired', 'read_file'],
])('%j is %s %s', (written, kind, name) => {
  expect(names.resolve(written)).toEqual({ kind, name });
});

test.each([
  ['constructor'],
  ['__proto__'],
  ['toString'],
  ['hasOwnProperty'],
  [''],
  [' '],
  ['functions.'],
  ['tools.functions.default_api:'],
  ['read_file<|channel|>'],
  ['read\nfile'],
  ['read/file'],
  ['read_file()'],
  ['other.read_file'],
  ['function.read_file'],
  ['serch_web'],
  // The Kelvin sign lower-cases to "k" in Unicode; a look-alike is not a letter case.
  ['\u212aeep'],
  ['read_\u0000file'],
])('%j is not dispatched', (written) => {
  expect(new ToolNames(['search_web', 'searchWeb2', 'read_file', 'keep']).resolve(written).kind).toBe('unknown');
});

test.each([
  ['serch_web', ' Did you mean search_web?'],
  ['Serch-Web', ' Did you mean search_web?'],
  ['raed_file', ' Did you mean read_file?'],
  ['functions.read_fle', ' Did you mean read_file?'],
  ['search_web3', ' Did you mean search_web or searchWeb2?'],
  ['read_file<|channel|>', ''],
  ['delete_everything', ''],
  ['constructor', ''],
])('what the model is told about %j', (written, hint) => {
  expect(names.resolve(written)).toMatchObject({
    message: `Unknown tool "${written}".${hint} Available tools: read_file, searchWeb2, search_web.`,
  });
});

test('what would break or reorder the line is escaped', () => {
  expect(names.resolve('read\n\u2028\u202e"x"')).toMatchObject({
    message: String.raw`Unknown tool "read\n\u2028\u202e\"x\"". Available tools: read_file, searchWeb2, search_web.`,
  });
});

describe('two tools that differ by formatting alone', () => {
  const both = new ToolNames(['read_file', 'readFile']);

  test.each([['read_file'], ['readFile']])('%s works', (name) => {
    expect(both.resolve(name)).toEqual({ kind: 'exact', name });
  });

  test.each([['Read_File'], ['read-file'], ['functions.read_file'], ['read_file\n']])('%j is ambiguous', (written) => {
    expect(both.resolve(written).kind).toBe('unknown');
  });

  test('the model is told to write one of them exactly', () => {
    expect(both.resolve('Read_File')).toMatchInlineSnapshot(`
     {
       "kind": "unknown",
       "message": "Tool name "Read_File" is ambiguous: write readFile or read_file exactly. Available tools: readFile, read_file.",
       "suggestions": [
         "readFile",
         "read_file",
       ],
     }
    `);
  });
});

test('a prefix may be part of a name: then both readings count', () => {
  expect(new ToolNames(['tools_list']).resolve('tools.list')).toEqual({ kind: 'repaired', name: 'tools_list' });
  expect(new ToolNames(['tools_list', 'list']).resolve('tools.list').kind).toBe('unknown');
});

test('digits are not run together', () => {
  const versions = new ToolNames(['api_v1_1']);
  expect(versions.resolve('api_v11').kind).toBe('unknown');
  expect(versions.resolve('api-v1.1')).toEqual({ kind: 'repaired', name: 'api_v1_1' });
});

test('at most three suggestions, best first, ties by name', () => {
  const many = new ToolNames(['git_status_d', 'git_status_c', 'git_status_b', 'git_status_a', 'git_statuss']);
  expect(many.resolve('git_status')).toMatchObject({ suggestions: ['git_statuss', 'git_status_a', 'git_status_b'] });
});

test('at most fifty names are listed, then a count', () => {
  const all = new ToolNames(Array.from({ length: 52 }, (_, i) => `tool_${String(i).padStart(2, '0')}`));
  const answer = all.resolve('nothing_like_it');
  expect(answer).toMatchObject({
    message: expect.stringMatching(/^Unknown tool "nothing_like_it"\. Available tools: tool_00, .*, tool_49 and 2 more\.$/),
  });
});

test('no tools at all', () => {
  expect(new ToolNames([]).resolve('x')).toEqual({
    kind: 'unknown',
    message: 'Unknown tool "x". No tools are available.',
    suggestions: [],
  });
});

test('an enormous name is answered without being compared', () => {
  const answer = names.resolve(`read_file${'x'.repeat(1_000_000)}`);
  expect(answer).toMatchObject({ kind: 'unknown', suggestions: [] });
  expect(answer).toMatchInlineSnapshot(`
   {
     "kind": "unknown",
     "message": "Unknown tool "read_filexxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" (1000009 characters). Available tools: read_file, searchWeb2, search_web.",
     "suggestions": [],
   }
  `);
});

test('a clipped name is cut between code points', () => {
  const answer = names.resolve(`${'x'.repeat(79)}😀${'x'.repeat(20)}`);
  expect(answer).toMatchObject({ message: expect.stringContaining(`"${'x'.repeat(79)}…" (101 characters)`) });
});

test('a registered name is always its own, and only formatting is ever repaired', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '_', '-', '1'), minLength: 1, maxLength: 6 });
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 8 }), name, (registered, written) => {
      const answer = new ToolNames(registered).resolve(written);
      if (registered.includes(written)) expect(answer).toEqual({ kind: 'exact', name: written });
      if (answer.kind !== 'repaired') return;
      expect(letters(answer.name)).toBe(letters(written));
      expect(registered.filter((other) => letters(other) === letters(written))).toContain(answer.name);
    }),
  );
});
