import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import type { CommandChunk, CommandResult } from '@tackroom/core';
import { KeptOutput } from './kept-output.js';
import { openOutputPipes, readFrom, type OutputPipe } from './output-pipes.js';
import { endGroup, killOnExit, signalGroup } from './process-group.js';
import { TerminalText } from './terminal-text.js';
import { Utf8Decoder } from './utf8-decoder.js';

/** The longest time that a Node timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** How long a killed process may take to be gone before it is given up; only the kernel can hold it. */
const GIVE_UP_MS = 2_000;

/** One program to run in a process group of its own. Times are milliseconds. */
export interface ProcessRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Must stay valid until the program has started. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Descriptor to read from; nothing (`/dev/null`) when undefined. */
  readonly stdin: number | undefined;
  /** Descriptors that the program sees as number 3 and up, in this order; `pipe` makes one that this process talks over. */
  readonly extra: readonly (number | 'pipe')[];
  /** Is given this process's ends of the pipes in `extra`, once the program runs. */
  readonly attach?: ((pipes: readonly Duplex[], group: number) => void) | undefined;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onOutput: ((chunk: CommandChunk) => void) | undefined;
  readonly maxOutputChars: number;
  /** Between TERM and KILL. */
  readonly graceMs: number;
  /**
   * Asks the program to end, in place of TERM to its group: for a program that shields others from it. Where there was
   * nobody to ask it returns false, and KILL follows at once, before anything starts that was not wanted any more.
   */
  readonly terminate?: ((group: number) => boolean) | undefined;
  /** Ends the program for good, in place of KILL to its group: for a program that others could outlive. */
  readonly kill?: ((group: number) => void) | undefined;
  /** How long output is still read after the program itself has ended. */
  readonly drainMs: number;
}

/**
 * Runs a program without a terminal and settles when it has ended, not when everything that inherited its output has.
 * The deadline and the signal end the whole group: TERM, then KILL. Whatever the program leaves behind in its group is
 * ended too. Rejects only with the system's error when it could not be started.
 */
export async function runProcess(run: ProcessRun): Promise<CommandResult> {
  const startedAt = performance.now();
  const pipes = await openOutputPipes(2);
  const child = start(run, pipes);
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  // Not before it has started: its own start goes on meanwhile.
  const [ownStdout, ownStderr] = (pipes ?? []).map(readFrom);
  const stdout = new OutputReader(ownStdout ?? child.stdout, 'stdout', run);
  const stderr = new OutputReader(ownStderr ?? child.stderr, 'stderr', run);
  const closed = Promise.all([stdout.closed, stderr.closed]);
  const group = child.pid;
  // A child without an id never started: its `error` event tells why.
  if (group === undefined) {
    stdout.end();
    stderr.end();
    throw await ended.catch((error: unknown) => error);
  }
  const forget = killOnExit(group);
  run.attach?.(
    run.extra.flatMap((extra, index) => (extra === 'pipe' ? [child.stdio[3 + index] as Duplex] : [])), // what Node makes of a pipe
    group,
  );
  const stop = new Stop(group, run);
  try {
    const { code, signal } = await Promise.race([ended, stop.givenUp]);
    stop.disarm();
    await Promise.race([closed, delay(run.drainMs)]);
    const leftBehind = await endGroup(group, Math.min(run.graceMs, 500));
    await Promise.race([closed, delay(run.drainMs)]);
    return {
      stdout: stdout.end(),
      stderr: stderr.end(),
      exitCode: code,
      signal,
      timedOut: stop.reason === 'timeout',
      aborted: stop.reason === 'abort',
      outputBytes: stdout.bytes + stderr.bytes,
      durationMs: Math.round(performance.now() - startedAt),
      denials: [],
      ...(leftBehind && stop.reason === undefined ? { stoppedBackground: true } : {}),
    };
  } finally {
    stop.disarm();
    forget();
  }
}

interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

