import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const isBuilt =
  existsSync(join(modules, '@tackroom/schema-compiler/dist/ts-jest.js')) && existsSync(join(modules, 'tackroom/dist/index.js'));

/** A project of a user, on built packages, whose tests see signatures. */
const folder = mkdtempSync(join(tmpdir(), 'tackroom-ts-jest-'));
cpSync(fileURLToPath(new URL('fixtures/ts-jest', import.meta.url)), folder, { recursive: true });
symlinkSync(modules, join(folder, 'node_modules'), 'junction');
afterAll(() => rmSync(folder, { recursive: true }));

/** What jest says of the project: the test's failures, none if it passed. */
function runJest(): Promise<readonly string[]> {
  const jest = [join(modules, 'jest/bin/jest.js'), '--json', '--runInBand', '--cacheDirectory', join(folder, 'cache'), '--watchman=false'];
  const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules', NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, jest, { cwd: folder, env }, (error, stdout, stderr) => {
      if (!stdout.startsWith('{')) return reject(new Error(`jest says nothing of its tests: ${stderr}`, { cause: error }));
      const report = JSON.parse(stdout) as { testResults: { message: string }[]; numTotalTests: number };
      const messages = report.testResults.map(({ message }) => message).filter((message) => message !== '');
      resolve(report.numTotalTests > 0 ? messages : [...messages, stderr]);
    });
  });
}

test('a user who puts the transformer into the configuration of jest needs no @Param', async () => {
  if (!isBuilt) {
    if (process.env['CI'] === 'true') throw new Error('The packages are not built: run npm run build first.');
    return; // not built on this machine; the runner of all checks builds first
  }
  expect(await runJest()).toEqual([]);

  const config = join(folder, 'jest.config.mjs');
  writeFileSync(config, readFileSync(config, 'utf8').replace(/, astTransformers: .*/, ' }],'));
  expect((await runJest()).join('\n')).toContain('PARAM_TYPE_UNKNOWN');
}, 90_000);
