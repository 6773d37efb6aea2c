import type { AuditRecord, AuditSink } from '@tackroom/core';

/** Keeps every audit record, in order. */
export class RecordingAuditSink implements AuditSink {
  private readonly kept: AuditRecord[] = [];
  private flushed = 0;

  /** What was recorded so far. */
  get records(): readonly AuditRecord[] {
    return this.kept;
  }

  /** How many of the records a `flush` has covered. */
  get flushedRecords(): number {
    return this.flushed;
  }

  record(record: AuditRecord): void {
    this.kept.push(record);
  }

  flush(): Promise<void> {
    this.flushed = this.kept.length;
    return Promise.resolve();
  }
}
