import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syncDocument } from './sync-document.js';

const ROOT = mkdtempSync(join(tmpdir(), 'sync-snippets-'));
afterAll(() => rmSync(ROOT, { recursive: true }));

mkdirSync(join(ROOT, 'src'));
writeFileSync(
  join(ROOT, 'src/main.ts'),
  `import { a } from 'a';

function outer() {
  // #region inner
  if (a) {
    // #region deepest
    go();
    // #endregion
  }
  // #endregion inner
}

// #region twice
// #endregion
// #region twice
// #endregion
// #region open
`,
);
writeFileSync(join(ROOT, 'src/fence.mjs'), "const fence = '```';\n");
writeFileSync(join(ROOT, 'src/setup.sh'), '# #region install\nnpm install\n# #endregion\n');

const page = (source: string, block: string) => `# Title\n\n<!-- snippet: ${source} -->\n\n${block}\n\nEnd.\n`;

test.each([
  ['a region, dedented, without marks', 'src/main.ts#inner', '```ts\nif (a) {\n  go();\n}\n```'],
  ['a region inside a region', 'src/main.ts#deepest', '```ts\ngo();\n```'],
  ['a whole file that holds a fence', 'src/fence.mjs', "````js\nconst fence = '```';\n````"],
  ['a region of a shell script', 'src/setup.sh#install', '```sh\nnpm install\n```'],
])('%s is copied in, and then stays', (_what, source, expected) => {
  const synced = syncDocument(ROOT, page(source, '```\nold\n```'));
  expect(synced).toEqual({ text: page(source, expected), snippets: 1, problems: [], changed: [3] });
  expect(syncDocument(ROOT, synced.text)).toEqual({ text: synced.text, snippets: 1, problems: [], changed: [] });
});

test('the language that a block says is kept', () => {
  const block = '```typescript title="main.ts"\ngo();\n```';
  expect(syncDocument(ROOT, page('src/main.ts#deepest', block)).text).toBe(page('src/main.ts#deepest', block));
});

test.each([
  ['src/none.ts', 'src/none.ts does not exist.'],
  ['src/main.ts#none', 'src/main.ts has no region "none".'],
  ['src/main.ts#twice', 'src/main.ts has more than one region "twice".'],
  ['src/main.ts#open', 'The region "open" of src/main.ts has no #endregion.'],
  ['../outside.ts', "../outside.ts is not a path from the repository's root."],
])('%s is a problem, and the document stays as it is', (source, message) => {
  const document = page(source, '```\nold\n```');
  expect(syncDocument(ROOT, document)).toEqual({ text: document, snippets: 1, problems: [{ line: 3, message }], changed: [] });
});

test('a mark without a code block gets one', () => {
  expect(syncDocument(ROOT, '<!-- snippet: src/main.ts#deepest -->\n\nText.\n')).toEqual({
    text: '<!-- snippet: src/main.ts#deepest -->\n\n```ts\ngo();\n```\n\nText.\n',
    snippets: 1,
    problems: [],
    changed: [1],
  });
  expect(syncDocument(ROOT, '<!-- snippet: src/main.ts#deepest -->').text).toBe(
    '<!-- snippet: src/main.ts#deepest -->\n\n```ts\ngo();\n```',
  );
});

test('a mark shown inside a code block is text', () => {
  const document = '````md\n<!-- snippet: src/none.ts -->\n\n```ts\n```\n````\n';
  expect(syncDocument(ROOT, document)).toEqual({ text: document, snippets: 0, problems: [], changed: [] });
});
