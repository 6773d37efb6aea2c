import type { CallIntent, CallJournal } from '../contracts/journal.js';
import type { ToolResult } from '../contracts/tool-call.js';

/** What an {@link InMemoryCallJournal} knows of one attempt. */
export interface JournalEntry {
  readonly intent: CallIntent;
  readonly result: ToolResult | undefined;
}

/** Keeps intents and results in memory, for tests and for looking at a run; it does not survive the process. */
export class InMemoryCallJournal implements CallJournal {
  private readonly attempts = new Map<string, JournalEntry>();

  intent(record: CallIntent): void {
    this.attempts.set(key(record.runId, record.callId, record.attempt), { intent: record, result: undefined });
  }

  result(runId: string, callId: string, attempt: number, result: ToolResult): void {
    const at = key(runId, callId, attempt);
    const entry = this.attempts.get(at);
    if (entry !== undefined) this.attempts.set(at, { intent: entry.intent, result });
  }

  /** Every attempt in the order it was intended. */
  entries(): readonly JournalEntry[] {
    return [...this.attempts.values()];
  }
}

function key(runId: string, callId: string, attempt: number): string {
  return JSON.stringify([runId, callId, attempt]);
}
