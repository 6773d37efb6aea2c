import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree } from '@tackroom/source-tree';
import { checkLinks } from './check-links.js';

const TEMP = mkdtempSync(join(tmpdir(), 'check-links-'));
afterAll(() => rmSync(TEMP, { recursive: true }));

const GUIDE = `# The \`@Tool\` decorator, and *more*

## Twice

## Twice

## BOOT_INVALID

<a id="here"></a>

\`\`\`md
# Not a heading
\`\`\`

<!-- # Nor this -->
`;

function findingsOf(page: string): readonly string[] {
  const root = mkdtempSync(join(TEMP, 'tree-'));
  writeTree(root, { 'docs/guide.md': GUIDE, 'docs/page.md': page, 'src/main.ts': '', 'node_modules/x/README.md': '[x](none.md)' });
  return checkLinks(root).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test.each([
  '[file](../src/main.ts) and [folder](../src) and [line](../src/main.ts#L1)',
  '[page](guide.md) [heading](guide.md#the-tool-decorator-and-more)',
  '[first](guide.md#twice) [second](guide.md#twice-1) [code](guide.md#boot_invalid) [id](guide.md#here)',
  '# Here\n[here](#here)',
  '[out](https://example.com/none.md) [mail](mailto:a@example.com)',
  '```md\n[x](none.md)\n```\n`[x](none.md)`\n<!-- [x](none.md) -->',
])('%s is fine', (page) => {
  expect(findingsOf(page)).toEqual([]);
});

test.each([
  ['[x](none.md)', 'none.md: there is no docs/none.md.'],
  ['![x](none.png "title")', 'none.png: there is no docs/none.png.'],
  ['[![badge](https://example.com/x.png)](none.md)', 'none.md: there is no docs/none.md.'],
  ['[x]: none.md', 'none.md: there is no docs/none.md.'],
  ['<img src="none.png">', 'none.png: there is no docs/none.png.'],
  ['[x](guide.md#none)', 'guide.md#none: docs/guide.md has no heading #none.'],
  ['[x](guide.md#twice-2)', 'guide.md#twice-2: docs/guide.md has no heading #twice-2.'],
  ['[x](guide.md#not-a-heading)', 'guide.md#not-a-heading: docs/guide.md has no heading #not-a-heading.'],
  ['[x](#none)', '#none: docs/page.md has no heading #none.'],
  ['[x](/docs/guide.md)', '/docs/guide.md works on no site but one: write it relative to this page.'],
  ['[x](../../elsewhere.md)', '../../elsewhere.md leads out of the repository.'],
])('%s is reported', (line, message) => {
  expect(findingsOf(`Text.\n\n${line}\n`)).toEqual([`docs/page.md:3 ${message}`]);
});
