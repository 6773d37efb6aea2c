import { InMemoryArtifactStore, InMemoryCallJournal } from '@tackroom/core';
import type { CallIntent } from '@tackroom/core';
import {
  approverContract,
  artifactStoreContract,
  auditSinkContract,
  callJournalContract,
  RecordingAuditSink,
  RecordingJournal,
  scriptedApprover,
} from '@tackroom/testing';
import type { JournalledAttempt, ScriptedAnswer } from '@tackroom/testing';

artifactStoreContract('InMemoryArtifactStore', () => new InMemoryArtifactStore(), { test, expect });

callJournalContract(
  'InMemoryCallJournal',
  () => {
    const journal = new InMemoryCallJournal();
    return { journal, read: () => journal.entries() };
  },
  { test, expect },
);

callJournalContract(
  'RecordingJournal',
  () => {
    const journal = new RecordingJournal({ onWrite: () => Promise.resolve() });
    return { journal, read: () => attemptsOf(journal) };
  },
  { test, expect },
);

auditSinkContract(
  'RecordingAuditSink',
  () => {
    const sink = new RecordingAuditSink();
    return { sink, read: () => sink.records };
  },
  { test, expect },
);

approverContract(
  'scriptedApprover',
  () => {
    const answers: ScriptedAnswer[] = [];
    return { approver: scriptedApprover(answers), answer: (answer) => void answers.push(answer) };
  },
  { test, expect },
);

function attemptsOf(journal: RecordingJournal): JournalledAttempt[] {
  const isOf = (intent: CallIntent, write: { runId: string; callId: string; attempt: number }): boolean =>
    write.runId === intent.runId && write.callId === intent.callId && write.attempt === intent.attempt;
  return journal.writes.flatMap((write) => {
    if (write.type !== 'intent') return [];
    const { intent } = write;
    const result = journal.writes.find((other) => other.type === 'result' && isOf(intent, other));
    return [{ intent, result: result?.type === 'result' ? result.result : undefined }];
  });
}
