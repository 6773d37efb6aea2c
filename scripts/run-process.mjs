// @ts-check
/** Starts a child process, waits for it, and gives its exit code. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * @typedef {object} RunOptions
 * @property {string} cwd
 * @property {boolean} [quietStdout] Send the child's stdout to our stderr, so that our stdout stays the caller's.
 * @property {Readonly<Record<string, string | undefined>>} [env]
 */

/**
 * Runs `command` without a shell and without stdin. A child ended by a signal counts as 128 plus the signal's number; one
 * that could not be started as 127.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} options
 * @returns {Promise<number>}
 */
export function runProcess(command, args, { cwd, quietStdout = false, env = process.env }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', quietStdout ? 2 : 'inherit', 'inherit'] });
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(127);
    });
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/**
 * Runs npm itself: the copy that started us, else the one on the path.
 *
 * @param {readonly string[]} args
 * @param {RunOptions} options
 */
export function runNpm(args, options) {
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('.js') ? runProcess(process.execPath, [npm, ...args], options) : runProcess('npm', args, options);
}
