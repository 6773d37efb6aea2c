import { ToolFailure } from '@tackroom/core';
import type { Clock, CommandOptions, CommandResult, SandboxProvider, SandboxSession } from '@tackroom/core';
import { delay } from './delay.js';
import { keepEnds } from './keep-ends.js';

/** A command that a tool ran. */
export interface FakeCommandCall {
  readonly sessionId: string;
  readonly command: string;
  readonly options: CommandOptions;
}

/** How a scripted command goes. What is left out is empty, success, and at once. */
export interface FakeReply {
  readonly stdout?: string;
  readonly stderr?: string;
  /** Default 0. */
  readonly exitCode?: number;
  /** Name of the signal that ends the command, instead of an exit code. */
  readonly signal?: string;
  /** How long the command runs, in milliseconds; `Infinity` until it is stopped. Output comes at the start. */
  readonly durationMs?: number;
  readonly denials?: readonly string[];
}

/** What a {@link FakeSandbox} knows: for a command (its exact text, or a pattern) a reply, or a function that gives one. */
export type FakeCommand = readonly [
  command: string | RegExp,
  reply: FakeReply | ((call: FakeCommandCall) => FakeReply | Promise<FakeReply>),
];

/** Options of a {@link FakeSandbox}. */
export interface FakeSandboxOptions {
  /** Default `fake`. */
  readonly isolation?: string;
  readonly ownsFilesystem?: boolean;
  /** Measures durations and deadlines. Default: the platform's timers. */
  readonly clock?: Clock;
}

/**
 * A sandbox that runs nothing: it answers scripted commands, the first entry that fits wins, and keeps what was run. A
 * command that nobody scripted rejects with `SANDBOX_UNSCRIPTED`; one of a closed session with `SANDBOX_CLOSED`; one with a
 * NUL character or without time to run with `SANDBOX_COMMAND_INVALID`.
 */
export class FakeSandbox implements SandboxProvider {
  readonly name = 'fake';
  private readonly ran: FakeCommandCall[] = [];
  private readonly opened = new Set<string>();

  constructor(
    private readonly commands: readonly FakeCommand[],
    private readonly options: FakeSandboxOptions = {},
  ) {}

  /** Every command so far, in order, unscripted ones too. */
  get calls(): readonly FakeCommandCall[] {
    return this.ran;
  }

  /** Sessions that were opened and not closed. */
  get openSessions(): readonly string[] {
    return [...this.opened];
  }

  open({ sessionId }: { readonly sessionId: string }): Promise<SandboxSession> {
    this.opened.add(sessionId);
    const closed = new AbortController();
    const running = new Set<Promise<CommandResult>>();
    return Promise.resolve({
      isolation: this.options.isolation ?? 'fake',
      ownsFilesystem: this.options.ownsFilesystem ?? false,
      exec: async (command, options = {}) => {
        if (closed.signal.aborted) throw new ToolFailure('The sandbox session is closed.', { code: 'SANDBOX_CLOSED' });
        checkCommand(command, options);
        const run = this.run({ sessionId, command, options }, closed.signal);
        running.add(run);
        return run.finally(() => running.delete(run));
      },
      close: async () => {
        closed.abort();
        await Promise.allSettled(running);
        this.opened.delete(sessionId);
      },
    });
  }

  private async run(call: FakeCommandCall, closed: AbortSignal): Promise<CommandResult> {
    this.ran.push(call);
    const { signal, timeoutMs = Infinity } = call.options;
    if (signal?.aborted === true) return resultOf({}, call.options, { aborted: true, started: false, durationMs: 0 });
    const reply = await this.replyTo(call);
    const start = this.monotonic();
    announce(reply, call.options);
    const runsMs = reply.durationMs ?? 0;
    const stop = signal === undefined ? closed : AbortSignal.any([signal, closed]);
    const aborted = await this.passes(Math.min(runsMs, timeoutMs), stop);
    const timedOut = !aborted && timeoutMs < runsMs;
    return resultOf(reply, call.options, { aborted, timedOut, durationMs: this.monotonic() - start });
  }

  private async replyTo(call: FakeCommandCall): Promise<FakeReply> {
    for (const [command, reply] of this.commands) {
      if (typeof command === 'string' ? command !== call.command : call.command.search(command) < 0) continue;
      return typeof reply === 'function' ? reply(call) : reply;
    }
    throw new ToolFailure(`No reply was scripted for the command ${JSON.stringify(call.command)}.`, { code: 'SANDBOX_UNSCRIPTED' });
  }

  /** Whether `stop` fired before `ms` had passed. */
  private async passes(ms: number, stop: AbortSignal): Promise<boolean> {
    if (ms > 0) await delay(ms, { clock: this.options.clock, signal: stop }).catch(() => undefined);
    return stop.aborted;
  }

  private monotonic(): number {
    return this.options.clock?.monotonic() ?? performance.now();
  }
}

interface End {
  readonly started?: boolean;
  readonly aborted: boolean;
  readonly timedOut?: boolean;
  readonly durationMs: number;
}

function checkCommand(command: string, { timeoutMs = Infinity }: CommandOptions): void {
  if (!command.includes('\0') && timeoutMs > 0) return;
  throw new ToolFailure('The command holds a NUL character, or its timeout is not more than zero.', { code: 'SANDBOX_COMMAND_INVALID' });
}

function announce({ stdout = '', stderr = '' }: FakeReply, { onOutput }: CommandOptions): void {
  try {
    if (stdout !== '') onOutput?.({ stream: 'stdout', text: stdout });
    if (stderr !== '') onOutput?.({ stream: 'stderr', text: stderr });
  } catch {
    // A listener that fails gets no more; the command goes on.
  }
}

function resultOf(reply: FakeReply, options: CommandOptions, end: End): CommandResult {
  const { stdout = '', stderr = '', denials = [] } = reply;
  const { started = true, aborted, timedOut = false, durationMs } = end;
  const stopped = aborted || timedOut;
  const signal = stopped ? 'SIGTERM' : (reply.signal ?? null);
  return {
    stdout: keepEnds(stdout, options.maxOutputChars),
    stderr: keepEnds(stderr, options.maxOutputChars),
    exitCode: !started || signal !== null ? null : (reply.exitCode ?? 0),
    signal: started ? signal : null,
    timedOut,
    aborted,
    outputBytes: Buffer.byteLength(stdout) + Buffer.byteLength(stderr),
    durationMs,
    denials,
  };
}
