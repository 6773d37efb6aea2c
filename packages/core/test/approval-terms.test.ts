import {
  executeCall,
  prepareCall,
  RuleBasedPermissionService,
  type ApprovalAnswer,
  type ApprovalTerms,
  type Approver,
  type JsonObject,
} from '@tackroom/core';
import { FakeClock } from '@tackroom/testing';
import { callBench, callThrough, echo, resultOf, type CallBench } from './call-bench.js';

/** A tool that asks, under these terms, with a clock that moves when told; and what ran. */
function benchUnder(approvals: ApprovalTerms): { readonly at: CallBench; readonly clock: FakeClock; readonly ran: JsonObject[] } {
  const ran: JsonObject[] = [];
  const clock = new FakeClock();
  const permissions = new RuleBasedPermissionService({ profile: 'open', approvals });
  const tool = echo({ permission: 'ask', handler: (args) => void ran.push(args) });
  return { at: callBench([tool], { kernel: { permissions, clock }, run: { refusals: new Map() } }), clock, ran };
}

const call = { name: 'echo', args: { text: 'x' } };

test('a request says until when and by whom it may be answered', async () => {
  const { at } = benchUnder({ expireAfterMs: 60_000, approvers: ['ops', 'jo'] });
  expect(await callThrough(at)).toMatchObject({
    kind: 'pending',
    pending: { requestedAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-01T00:01:00.000Z', approvers: ['ops', 'jo'] },
  });
});

test.each([
  [59_999, true],
  [60_000, false],
])('an approval that is used after %d ms of 60 000 counts: %s', async (afterMs, counts) => {
  const { at, clock, ran } = benchUnder({ expireAfterMs: 60_000 });
  const outcome = await callThrough(at);
  if (outcome.kind !== 'pending' || outcome.pending.kind !== 'approval') throw new Error(outcome.kind);
  const { id: approvalId, argsDigest, definitionFingerprint, expiresAt = '' } = outcome.pending;
  await clock.advance(afterMs);
  const result = await resultOf(at, { approved: { approvalId, argsDigest, definitionFingerprint, edited: false, expiresAt } });
  expect(ran).toHaveLength(counts ? 1 : 0);
  if (counts) expect(result).toMatchObject({ success: true });
  else
    expect(result.error).toEqual({
      code: 'APPROVAL_EXPIRED',
      message: 'The approval expired at 2026-01-01T00:01:00.000Z. The call did not run; make it again if it is still needed.',
    });
});

test.each<[ApprovalAnswer, string]>([
  [{ type: 'approve' }, 'APPROVAL_EXPIRED'],
  [{ type: 'edit', args: { text: 'y' } }, 'APPROVAL_EXPIRED'],
  [{ type: 'reject' }, 'APPROVAL_REJECTED'],
])('an approver that answers %j too late', async (answer, code) => {
  const { at, clock, ran } = benchUnder({ expireAfterMs: 1_000 });
  const slow: Approver = { approve: () => clock.advance(1_000).then(() => answer) };
  expect(await executeCall(at.tools, call, at.run, slow)).toMatchObject({ result: { error: { code } } });
  expect(at.audited.at(-1)).toMatchObject({ errorCode: code, answer: { type: answer.type } });
  expect(ran).toEqual([]);
});

test.each([
  [1, 1],
  [3, 3],
])('with %d refusals allowed a person is asked %d times', async (maxRefusals, times) => {
  const { at } = benchUnder({ maxRefusals });
  let questions = 0;
  const refusing: Approver = { approve: () => (questions++, { type: 'reject' }) };
  for (let index = 0; index < 5; index++) await executeCall(at.tools, call, at.run, refusing);
  expect(questions).toBe(times);
});

test.each<[ApprovalTerms, string]>([
  [{ expireAfterMs: 0 }, 'expireAfterMs must be a whole number above 0'],
  [{ maxRefusals: 1.5 }, 'maxRefusals must be a whole number above 0'],
  [{ hold: 'batch' as never }, 'hold must be lane or turn'],
  [{ approvers: 'ops' as never }, 'approvers must be an array of names'],
  [{ expires: 5 } as never, 'has no option "expires"'],
  [[] as never, 'must be an object'],
])('terms %j are refused', (approvals, message) => {
  expect(() => new RuleBasedPermissionService({ approvals })).toThrow(message);
});

test.each<[ApprovalAnswer, unknown]>([
  [
    { type: 'approve', scope: 'session', by: 'jo', at: '2026-01-01T00:00:05Z' },
    { type: 'approve', scope: 'session', by: 'jo', at: '2026-01-01T00:00:05Z' },
  ],
  [{ type: 'approve' }, { type: 'approve', scope: 'once' }],
  [
    { type: 'edit', args: { text: 'y' }, by: 'jo' },
    { type: 'edit', by: 'jo' },
  ],
  [
    { type: 'reject', by: 'ops', message: 'no' },
    { type: 'reject', by: 'ops' },
  ],
])('who answered %j is on record at the end of the call', async (answer, recorded) => {
  const { at } = benchUnder({});
  await executeCall(at.tools, call, at.run, { approve: () => ({ ...answer, beside: 'the point' }) });
  const [end] = at.audited.filter(({ type }) => type === 'call');
  expect(end?.answer).toEqual(recorded);
});

test('a name that is no text makes an answer none', async () => {
  const { at, ran } = benchUnder({});
  const outcome = await executeCall(at.tools, call, at.run, { approve: () => ({ type: 'approve', by: 7 as never }) });
  expect(outcome).toMatchObject({ result: { error: { code: 'APPROVAL_FAILED' } } });
  expect(ran).toEqual([]);
});

describe('where approvers are named, only they answer', () => {
  const answers: readonly ApprovalAnswer[] = [
    { type: 'approve' },
    { type: 'reject', message: 'no' },
    { type: 'edit', args: { text: 'y' } },
  ];

  test.each(answers.flatMap((answer) => [undefined, 'eve', 'JO'].map((by) => ({ ...answer, ...(by === undefined ? {} : { by }) }))))(
    '%j does not count: nothing runs, and nobody is said to have refused',
    async (answer) => {
      const { at, ran } = benchUnder({ approvers: ['ops', 'jo'] });
      const outcome = await executeCall(at.tools, call, at.run, { approve: () => answer });
      expect(outcome).toMatchObject({ result: { error: { code: 'APPROVAL_NOT_ENTITLED' }, metadata: { attempts: 0 } } });
      expect(outcome.kind === 'result' ? outcome.result.content : '').toMatchInlineSnapshot(
        `"This call needs approval, and no decision could be obtained: the answer was not by one of those who may give it. It did not run. Go on without it and say that it still needs approval."`,
      );
      expect(at.audited.at(-1)).toMatchObject({ outcome: 'denied', errorCode: 'APPROVAL_NOT_ENTITLED' });
      const by = answer.by === undefined ? {} : { by: answer.by };
      expect(at.audited.at(-1)?.answer).toEqual({ type: answer.type, ...by });
      expect([ran, at.run.refusals?.size]).toEqual([[], 0]);
    },
  );

  test.each(answers)('%j by one of them does', async (answer) => {
    const { at, ran } = benchUnder({ approvers: ['ops', 'jo'] });
    const outcome = await executeCall(at.tools, call, at.run, { approve: () => ({ ...answer, by: 'jo' }) });
    const expected = { approve: ['x'], reject: [], edit: ['y'] }[answer.type];
    expect(ran.map(({ text }) => text)).toEqual(expected);
    if (answer.type === 'reject') expect(outcome).toMatchObject({ result: { error: { code: 'APPROVAL_REJECTED' } } });
  });

  test('an approval that was given while others could, and is used now, does not count', async () => {
    const { at, ran } = benchUnder({ approvers: ['jo'] });
    const outcome = await callThrough(at);
    if (outcome.kind !== 'pending' || outcome.pending.kind !== 'approval') throw new Error(outcome.kind);
    const { id: approvalId, argsDigest, definitionFingerprint } = outcome.pending;
    const approved = { approvalId, argsDigest, definitionFingerprint, edited: false, by: 'eve' };
    const result = await resultOf(at, { approved });
    expect(result.error).toEqual({
      code: 'APPROVAL_NOT_ENTITLED',
      message: 'The approval is not by one of those who may give it. The call did not run; make it again if it is still needed.',
    });
    expect(ran).toEqual([]);
    expect(await resultOf(at, { approved: { ...approved, by: 'jo' } })).toMatchObject({ success: true });
  });
});

test('a person’s no is a no, however late, and whatever became of the tool', async () => {
  const { at, clock } = benchUnder({ expireAfterMs: 1_000, approvers: ['jo'] });
  await clock.advance(2_000);
  const approved = {
    ...{
      approvalId: 'a',
      argsDigest: 'sha256:other',
      definitionFingerprint: 'other',
      edited: false,
      expiresAt: '2026-01-01T00:00:01.000Z',
    },
    refused: true,
  } as const;
  const prepared = await prepareCall(at.tools, { callId: 'c', providerCallId: 'c', ...call, approved }, at.run);
  expect(prepared.kind).toBe('ready');
});
