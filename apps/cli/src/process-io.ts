import type { CommandIo } from './io.js';

/**
 * This process's streams. The first interrupt cancels the command's work; the second one ends the process at once. A
 * closed pipe ends the command quietly, as it does for any other tool in a pipeline.
 */
export function processIo(): CommandIo {
  const interrupted = new AbortController();
  process.on('SIGINT', () => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort(new Error('interrupted'));
  });
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    signal: interrupted.signal,
  };
}
