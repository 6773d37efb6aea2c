import type { AuditRecord, AuditSink, Logger } from '@tackroom/core';
import { auditLine } from './audit-line.js';

/** Writes every audit record to a logger, at `info`, as fields of one message. */
export class LogAuditSink implements AuditSink {
  constructor(
    private readonly logger: Logger,
    private readonly redact = false,
  ) {}

  record(record: AuditRecord): void {
    this.logger.info(`audit: ${record.type} of ${record.toolName}`, auditLine(record, this.redact));
  }
}
