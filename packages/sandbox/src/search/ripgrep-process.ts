import { spawn, type ChildProcess } from 'node:child_process';
import { ToolFailure } from '@tackroom/core';

const MAX_STDERR_BYTES = 16_384;

/** One run of ripgrep. */
export interface RipgrepRun {
  readonly binary: string;
  readonly args: readonly string[];
  /** Directory to run in; must stay valid until the run has started. */
  readonly directory: string;
  /** Descriptor to read from, text to read, or nothing. */
  readonly stdin?: number | AsyncIterable<Uint8Array> | undefined;
  /** Descriptor that the child sees as number 3. */
  readonly extra?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Takes output as it comes; `false` ends the run at once. */
  readonly onOutput: (chunk: Buffer) => boolean;
}

/** How a run ended. `stopped` means that `onOutput` had seen enough. */
export interface RipgrepEnd {
  readonly code: number | null;
  readonly stopped: boolean;
  /** Bounded. */
  readonly stderr: string;
}

/**
 * Runs ripgrep with an empty environment and no shell. It is killed as soon as enough was seen or the signal fires;
 * settles when it is gone. Rejects with `ToolFailure` `SEARCH_CANCELLED`, `SEARCH_UNAVAILABLE` or `SEARCH_FAILED`.
 */
export async function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  throwIfAborted(run.signal);
  const child = start(run);
  let stopped = false;
  let stderr = '';
  const stop = (): void => void child.kill('SIGKILL');
  run.signal?.addEventListener('abort', stop, { once: true });
  child.stdout?.on('data', (chunk: Buffer) => {
    if (stopped || run.onOutput(chunk)) return;
    stopped = true;
    stop();
  });
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (text: string) => {
    if (stderr.length < MAX_STDERR_BYTES) stderr += text.slice(0, MAX_STDERR_BYTES - stderr.length);
  });
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', (error) => reject(notStarted(error)));
      child.once('close', (code) => resolve(code));
    });
    const [code] = await Promise.all([ended, typeof run.stdin === 'object' ? feed(child, run.stdin, ended) : undefined]);
    throwIfAborted(run.signal);
    if (code === null && !stopped)
      throw new ToolFailure('The search ended before it was done. Try again with a narrower path.', { code: 'SEARCH_FAILED' });
    return { code, stopped, stderr };
  } finally {
    run.signal?.removeEventListener('abort', stop);
  }
}

/** Paths in messages of ripgrep are relative; each message becomes one bounded line. */
export function complaints(stderr: string): readonly string[] {
  // The last line may have been cut.
  const whole = stderr.slice(0, stderr.lastIndexOf('\n') + 1);
  const lines = whole.split('\n').filter((line) => line.startsWith('rg: '));
  return lines.map((line) =>
    line
      .slice('rg: '.length)
      .replace(/^\.\/(?!: )|(?<=^\.)\/(?=: )/, '')
      .replace(/ \(os error \d+\)$/, '')
      .slice(0, 300),
  );
}

function start(run: RipgrepRun): ChildProcess {
  const stdin = typeof run.stdin === 'number' ? run.stdin : run.stdin === undefined ? 'ignore' : 'pipe';
  const windows = process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {};
  try {
    return spawn(run.binary, run.args, {
      cwd: run.directory,
      env: windows,
      stdio: run.extra === undefined ? [stdin, 'pipe', 'pipe'] : [stdin, 'pipe', 'pipe', run.extra],
      windowsHide: true,
    });
  } catch (error) {
    throw notStarted(error);
  }
}

/** Writes until the input ends or the child does, which may be as soon as it has found what it was asked for. */
async function feed(child: ChildProcess, input: AsyncIterable<Uint8Array>, ended: Promise<unknown>): Promise<void> {
  const { stdin } = child;
  if (stdin === null) return;
  let over = false;
  const gone = ended.then(
    () => undefined,
    () => undefined,
  );
  void gone.then(() => (over = true));
  stdin.on('error', () => (over = true));
  for await (const chunk of input) {
    if (over) return;
    if (!stdin.write(chunk)) await Promise.race([new Promise<void>((resolve) => stdin.once('drain', resolve)), gone]);
  }
  stdin.end();
}

function notStarted(cause: unknown): ToolFailure {
  return new ToolFailure('Searching needs ripgrep, and it could not be started.', { code: 'SEARCH_UNAVAILABLE', cause });
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new ToolFailure('The search was cancelled.', { code: 'SEARCH_CANCELLED' });
}
