import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree } from '@tackroom/source-tree';
import { buildLlmsText } from './build-llms-text.js';
import { packDocs, packedDocs, removeDocs } from './pack-docs.js';
import { summarize } from './page-summary.js';

const TEMP = mkdtempSync(join(tmpdir(), 'llms-txt-'));
afterAll(() => rmSync(TEMP, { recursive: true }));

test.each([
  ['one line', '# Testing\n\nTests run. Others do not.\n', 'Tests run.'],
  ['a paragraph of several lines', '# T\n\nIt reads\nfiles.\n\nMore.\n', 'It reads files.'],
  ['a link and bold text', '# T\n\nWhat **every** [tool](tools.md#x) says.\n', 'What every tool says.'],
  ['a number with a point, and a file', '# T\n\nNode 20.19 reads `main.ts`. It does.\n', 'Node 20.19 reads `main.ts`.'],
  ['a sentence that leads to a block', '# T\n\nDo this:\n\n```sh\nls\n```\n', 'Do this.'],
  ['code, a comment, a table and a list before', '<!-- x. -->\n# T\n\n```sh\nls. Now.\n```\n\n| a |\n\n- b\n\nAt last.\n', 'At last.'],
  ['code in front', '# T\n\n`tackroom` calls tools. And more.\n', '`tackroom` calls tools.'],
  ['no paragraph', '# T\n\n- b\n', ''],
])('the first sentence: %s', (_what, page, sentence) => {
  expect(summarize(page).sentence).toBe(sentence);
});

test('the title is the first heading, as it is read', () => {
  expect(summarize('Text.\n\n# The [`@Tool`](x.md) **page**\n\n# Other\n').title).toBe('The `@Tool` page');
});

const manifest = (name: string, more: object = {}): string => JSON.stringify({ name, version: '1.0.0', ...more });

function treeOf(more: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(TEMP, 'tree-'));
  writeTree(root, {
    'package.json': JSON.stringify({ name: 'root', workspaces: ['packages/*', 'apps/examples/*'] }),
    'README.md': '# Shop\n\nIt sells. Much.\n',
    ...more,
  });
  return root;
}

test('pages come in sections, guides in the order of reading, the main package first', () => {
  const root = treeOf({
    'docs/guides/a-new-one.md': '# New\n\nA new one.\n',
    'docs/guides/testing.md': '# Testing\n\nHow to test.\n',
    'docs/guides/getting-started.md': '# Getting started\n\nWhere to begin. Then on.\n',
    'docs/reference/cli.md': '# The command line\n\nAll flags.\n',
    'packages/core/package.json': manifest('@shop/core'),
    'packages/core/README.md': '# @shop/core\n\nThe core.\n',
    'packages/tackroom/package.json': manifest('tackroom'),
    'packages/tackroom/README.md': '# tackroom\n\nAll of it.\n',
    'apps/examples/first/package.json': manifest('first', { private: true, description: 'A first one.' }),
    'apps/examples/first/src/a.ts': '',
    'apps/examples/first/src/main.ts': '',
    'CHANGELOG.md': '# Changelog\n\nWhat changed.\n',
  });
  expect(buildLlmsText(root)).toEqual({
    findings: [],
    text: `# Shop

> It sells.

Programs import everything from \`tackroom\`, tests also from \`@tackroom/testing\`; TypeScript needs \`"experimentalDecorators": true\`. [README.md](README.md) has a whole program.

## Guides

- [Getting started](docs/guides/getting-started.md): Where to begin.
- [Testing](docs/guides/testing.md): How to test.
- [New](docs/guides/a-new-one.md): A new one.

## Reference

- [The command line](docs/reference/cli.md): All flags.

## Packages

- [tackroom](packages/tackroom/README.md): All of it.
- [@shop/core](packages/core/README.md): The core.

## Examples

- [first](apps/examples/first/src/main.ts): A first one.

## Optional

- [Changelog](CHANGELOG.md): What changed.
`,
  });
});

test('a page that says nothing of itself is a finding', () => {
  const root = treeOf({ 'docs/guides/mute.md': '# Mute\n\n- x\n', 'docs/reference/nameless.md': 'Only text.\n' });
  expect(buildLlmsText(root).findings.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    'docs/guides/mute.md: llms.txt cannot list this page: it has no first sentence. Say in one sentence what it is for.',
    'docs/reference/nameless.md: llms.txt cannot list this page: it has no heading. Say in one sentence what it is for.',
  ]);
});

test('a package gets the pages that its users need; links that would lead nowhere are words', () => {
  const root = treeOf({
    'docs/guides/testing.md':
      '# Testing\n\nHow to [test](../reference/cli.md#flags), and [why](../decisions/1.md). See [us](https://example.org).\n',
    'docs/reference/cli.md': '# The command line\n\nAll flags. [Back](#flags), [on](../../packages/tackroom/README.md).\n',
    'packages/tackroom/package.json': manifest('tackroom'),
    'packages/tackroom/README.md': '# tackroom\n\nAll of it.\n',
    'packages/tackroom/docs/gone.md': '# Gone\n',
    'CHANGELOG.md': '# Changelog\n\nWhat changed.\n',
  });
  const docs = packedDocs(root);
  expect([...docs.keys()]).toEqual(['docs/guides/testing.md', 'docs/reference/cli.md', 'llms.txt']);
  expect(docs.get('docs/guides/testing.md')).toContain('How to [test](../reference/cli.md#flags), and why. See [us](https://example.org).');
  expect(docs.get('docs/reference/cli.md')).toContain('[Back](#flags), on.');
  expect(docs.get('llms.txt')?.match(/^(## .*|- \[.*?\])/gm)).toEqual(['## Guides', '- [Testing]', '## Reference', '- [The command line]']);

  packDocs(root, 'packages/tackroom');
  expect(readFileSync(join(root, 'packages/tackroom/llms.txt'), 'utf8')).toBe(docs.get('llms.txt'));
  expect(existsSync(join(root, 'packages/tackroom/docs/gone.md'))).toBe(false);
  removeDocs(root, 'packages/tackroom');
  expect(['docs', 'llms.txt', 'README.md'].map((path) => existsSync(join(root, 'packages/tackroom', path)))).toEqual([false, false, true]);
});
