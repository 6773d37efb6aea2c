import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot, writeTree } from '@tackroom/source-tree';
import { checkErrorCodes, usedCodes } from './check-error-codes.js';
import { readErrorCodes } from './read-error-codes.js';

const TEMP = mkdtempSync(join(tmpdir(), 'check-error-codes-'));
afterAll(() => rmSync(TEMP, { recursive: true }));

test.each([
  "throw new HarnessError('A_CODE', 'x');",
  "throw problemsError('A_CODE', 'x', problems);",
  "problems.push(problem('A_CODE', where));",
  "errorResult(id, name, 'A_CODE', text);",
  "throw new ToolFailure('x', { code: 'A_CODE' });",
  "throw new ToolFailure('x', { code: `A_CODE` });",
  "this.code = options.code ?? 'A_CODE';",
  "const code = isLate ? 'A_CODE' : given;",
  "const errorCode = ('A_CODE' as const);",
  "function fail(code = 'A_CODE') {}",
  "class X { readonly code = 'A_CODE'; }",
  "const codeOf = () => 'A_CODE';",
  "function codeOf() { return late ? other : 'A_CODE'; }",
  "process.stderr.write('tackroom: not built [A_CODE]\\n');",
  'process.stderr.write(`${name}: not built [A_CODE]\\n`);',
])('%s uses the code', (text) => {
  expect(readErrorCodes('x.ts', text)).toEqual([{ code: 'A_CODE', line: 1 }]);
});

test.each([
  "if (error.code === 'A_CODE') retry();",
  "switch (error.code) { case 'A_CODE': retry(); }",
  "process.env['A_CODE'];",
  "const names = ['A_CODE'];",
  "type Codes = { code: 'A_CODE' };",
  "const x = { variable: 'A_CODE' };",
  "// new HarnessError('A_CODE')",
  "fail('lower_case'); fail('SINGLE'); fail('A_CODE at last');",
  "isErrno(error, 'ERR_MODULE_NOT_FOUND');",
  "name.startsWith('BASH_FUNC');",
  "errorResult(call, 'TOOL_PARAMETER_INVALID', text);",
])('%s uses none', (text) => {
  expect(readErrorCodes('x.ts', text)).toEqual([]);
});

const SOURCES = {
  'packages/core/package.json': '{ "name": "@tackroom/core" }',
  'packages/core/src/x.ts': "\nfail('CORE_X');",
  'packages/core/src/x.test.ts': "fail('TEST_X');",
  'packages/core/dist/x.ts': "fail('DIST_X');",
  'apps/cli/package.json': '{ "name": "@tackroom/cli" }',
  'apps/cli/bin/cli.js': "write('no [CLI_X]');",
  'apps/examples/one/package.json': '{ "name": "one" }',
  'apps/examples/one/src/main.ts': "fail('EXAMPLE_X');",
  'tools/x/package.json': '{ "name": "x" }',
  'tools/x/src/x.ts': "fail('TOOL_X');",
};

function findingsOf(page: Readonly<Record<string, string>>): readonly string[] {
  const root = mkdtempSync(join(TEMP, 'tree-'));
  writeTree(root, { ...SOURCES, ...page });
  return checkErrorCodes(root).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test('a page that lists exactly the codes in use passes, whether in tables or under headings', () => {
  expect(findingsOf({ 'docs/reference/errors.md': '| `CORE_X` | thrown |\n\n### `CLI_X`\n\nText with `OTHER_X`.\n' })).toEqual([]);
});

test('codes that are missing, made up or repeated are reported', () => {
  expect(findingsOf({ 'docs/reference/errors.md': '| `CLI_X` | a |\n| `MADE_UP` | b |\n| `CLI_X` | c |\n' })).toEqual([
    'docs/reference/errors.md:2 MADE_UP is used nowhere.',
    'docs/reference/errors.md:3 CLI_X is listed twice.',
    'packages/core/src/x.ts:2 docs/reference/errors.md does not list CORE_X.',
  ]);
});

test('a missing page is one finding', () => {
  expect(findingsOf({})).toEqual(['docs/reference/errors.md:0 This page is missing.']);
});

test('the codes of this repository are found', () => {
  expect([...usedCodes(repositoryRoot()).keys()]).toEqual(expect.arrayContaining(['TOOL_FAILED', 'PATTERN_INVALID', 'CLI_NOT_BUILT']));
});
