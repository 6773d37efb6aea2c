import {
  InMemoryArtifactStore,
  InMemoryCallJournal,
  LaneScheduler,
  PARALLEL_LANE,
  RandomIds,
  RuleBasedPermissionService,
} from '@tackroom/core';
import type { Approver, ArtifactStore, Clock, Ids, PermissionService, Scheduler } from '@tackroom/core';
import {
  approverContract,
  artifactStoreContract,
  auditSinkContract,
  callJournalContract,
  clockContract,
  FakeClock,
  idsContract,
  permissionServiceContract,
  RecordingAuditSink,
  scriptedApprover,
  schedulerContract,
  SequentialIds,
} from '@tackroom/testing';
import type { ContractPolicy, ScriptedAnswer, TestApi } from '@tackroom/testing';
import { fails } from './test-fails.js';

type Declare = (api: TestApi) => void;

/** The same object with some methods replaced. */
function but<T extends object>(whole: T, changes: (whole: T) => Partial<T>): T {
  return Object.assign(Object.create(whole) as T, changes(whole)); // everything else comes from the prototype
}

const scheduler =
  (changes: (whole: Scheduler) => Partial<Scheduler>): Declare =>
  (api) =>
    schedulerContract('x', () => but<Scheduler>(new LaneScheduler(), changes), api);

const clock =
  (changes: (whole: Clock) => Partial<Clock>): Declare =>
  (api) =>
    clockContract(
      'x',
      () => {
        const fake = new FakeClock();
        return { clock: but<Clock>(fake, changes), pass: (ms) => fake.advance(ms) };
      },
      api,
    );

const ids =
  (next: Ids['next']): Declare =>
  (api) =>
    idsContract('x', () => ({ next }), api);

const artifacts =
  (make: () => ArtifactStore): Declare =>
  (api) =>
    artifactStoreContract('x', make, api);

const journal =
  (change: (whole: InMemoryCallJournal) => Partial<InMemoryCallJournal>): Declare =>
  (api) =>
    callJournalContract(
      'x',
      () => {
        const kept = new InMemoryCallJournal();
        return { journal: but(kept, change), read: () => kept.entries() };
      },
      api,
    );

const sink =
  (change: (whole: RecordingAuditSink) => Partial<RecordingAuditSink>): Declare =>
  (api) =>
    auditSinkContract(
      'x',
      () => {
        const kept = new RecordingAuditSink();
        return { sink: but(kept, change), read: () => kept.records };
      },
      api,
    );

const approver =
  (approve: (whole: Approver) => Approver['approve']): Declare =>
  (api) =>
    approverContract(
      'x',
      () => {
        const answers: ScriptedAnswer[] = [];
        return { approver: { approve: approve(scriptedApprover(answers)) }, answer: (answer) => void answers.push(answer) };
      },
      api,
    );

const permissions =
  (
    policyOf: (policy: ContractPolicy) => ContractPolicy,
    change: (whole: PermissionService) => Partial<PermissionService> = () => ({}),
  ): Declare =>
  (api) =>
    permissionServiceContract(
      'x',
      (policy, now) => but<PermissionService>(new RuleBasedPermissionService(policyOf(policy), { now }), change),
      api,
    );

const id = new SequentialIds();
const random = new RandomIds();

