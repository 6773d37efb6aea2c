// @ts-check
/**
 * `npm test`: every check of the workspace, one after another, each under its heading. All of them run even when one fails; the
 * last line of stdout says how many passed and failed (jest's tests one by one, every other check as one).
 * `npm test -- lint layers` runs only the named ones.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfStale } from './install-if-stale.mjs';
import { runNpm } from './run-process.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @typedef {{ name: string, script: readonly string[], needsBuild?: boolean, count?: (code: number) => Tally }} Step
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), 'tackroom-test-'));
const jestReport = join(scratch, 'jest.json');

/** @type {readonly Step[]} */
const steps = [
  { name: 'format', script: ['format:check'] },
  { name: 'lint', script: ['lint'] },
  { name: 'layers', script: ['layers'] },
  { name: 'build', script: ['build'] },
  { name: 'types', script: ['typecheck'] },
  { name: 'jest', script: ['jest', '--', '--json', `--outputFile=${jestReport}`], count: countJest },
  ...exampleSteps(),
  { name: 'snippets', script: ['snippets:check'] },
  { name: 'llms', script: ['llms:check'] },
  { name: 'type-table', script: ['type-table:check'], needsBuild: true },
  { name: 'toolkit-schemas', script: ['toolkit-schemas:check'], needsBuild: true },
  { name: 'docs', script: ['docs:check'] },
  { name: 'pack', script: ['pack-test'], needsBuild: true },
  { name: 'knip', script: ['knip'] },
];

process.exitCode = await main(process.argv.slice(2));
rmSync(scratch, { recursive: true, force: true });

/**
 * @param {readonly string[]} only
 * @returns {Promise<number>} the exit code
 */
async function main(only) {
  const unknown = only.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`No check is called ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.\n`);
    return 2;
  }
  if (!(await installIfStale(root))) {
    process.stdout.write('0 passed, 1 failed\n');
    return 1;
  }
  const selected = only.length > 0 ? steps.filter((step) => only.includes(step.name)) : steps;
  return report(await runSteps(selected));
}

/** @param {readonly Step[]} selected */
async function runSteps(selected) {
  /** @type {{ name: string, tally: Tally, seconds: number }[]} */
  const results = [];
  const buildFailed = () => results.some(({ name, tally }) => name === 'build' && tally.failed > 0);
  for (const step of selected) {
    process.stdout.write(`\n=== ${step.name} ===\n`);
    const started = performance.now();
    const tally = step.needsBuild && buildFailed() ? { passed: 0, failed: 0, skipped: 1 } : await runStep(step);
    const seconds = (performance.now() - started) / 1000;
    results.push({ name: step.name, tally, seconds });
  }
  return results;
}

/**
 * @param {Step} step
 * @returns {Promise<Tally>}
 */
async function runStep({ script, count }) {
  const code = await runNpm(['run', '--silent', ...script], { cwd: root });
  if (count !== undefined) return count(code);
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * @param {readonly { name: string, tally: Tally, seconds: number }[]} results
 * @returns {number} the exit code
 */
function report(results) {
  process.stdout.write('\n=== summary ===\n');
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, tally, seconds } of results) {
    const verdict = tally.failed > 0 ? 'FAILED' : tally.passed > 0 ? 'ok' : 'skipped';
    process.stdout.write(`${verdict.padEnd(8)}${name} (${seconds.toFixed(1)} s)\n`);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
  return total.failed > 0 ? 1 : 0;
}

/**
 * Counts tests, and test files that did not load as one failure each. jest that failed without a failed test (it crashed, or
 * found no tests) is one failure.
 *
 * @param {number} code
 * @returns {Tally}
 */
function countJest(code) {
  if (!existsSync(jestReport)) return { passed: 0, failed: 1, skipped: 0 };
  const found = JSON.parse(readFileSync(jestReport, 'utf8'));
  const failed = found.numFailedTests + found.numRuntimeErrorTestSuites;
  return {
    passed: found.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: found.numPendingTests + found.numTodoTests,
  };
}

/**
 * Every example checks itself; one without a `check` script fails here.
 *
 * @returns {Step[]}
 */
function exampleSteps() {
  const folder = join(root, 'apps', 'examples');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const examples = names.filter((name) => existsSync(join(folder, name, 'package.json')));
  return examples.map((name) => ({ name: `example:${name}`, script: ['check', '-w', `apps/examples/${name}`], needsBuild: true }));
}