function start(run: ProcessRun, pipes: readonly OutputPipe[] | undefined): ChildProcess {
  const stdio: StdioOptions = [run.stdin ?? 'ignore', pipes?.[0]?.writeEnd ?? 'pipe', pipes?.[1]?.writeEnd ?? 'pipe'];
  stdio.push(...run.extra);
  try {
    return spawn(run.program, run.args, { cwd: run.directory, env: run.environment, detached: true, stdio });
  } catch (error) {
    for (const pipe of pipes ?? []) closeSync(pipe.readEnd);
    throw error;
  } finally {
    // Reading ends when the last writer is gone, so this process must not be one.
    for (const pipe of pipes ?? []) closeSync(pipe.writeEnd);
  }
}

/** Ends a group at its deadline or on a signal. */
class Stop {
  reason: 'timeout' | 'abort' | undefined;
  /** Settles when even KILL did not end the program. */
  readonly givenUp: Promise<Ending>;
  private timer: NodeJS.Timeout | undefined;
  private giveUp: (ending: Ending) => void = () => undefined;
  private readonly onAbort = (): void => this.begin('abort');

  constructor(
    private readonly group: number,
    private readonly run: ProcessRun,
  ) {
    this.givenUp = new Promise((resolve) => (this.giveUp = resolve));
    if (run.timeoutMs !== undefined) this.timer = setTimeout(() => this.begin('timeout'), Math.min(run.timeoutMs, MAX_TIMER_MS));
    run.signal?.addEventListener('abort', this.onAbort, { once: true });
    if (run.signal?.aborted === true) this.begin('abort');
  }

  disarm(): void {
    clearTimeout(this.timer);
    this.run.signal?.removeEventListener('abort', this.onAbort);
  }

  private begin(reason: 'timeout' | 'abort'): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    clearTimeout(this.timer);
    const { terminate, graceMs } = this.run;
    const isAsked = terminate === undefined ? signalGroup(this.group, 'SIGTERM') : terminate(this.group);
    if (isAsked) this.timer = setTimeout(() => this.kill(), graceMs);
    else this.kill();
  }

  private kill(): void {
    if (this.run.kill === undefined) signalGroup(this.group, 'SIGKILL');
    else this.run.kill(this.group);
    this.timer = setTimeout(() => this.giveUp({ code: null, signal: 'SIGKILL' }), GIVE_UP_MS);
  }
}

/** As long as one stream may keep everything else waiting. */
const MAX_BUSY_MS = 10;

/** One output stream: decoded once, cleaned, kept in part, passed on. */
class OutputReader {
  bytes = 0;
  /** Settles when nobody can write any more and everything was read. */
  readonly closed: Promise<void>;
  private readonly decoder = new Utf8Decoder();
  private readonly terminal = new TerminalText();
  private readonly kept: KeptOutput;
  private pass: ((chunk: CommandChunk) => void) | undefined;
  /** Spent on this stream since it last let others come. */
  private busyMs = 0;

  constructor(
    private readonly source: Readable | null,
    private readonly stream: CommandChunk['stream'],
    run: ProcessRun,
  ) {
    this.kept = new KeptOutput(run.maxOutputChars);
    this.pass = run.onOutput;
    this.closed = new Promise((resolve) => void source?.once('close', () => resolve()));
    source?.on('error', () => undefined); // what was read so far is the output
    source?.on('data', (chunk: Buffer) => {
      const began = performance.now();
      this.bytes += chunk.length;
      this.take(this.terminal.push(this.decoder.write(chunk)));
      this.rest(performance.now() - began);
    });
  }

  /** A flood is read for some milliseconds at a time: else 2 MB of it come before anything else of this process. */
  private rest(ms: number): void {
    this.busyMs += ms;
    if (this.busyMs < MAX_BUSY_MS) return;
    this.busyMs = 0;
    this.source?.pause();
    setImmediate(() => this.source?.resume());
  }

  /** Stops reading and returns what is kept. */
  end(): string {
    this.source?.destroy();
    this.take(this.terminal.push(this.decoder.end()) + this.terminal.end());
    return this.kept.toString();
  }

  private take(text: string): void {
    if (text === '') return;
    this.kept.push(text);
    try {
      this.pass?.({ stream: this.stream, text });
    } catch {
      // A listener that fails gets no more; the command goes on.
      this.pass = undefined;
    }
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
