/**
 * `npm run bench [-- --json FILE] [-- --only NAME,…]`: every figure beside its floor, measured in the same process. Each
 * cell has a process of its own, so that none inherits another's heap or inline caches.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

const NAMES = [
  'direct',
  'loop-20',
  'loop-20-stream',
  'par-50',
  'tools-10',
  'tools-100',
  'tools-1000',
  'tools-5000',
  'long-500',
  'stream',
  'alloc',
  'cold',
  'boot-1000',
  'retained',
  'schemas-500',
  'boot-manifest-1000',
  'grep-200mb',
  'glob-100000',
  'read-middle',
  'edit-1mb',
  'command',
  'command-sandbox',
  'command-sandbox-root',
  'decide',
  'decide-shell',
];
const CELL = new URL('./cell.mjs', import.meta.url).pathname;
/** A young generation that nothing is collected from while one run is measured. */
const ROOMY = ['--max-semi-space-size=512', '--min-semi-space-size=512'];

const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });
const only = values.only?.split(',');
const unknown = only?.filter((name) => !NAMES.includes(name)) ?? [];
if (unknown.length > 0) {
  process.stderr.write(`bench: no such benchmark: ${unknown.join(', ')}. There are: ${NAMES.join(', ')}.\n`);
  process.exit(2);
}

const results = NAMES.filter((name) => only?.includes(name) ?? true).map(measure);
if (values.json !== undefined) {
  const report = { node: process.version, cpus: availableParallelism(), load: loadavg()[0], results };
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
process.exit(results.some((result) => result.error !== undefined) ? 1 : 0);

function measure(name) {
  const flags = ['--expose-gc', ...(name === 'alloc' ? ROOMY : [])];
  const child = spawnSync(process.execPath, [...flags, CELL, name], { encoding: 'utf8', timeout: 300_000 });
  const line = child.stdout.trim().split('\n').at(-1) ?? '';
  const result =
    child.status === 0 ? JSON.parse(line) : { name, error: child.stderr.trim() || `ended with ${child.status ?? child.signal}` };
  process.stdout.write(`${row(result)}\n`);
  return result;
}

function row({ name, error, ...figures }) {
  if (error !== undefined) return `${name.padEnd(16)} failed: ${error}`;
  const shown = Object.entries(figures).map(([key, value]) => `${key} ${typeof value === 'number' ? format(value) : value}`);
  return `${name.padEnd(16)} ${shown.join('   ')}`;
}

function format(value) {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}
