import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree } from '@tackroom/source-tree';
import { checkComponents } from './check-components.js';

const TEMP = mkdtempSync(join(tmpdir(), 'check-components-'));
afterAll(() => rmSync(TEMP, { recursive: true }));

const SOURCES = {
  'packages/core/package.json': '{ "name": "@tackroom/core" }',
  'packages/core/src/index.ts': '',
  'packages/core/src/permissions/match/glob.ts': '',
  'packages/core/src/only-tests/x.test.ts': '',
  'tools/bench/package.json': '{ "name": "@tackroom/bench" }',
  'tools/bench/src/cells/x.mjs': '',
  'scripts/start.mjs': '',
};

const PAGE = `# Components

- \`packages/core/src\` – the public face, see \`packages/core/src/none\`
| \`packages/core/src/permissions/match/\` | matchers |
- \`tools/bench\`
- \`scripts\`
`;

function findingsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const root = mkdtempSync(join(TEMP, 'tree-'));
  writeTree(root, { ...SOURCES, ...files });
  return checkComponents(root).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test('a page with a line for every folder of sources passes', () => {
  expect(findingsOf({ 'docs/components.md': PAGE })).toEqual([]);
});

test('folders that are missing, gone or repeated are reported', () => {
  const page = PAGE.replace('- `scripts`\n', '- `packages/core/src/gone`\n- `packages/core/src`\n');
  expect(findingsOf({ 'docs/components.md': page })).toEqual([
    'docs/components.md:6 packages/core/src/gone holds no sources.',
    'docs/components.md:7 packages/core/src is listed twice.',
    'docs/components.md:0 There is no line for scripts.',
  ]);
});

test('a missing page is one finding', () => {
  expect(findingsOf({})).toEqual(['docs/components.md:0 This page is missing.']);
});
