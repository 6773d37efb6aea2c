import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEMP = mkdtempSync(join(tmpdir(), 'npm-test-'));
afterAll(() => rmSync(TEMP, { recursive: true }));

const OK = 'node -e ""';
const FAIL = 'node -e "process.exit(1)"';
const SCRIPTS = dirname(fileURLToPath(import.meta.url));

/** Runs this folder's test.mjs in a workspace whose checks do what `scripts` says. */
function runTests(scripts: Readonly<Record<string, string>>, names: readonly string[], jestReport?: object) {
  const root = mkdtempSync(join(TEMP, 'workspace-'));
  cpSync(SCRIPTS, join(root, 'scripts'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json']) writeFileSync(join(root, lock), '{"packages":{}}');
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'workspace', scripts }));
  const write = jestReport === undefined ? '' : `fs.writeFileSync(file, ${JSON.stringify(JSON.stringify(jestReport))});`;
  const fakeJest = `import fs from 'node:fs'; const file = process.argv.at(-1).split('=')[1]; ${write} process.exitCode = 1;`;
  writeFileSync(join(root, 'fake-jest.mjs'), fakeJest);
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/test.mjs'), ...names], { encoding: 'utf8' });
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

const report = { numPassedTests: 5, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 0, numTodoTests: 0 };
const jest = { jest: 'node fake-jest.mjs' };

test.each([
  ['every check passes', { 'format:check': OK, lint: OK }, ['format', 'lint'], undefined, '2 passed, 0 failed', 0],
  ['one check fails', { 'format:check': FAIL, lint: OK }, ['format', 'lint'], undefined, '1 passed, 1 failed', 1],
  ['a check is not there', {}, ['lint'], undefined, '0 passed, 1 failed', 1],
  [
    'what needs the build is skipped without one',
    { build: FAIL, 'pack-test': OK },
    ['build', 'pack'],
    undefined,
    '0 passed, 1 failed, 1 skipped',
    1,
  ],
  ['tests fail', jest, ['jest'], { ...report, numFailedTests: 2, numPendingTests: 1 }, '5 passed, 2 failed, 1 skipped', 1],
  ['test files do not load', jest, ['jest'], { ...report, numRuntimeErrorTestSuites: 3 }, '5 passed, 3 failed', 1],
  ['jest fails for another reason', jest, ['jest'], report, '5 passed, 1 failed', 1],
  ['jest crashes', jest, ['jest'], undefined, '0 passed, 1 failed', 1],
])('%s', (_what, scripts, names, jestReport, lastLine, status) => {
  expect(runTests(scripts, names, jestReport)).toEqual({ status, lastLine });
});

test('a check that does not exist cannot be asked for', () => {
  expect(runTests({}, ['lnt']).status).toBe(2);
});