test.each<[what: string, declare: Declare, title: string]>([
  [
    'a scheduler that lets everybody in',
    scheduler((whole) => ({ enter: (request) => whole.enter({ ...request, lane: PARALLEL_LANE }) })),
    'lanes that conflict exclude each other, others overlap',
  ],
  [
    'a scheduler that makes everybody wait',
    scheduler((whole) => ({ enter: (request) => whole.enter({ ...request, lane: { kind: 'key', key: [], mode: 'write' } }) })),
    'lanes that conflict exclude each other, others overlap',
  ],
  [
    'a scheduler without a bound',
    scheduler((whole) => ({ enter: (request) => whole.enter({ ...request, maxParallelCalls: Infinity }) })),
    'a run starts no more calls than its bound, and the others in order',
  ],
  [
    'a scheduler that takes every call for one of the same run',
    scheduler((whole) => ({ enter: (request) => whole.enter({ ...request, runId: 'one' }) })),
    'runs that wait for one key are served in turn',
  ],
  [
    'a scheduler that forgets who asks from inside',
    scheduler((whole) => ({ enter: (request) => whole.enter({ ...request, parent: undefined }) })),
    'a call from inside a call enters again what its callers hold, past those who wait for them',
  ],
  [
    'a clock that fires at once',
    clock(() => ({ timer: (_, fire) => (fire(), { cancel: () => undefined }) })),
    'a timer fires once, later, and not before it is due',
  ],
  [
    'a clock that fires again',
    clock((whole) => ({ timer: (ms, fire) => (whole.timer(ms + 40, fire), whole.timer(ms, fire)) })),
    'a timer fires once, later, and not before it is due',
  ],
  [
    'a clock that cannot take a timer back',
    clock((whole) => ({ timer: (ms, fire) => (whole.timer(ms, fire), { cancel: () => undefined }) })),
    'a timer that was taken back never fires, and the others do',
  ],
  ['a clock that stands still', clock(() => ({ now: () => Date.UTC(2026, 0, 1) })), 'time passes'],
  ['ids that repeat', ids((kind) => `${kind}_1`), 'no id comes twice'],
  ['ids without a kind', ids(() => random.next('run')), 'an id says its kind first and is safe in a path and in a URL'],
  [
    'a store with ids that count',
    artifacts(() => new InMemoryArtifactStore({ ids: { next: () => `artifact_000000000${id.next('artifact')}` } })),
    'every artifact has an id of its own that no other id gives away',
  ],
  [
    'a store that forgets what it keeps',
    artifacts(() =>
      but<ArtifactStore>(new InMemoryArtifactStore(), (whole) => ({ put: (data) => whole.put(data, { runId: '', mediaType: '' }) })),
    ),
    'text and bytes come back whole, with what was said of them',
  ],
  [
    'a store that finds anything',
    artifacts(() =>
      but<ArtifactStore>(new InMemoryArtifactStore(), (whole) => {
        let last = '';
        return {
          put: async (data, info) => (last = await whole.put(data, info)),
          get: async (key) => (await whole.get(key)) ?? whole.get(last),
        };
      }),
    ),
    'nothing is found under an id that was never given',
  ],
  [
    'a journal that mixes runs',
    journal((whole) => ({
      intent: (record) => whole.intent({ ...record, runId: 'one' }),
      result: (_, ...rest) => whole.result('one', ...rest),
    })),
    'attempts, calls and runs are kept apart, whatever their ids hold',
  ],
  [
    'a journal that loses results',
    journal(() => ({ result: () => undefined })),
    'an intent can be read as soon as its write has settled, and the result after its own',
  ],
  [
    'a sink that keeps one in two',
    sink((whole) => ({ record: (record) => (record.at % 2 === 0 ? undefined : whole.record(record)) })),
    'what was recorded has arrived after a flush, whole and in order',
  ],
  [
    'a sink that makes its caller wait',
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- this is the fault
    sink((whole) => ({ record: (record) => Promise.resolve(whole.record(record)) })),
    'recording answers at once',
  ],
  ['an approver that always approves', approver(() => () => ({ type: 'approve' })), 'the answer is what the person said'],
  [
    'an approver that approves when it gives up',
    approver((whole) => async (request, signal) => {
      try {
        return await whole.approve(request, signal);
      } catch {
        return { type: 'approve' };
      }
    }),
    'an abort ends the wait, and never with an approval',
  ],
  [
    'a policy without its deny rules',
    permissions(({ deny: _, ...policy }) => policy),
    'whatever else is said, a matching deny rule denies; deciding changes nothing',
  ],
  [
    'a policy in which ask beats allow',
    permissions(({ allow = [], ask = [], ...policy }) => ({ ...policy, ask, allow: ask.length > 0 ? [] : allow })),
    'deny rules, denials, allow rules, ask rules, levels and defaults speak in this order',
  ],
  [
    'a service whose grants hold everywhere',
    permissions(
      (policy) => policy,
      (whole) => ({
        grant: (_, ...rest) => whole.grant('session_1', ...rest),
        decide: (call, facts, context) => whole.decide(call, facts, { ...context, sessionId: 'session_1' }),
      }),
    ),
    'a grant of a tool turns its asks into allows, in that session only',
  ],
  [
    'a service that grants more than was said',
    permissions(
      (policy) => policy,
      (whole) => ({ grant: (sessionId, tool) => whole.grant(sessionId, tool) }),
    ),
    'a grant of arguments covers exactly those, whatever characters they hold',
  ],
  [
    'a service that never forgets a grant',
    permissions(
      (policy) => policy,
      () => ({ revoke: () => undefined }),
    ),
    'a grant ends when its time is over or it is taken back',
  ],
])('the suite catches %s', async (_, declare, title) => {
  expect(await fails(declare, title)).toBe(true);
});
