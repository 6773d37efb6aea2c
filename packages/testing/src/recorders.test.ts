import type { ApprovalRequest, CallIntent, HarnessEvent, ToolResult } from '@tackroom/core';
import { collectEvents, eventsOf } from './collect-events.js';
import { scriptedApprover } from './recording-approver.js';
import { RecordingAuditSink } from './recording-audit-sink.js';
import { RecordingJournal } from './recording-journal.js';

// Only what a recorder hands on is looked at, so the rest of each record may be missing.
const intent = { callId: 'call_1' } as CallIntent;
const result = { callId: 'call_1', success: true } as ToolResult;
const request = { toolName: 'delete_records' } as ApprovalRequest;

test('a journal keeps writes in the order they took effect, and none that failed', async () => {
  let open: () => void = () => undefined;
  const journal = new RecordingJournal({
    onWrite: (write) => {
      if (write.type === 'result' && write.attempt === 2) throw new Error('disk full');
      return write.type === 'intent' ? new Promise<void>((resolve) => (open = resolve)) : undefined;
    },
  });
  const slow = journal.intent(intent);
  expect(journal.result('run_1', 'call_1', 1, result)).toBeUndefined();
  expect(() => journal.result('run_1', 'call_1', 2, result)).toThrow('disk full');
  open();
  await slow;
  expect(journal.writes).toEqual([
    { type: 'result', runId: 'run_1', callId: 'call_1', attempt: 1, result },
    { type: 'intent', intent },
  ]);
});

test('an approver answers from its list, and rejects by failing when the list is at its end', async () => {
  const approver = scriptedApprover([{ type: 'approve' }, undefined, ({ toolName }) => ({ type: 'reject', message: toolName })]);
  const { signal } = new AbortController();
  const ask = async (): Promise<unknown> => approver.approve(request, signal);
  expect([await ask(), await ask(), await ask()]).toEqual([{ type: 'approve' }, undefined, { type: 'reject', message: 'delete_records' }]);
  await expect(ask()).rejects.toMatchObject({ code: 'SCRIPT_EXHAUSTED' });
  expect(approver.requests).toHaveLength(4);
});

test('a sink tells how much of what it has was flushed', async () => {
  const sink = new RecordingAuditSink();
  const record = { at: 1 } as Parameters<RecordingAuditSink['record']>[0]; // as above
  sink.record(record);
  await sink.flush();
  sink.record(record);
  expect([sink.records.length, sink.flushedRecords]).toEqual([2, 1]);
});

test('events are collected to the end and picked by type', async () => {
  const base = { runId: 'run_1', sessionId: 's', agentPath: ['root'], at: 0 };
  async function* run(): AsyncGenerator<HarnessEvent> {
    yield { ...base, seq: 1, type: 'text-delta', text: 'a' };
    yield { ...base, seq: 2, type: 'step-start', step: 1 };
    yield { ...base, seq: 3, type: 'text-delta', text: 'b' };
  }
  const events = await collectEvents(run());
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(eventsOf(events, 'text-delta').map(({ text }) => text)).toEqual(['a', 'b']);
});
