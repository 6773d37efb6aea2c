// @ts-check
/** Compiles the workspace when a source changed since the last build. Saves the second that an idle `tsc -b` costs. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { runProcess } from './run-process.mjs';

/**
 * Runs `tsc -b` if a source, a configuration or an output is not what the last successful build left. Compiler messages go to
 * stderr.
 *
 * @param {string} root
 * @returns {Promise<boolean>} whether an up-to-date build is in place
 */
export async function buildIfStale(root) {
  const stamp = join(root, 'node_modules', '.cache', 'tackroom', 'build');
  const inputs = digestInputs(root);
  if (readStamp(stamp) === inputs && outputsExist(root)) return true;
  process.stderr.write('Building (tsc -b) …\n');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if ((await runProcess(process.execPath, [tsc, '-b'], { cwd: root, quietStdout: true })) !== 0) {
    rmSync(stamp, { force: true });
    return false;
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
  return true;
}

/**
 * Path, size and time of every file that the build reads.
 *
 * @param {string} root
 */
function digestInputs(root) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  for (const name of ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json']) add(join(root, name));
  for (const project of projects(root)) {
    add(join(root, project, 'tsconfig.json'));
    add(join(root, project, 'package.json'));
    const src = join(root, project, 'src');
    for (const name of readdirSync(src, { recursive: true, encoding: 'utf8' }).sort()) {
      if (/\.(ts|tsx|json)$/.test(name) && !name.includes('.test.')) add(join(src, name));
    }
  }
  return hash.digest('hex');
}

/** @param {string} root */
function outputsExist(root) {
  return projects(root).every((project) => existsSync(join(root, project, 'dist', '.tsbuildinfo')));
}

/**
 * Folders of the projects that the root tsconfig.json lists.
 *
 * @param {string} root
 * @returns {string[]}
 */
function projects(root) {
  /** @type {{ references: { path: string }[] }} */
  const config = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  return config.references.map((reference) => reference.path);
}

/** @param {string} path */
function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
