// @ts-check
/** Brings node_modules in line with package-lock.json when it is not. Needs nothing but Node and npm. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './run-process.mjs';

/** @typedef {{ packages: Record<string, { version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }> }} Lockfile */

/**
 * Installs what the lock file asks for, unless it is there already. npm's output goes to stderr.
 *
 * @param {string} root
 * @returns {Promise<boolean>} whether the packages are in place
 */
export async function installIfStale(root) {
  const state = installState(root);
  if (state === 'fresh') return true;
  // A checkout that someone works in is brought up to date in place: `npm ci` would first empty node_modules under running tools.
  const command = state === 'missing' || process.env['CI'] ? 'ci' : 'install';
  process.stderr.write(`Installing packages (npm ${command}) …\n`);
  return (await runNpm([command, '--no-audit', '--no-fund'], { cwd: root, quietStdout: true })) === 0;
}

/**
 * Compares what npm recorded as installed with what the lock file asks for. Packages that npm may leave out on this machine
 * (built for another platform) are not missed.
 *
 * @param {string} root
 * @returns {'fresh' | 'stale' | 'missing'}
 */
export function installState(root) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined || wanted === undefined) return 'missing';
  for (const [path, { version, integrity, link, optional, devOptional }] of Object.entries(wanted.packages)) {
    if (!path.includes('node_modules/')) continue;
    const found = installed.packages[path];
    const same = found !== undefined && found.version === version && found.integrity === integrity && found.link === link;
    if (!same && !(found === undefined && (optional || devOptional))) return 'stale';
  }
  return 'fresh';
}

/**
 * @param {string} path
 * @returns {Lockfile | undefined}
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // Missing or cut short: either way npm has to write it again.
  }
}
