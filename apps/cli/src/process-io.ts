import { CliError, reasonOf } from './cli-error.js';
import { ExitCode } from './exit-code.js';
import type { CommandIo, CommandOutput } from './io.js';

/** Signals that ask a program to stop. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command as this process and ends the process with its exit code, whatever tools left running. `report` prints
 * an error that the command itself cannot come to know of.
 */
export async function asProcess(
  command: (io: CommandIo) => Promise<ExitCode>,
  report: (error: unknown, io: CommandIo) => ExitCode,
): Promise<never> {
  const stop = new AbortController();
  const stderr = takeStderr();
  const stdout = takeStdout(stop);
  const io: CommandIo = {
    stdout: stdout.output,
    stderr: stderr.output,
    divertStderr: stderr.divert,
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    get cwd() {
      return currentDirectory();
    },
    signal: stop.signal,
    interrupt: () => interrupt(stop, 'Ctrl-C'),
  };
  stopOnSignals(stop);
  surviveStrayErrors(io);
  const ended = expectEnd(() => report(new CliError('CLI_FAILED', 'A tool or a module ended the process with process.exit().'), io));
  const code = await Promise.race([command(io), stalled().then((error) => report(error, io))]);
  await stdout.flush();
  ended();
  process.exit(stdout.failed() ? ExitCode.failed : code);
}

/**
 * Keeps stdout for what the command says: what tools and their libraries print goes to stderr, where it breaks no JSON.
 * A reader that leaves early stops the command's work, quietly, as in any pipeline.
 */
function takeStdout(stop: AbortController): { readonly output: CommandOutput; flush(): Promise<void>; failed(): boolean } {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  let open = true;
  let failed = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    stop.abort(error);
    if (error.code === 'EPIPE' || failed) return;
    failed = true;
    stderr.write(`tackroom: The output cannot be written: ${reasonOf(error)} [CLI_OUTPUT_FAILED]\n`);
  });
  stdout.write = stderr.write.bind(stderr);
  return {
    output: {
      write: (text) => open && write(text),
      isTTY: stdout.isTTY,
      get columns() {
        return stdout.columns > 0 ? stdout.columns : undefined;
      },
      get rows() {
        return stdout.rows > 0 ? stdout.rows : undefined;
      },
    },
    // A pipe may take a write later than it was made; what is left then is lost with the process.
    flush: () => new Promise((done) => void (open ? write('', () => done()) : done())),
    failed: () => failed,
  };
}

/** A shell may stand in a directory that somebody removed. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new CliError('CLI_CWD_MISSING', `The current directory does not exist any more: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Nobody has to read the log. What tools print lands here too, and whoever draws on the terminal must know of it. */
function takeStderr(): { readonly output: CommandOutput; readonly divert: CommandIo['divertStderr'] } {
  const { stderr } = process;
  const takers: ((text: string) => void)[] = [];
  const write = stderr.write.bind(stderr) as (...given: unknown[]) => boolean; // it has several forms, which are handed on as they came
  stderr.on('error', () => undefined);
  stderr.write = (...given: unknown[]): boolean => {
    const taker = takers.at(-1);
    if (taker === undefined) return write(...given);
    const [chunk] = given;
    taker(typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString()); // a stream takes nothing else
    const done = given.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
  return {
    output: { write: (text) => stderr.write(text), isTTY: stderr.isTTY, columns: stderr.columns },
    divert(take) {
      if (!stderr.isTTY) return () => undefined;
      takers.push(take);
      return () => {
        const at = takers.lastIndexOf(take);
        if (at >= 0) takers.splice(at, 1);
      };
    },
  };
}

/** The first signal cancels the command's work, which then says so; the second one ends the process at once. */
function stopOnSignals(stop: AbortController): void {
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => interrupt(stop, signal));
  }
}

function interrupt(stop: AbortController, by: string): void {
  if (stop.signal.aborted) process.exit(ExitCode.cancelled);
  stop.abort(new Error(`stopped by ${by}`));
}

/** Somebody else may end the process, with an exit code of success. `onExit` gives the right one. */
function expectEnd(onExit: () => ExitCode): () => void {
  const listener = (): void => {
    if (process.exitCode !== ExitCode.cancelled) process.exitCode = onExit();
  };
  process.once('exit', listener);
  return () => void process.off('exit', listener);
}

/** A promise or timer that a tool forgot must not take the run with it: its call has a deadline, and the log says why. */
function surviveStrayErrors(io: CommandIo): void {
  const survive = (error: unknown): void => {
    io.stderr.write(
      `tackroom: Something outside of any call failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  };
  process.on('unhandledRejection', survive);
  process.on('uncaughtException', survive);
}

/** Settles when nothing is left that could ever wake this process, although its command has not ended. */
function stalled(): Promise<CliError> {
  return new Promise((resolve) => {
    process.once('beforeExit', () => {
      const message =
        'The command waits for something that can never happen, such as a top-level await, in a configuration or a --tools module, that nobody ends.';
      resolve(new CliError('CLI_STALLED', message));
    });
  });
}
