import { setMaxListeners } from 'node:events';
import { ToolFailure, type CommandResult } from '@tackroom/core';

/** The result of a command that nobody wanted any more before it began. */
export const NEVER_STARTED: CommandResult = {
  stdout: '',
  stderr: '',
  exitCode: null,
  signal: null,
  timedOut: false,
  aborted: true,
  outputBytes: 0,
  durationMs: 0,
  denials: [],
};

/** The commands that run in a session, which end when it is closed. */
export class RunningCommands {
  private readonly closing = new AbortController();
  private readonly running = new Set<Promise<CommandResult>>();
  private closed: Promise<void> | undefined;

  constructor() {
    // Every running command listens; there may be any number.
    setMaxListeners(0, this.closing.signal);
  }

  /** Runs one, unless nobody wants it any more; its signal fires with the caller's or when the session is closed. Rejects with `SANDBOX_CLOSED` after that. */
  async run(start: (signal: AbortSignal) => Promise<CommandResult>, signal?: AbortSignal): Promise<CommandResult> {
    if (this.closing.signal.aborted) throw new ToolFailure('The sandbox has been closed.', { code: 'SANDBOX_CLOSED' });
    if (signal?.aborted === true) return NEVER_STARTED;
    const result = start(signal === undefined ? this.closing.signal : AbortSignal.any([signal, this.closing.signal]));
    this.running.add(result);
    try {
      return await result;
    } finally {
      this.running.delete(result);
    }
  }

  /** Ends what is running, waits for it, and then does what is left to do, once. */
  close(finish: () => Promise<void> | undefined): Promise<void> {
    this.closing.abort();
    this.closed ??= Promise.allSettled(this.running).then(finish);
    return this.closed;
  }
}
