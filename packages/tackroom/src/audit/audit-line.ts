import type { AuditRecord, Decision, JsonObject, RecordedAnswer } from '@tackroom/core';
import { redactSecrets } from './redact-secrets.js';

/**
 * One audit record as plain fields in a fixed order, the digest computed; without the arguments themselves if `redact`,
 * and else without what looks like a secret in them. A grant's rule holds arguments, and is treated like them.
 * The time becomes ISO 8601 text.
 */
export function auditLine(record: AuditRecord, redact: boolean): JsonObject {
  const fields = {
    type: record.type,
    at: new Date(record.at).toISOString(),
    runId: record.runId,
    sessionId: record.sessionId,
    userId: record.userId,
    agentPath: record.agentPath,
    callId: record.callId,
    toolName: record.toolName,
    argsDigest: record.argsDigest,
    args: redact ? undefined : redactSecrets(record.args),
    decision: record.decision === undefined ? undefined : decisionOf(record.decision, redact),
    outcome: record.outcome,
    errorCode: record.errorCode,
    answer: record.answer === undefined ? undefined : redactSecrets(record.answer as RecordedAnswer & JsonObject), // plain data, too
    durationMs: record.durationMs,
    attempt: record.attempt,
  };
  const said = Object.entries(fields).filter(
    (entry): entry is [string, string | number | JsonObject | readonly string[]] => entry[1] !== undefined,
  );
  return Object.fromEntries(said);
}

function decisionOf(decision: Decision, redact: boolean): JsonObject {
  const { rule, ...rest } = redactSecrets(decision as Decision & JsonObject); // plain data, its interface has no index signature
  const hides = rule === undefined || (redact && decision.source === 'grant');
  return hides ? rest : { ...rest, rule };
}
