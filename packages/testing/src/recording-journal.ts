import type { CallIntent, CallJournal, ToolResult } from '@tackroom/core';

/** One write to a journal, as it was made. */
export type JournalWrite =
  | { readonly type: 'intent'; readonly intent: CallIntent }
  | { readonly type: 'result'; readonly runId: string; readonly callId: string; readonly attempt: number; readonly result: ToolResult };

/** Options of a {@link RecordingJournal}. */
export interface RecordingJournalOptions {
  /** Called before a write is kept: a throw or rejection is a failed write, a promise a slow one. */
  readonly onWrite?: (write: JournalWrite) => void | Promise<void>;
}

/** Keeps every write in the order they took effect; a write that `onWrite` failed is not kept. */
export class RecordingJournal implements CallJournal {
  private readonly kept: JournalWrite[] = [];

  constructor(private readonly options: RecordingJournalOptions = {}) {}

  /** What was written so far. */
  get writes(): readonly JournalWrite[] {
    return this.kept;
  }

  intent(record: CallIntent): void | Promise<void> {
    return this.write({ type: 'intent', intent: record });
  }

  result(runId: string, callId: string, attempt: number, result: ToolResult): void | Promise<void> {
    return this.write({ type: 'result', runId, callId, attempt, result });
  }

  private write(write: JournalWrite): void | Promise<void> {
    const waiting = this.options.onWrite?.(write);
    if (waiting === undefined) this.kept.push(write);
    else return waiting.then(() => void this.kept.push(write));
  }
}
