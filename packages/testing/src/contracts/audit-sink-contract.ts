import type { AuditRecord, AuditSink } from '@tackroom/core';
import { declareSuite } from './test-api.js';
import type { Expect, Suite, TestApi } from './test-api.js';

/** A sink under test. `read` gives what arrived at its destination, in order. */
export interface AuditSinkUnderTest {
  readonly sink: AuditSink;
  read(): readonly AuditRecord[] | Promise<readonly AuditRecord[]>;
}

/** Declares the tests of an {@link AuditSink}; `make` gives a fresh one for each. */
export function auditSinkContract(name: string, make: () => AuditSinkUnderTest | Promise<AuditSinkUnderTest>, api: TestApi): void {
  declareSuite(name, api, AUDIT_SINK_SUITE, { make, expect: api.expect });
}

const AUDIT_SINK_SUITE: Suite<{ readonly make: () => AuditSinkUnderTest | Promise<AuditSinkUnderTest>; readonly expect: Expect }> = {
  'what was recorded has arrived after a flush, whole and in order': async ({ make, expect }) => {
    const { sink, read } = await make();
    for (let at = 1; at <= 200; at++) sink.record(recordOf(at));
    await sink.flush?.();
    expect((await read()).map(fieldsOf)).toEqual(Array.from({ length: 200 }, (_, index) => fieldsOf(recordOf(index + 1))));
  },

  'recording can go on after a flush and during one; flushing nothing is fine': async ({ make, expect }) => {
    const { sink, read } = await make();
    await sink.flush?.();
    sink.record(recordOf(1));
    const flushing = sink.flush?.();
    sink.record(recordOf(2));
    await flushing;
    await sink.flush?.();
    expect((await read()).map(({ at }) => at)).toEqual([1, 2]);
  },

  'recording answers at once': async ({ make, expect }) => {
    const { sink } = await make();
    const answer: unknown = sink.record(recordOf(1));
    expect(answer).toEqual(undefined);
    await sink.flush?.();
  },
};

/** A record as the pipeline makes it: the digest is computed when it is read. */
function recordOf(at: number): AuditRecord {
  return {
    type: 'call',
    at,
    runId: 'run_1',
    sessionId: 'session_1',
    agentPath: ['root', 'leaf'],
    callId: `call_${at}`,
    toolName: 'read_file',
    get argsDigest() {
      return `sha256:${at}`;
    },
    args: { path: 'naïve\n😀' },
    decision: { verdict: 'allow', reason: 'low risk', source: 'profile' },
    outcome: 'success',
    durationMs: 1.5,
    attempt: 1,
  };
}

function fieldsOf(record: AuditRecord): unknown {
  return JSON.parse(JSON.stringify({ ...record, argsDigest: record.argsDigest }));
}
