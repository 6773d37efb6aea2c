import { resolve } from 'node:path';
import { HarnessError } from '@tackroom/core';
import type { AuditRecord, AuditSink, Logger } from '@tackroom/core';
import { AuditFile } from './audit-file.js';
import { auditLine } from './audit-line.js';

/** Where and how the audit trail is written. */
export interface FileAuditOptions {
  /** Relative to the process's working directory. Folders are made; the file is private to its owner (0600). */
  readonly file: string;
  /** Leaves the arguments out and keeps only their digest. */
  readonly redact?: boolean;
  /**
   * What happens to calls while the file cannot be written: `log`, unless given, lets them run, and records wait in memory;
   * `refuse` answers each with `AUDIT_FAILED` until the file takes records again. Records are written behind the calls, so
   * the call during which the disk fills up still runs.
   */
  readonly onFailure?: 'log' | 'refuse';
}

const maxBacklog = 100_000;
/** Records that are made into lines at once: other work of the process waits as long. */
const maxBatch = 256;

/**
 * Appends one JSON object per line to a file. Records are queued and written in batches behind the calls; what a failing
 * disk did not take stays queued, is logged, and is tried again with the next record. Each line holds the hash of the one
 * before it, whichever process wrote that, so that `verifyAuditTrail` finds what was changed, added or taken out.
 */
export class FileAuditSink implements AuditSink {
  readonly onFailure: 'log' | 'refuse';
  private queue: AuditRecord[] = [];
  /** Records as JSON texts that are being written. */
  private batch: readonly string[] = [];
  private writing: Promise<void> | undefined;
  private failure: HarnessError | undefined;

  private constructor(
    private readonly file: AuditFile,
    private readonly options: Required<FileAuditOptions>,
    private readonly logger: Logger,
  ) {
    this.onFailure = options.onFailure;
  }

  /** Opens the file for appending. Throws `AUDIT_FILE` if that is not possible. The sink owns the open file. */
  static async open(options: FileAuditOptions, logger: Logger): Promise<FileAuditSink> {
    const path = resolve(options.file);
    try {
      return new FileAuditSink(await AuditFile.open(path), { redact: false, onFailure: 'log', ...options, file: path }, logger);
    } catch (cause) {
      throw new HarnessError('AUDIT_FILE', `The audit file ${path} cannot be opened: ${reasonOf(cause)}`, { cause });
    }
  }

  /** Queues a record. Throws `AUDIT_FAILED` as long as the newest write has failed, or the backlog is full. */
  record(record: AuditRecord): void {
    if (this.queue.length >= maxBacklog) throw this.failed(`${maxBacklog} records wait to be written; this one is lost`);
    this.queue.push(record);
    this.writing ??= this.write();
    if (this.failure !== undefined) throw this.failure;
  }

  /** Writes what is queued. Rejects with `AUDIT_FAILED` if some of it could not be written. */
  async flush(): Promise<void> {
    await this.writing;
    if (!this.isEmpty()) await (this.writing = this.write());
    if (!this.isEmpty()) throw this.failure ?? this.failed('records are unwritten');
  }

  /** Writes what is queued and closes the file. */
  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.file.close();
    }
  }

  private async write(): Promise<void> {
    // Lets the calls of this turn finish first, and takes their records as one batch.
    await new Promise<void>((done) => setImmediate(done));
    try {
      while (!this.isEmpty()) {
        if (this.batch.length === 0) this.batch = this.queue.splice(0, maxBatch).map((record) => this.lineOf(record));
        await this.file.append(this.batch);
        this.batch = [];
        this.failure = undefined;
      }
    } catch (cause) {
      this.failure = this.failed(reasonOf(cause), cause);
      this.logger.error(this.failure.message, { code: this.failure.code });
    } finally {
      this.writing = undefined;
    }
  }

  /** What a model sends may be nested deeper than can be written; that call is on record without its arguments. */
  private lineOf(record: AuditRecord): string {
    try {
      return JSON.stringify(auditLine(record, this.options.redact));
    } catch (error) {
      this.logger.warn('The arguments of a call cannot be recorded.', { callId: record.callId, error: reasonOf(error) });
      const without = Object.create(record, { args: { value: {} }, argsDigest: { value: 'unreadable' } }) as AuditRecord; // everything else is the record's
      return JSON.stringify(auditLine(without, true));
    }
  }

  private isEmpty(): boolean {
    return this.queue.length === 0 && this.batch.length === 0;
  }

  private failed(reason: string, cause?: unknown): HarnessError {
    return new HarnessError('AUDIT_FAILED', `The audit file ${this.options.file} cannot be written: ${reason}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
