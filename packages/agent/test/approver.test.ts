import { silentLogger, type Approver } from '@tackroom/core';
import { calls, collectEvents, eventsOf, scriptedApprover, text } from '@tackroom/testing';
import { drop, resultsOf, revived, Workshop } from './workshop.js';

test('an approver is asked while the run goes on', async () => {
  const shop = new Workshop();
  const approver = scriptedApprover([
    { type: 'approve' },
    { type: 'reject', message: 'not that one' },
    { type: 'edit', args: { table: 'tmp' } },
    () => {
      throw new Error('terminal closed');
    },
  ]);
  const stream = shop
    .agent([calls(drop('a'), drop('b'), drop('c'), drop('d'), ['free', { table: 'e' }]), text('done')])
    .stream('Go.', { approver });
  const events = await collectEvents(stream);
  expect(shop.done).toEqual(['free e', 'drop a', 'drop tmp']);
  expect(approver.requests.map(({ args }) => args['table'])).toEqual(['a', 'b', 'c', 'd']);
  expect(eventsOf(events, 'approval-request').map(({ args }) => args['table'])).toEqual(['a', 'b', 'c', 'd']);
  expect(eventsOf(events, 'approval-answer').map(({ answer }) => answer.type)).toEqual(['approve', 'reject', 'edit', 'reject']);
  expect(eventsOf(events, 'tool-call')).toHaveLength(5);
  expect(resultsOf(await stream.result)).toEqual([
    'drop done',
    'A person refused this call and said: not that one. Do not make this call again.',
    'drop done',
    'This call needs approval, and no decision could be obtained: the approver failed. It did not run. Go on without it and say that it still needs approval.',
    'free done',
  ]);
});

const undecided: readonly (readonly [string, () => unknown, string, unknown])[] = [
  ['throws', () => Promise.reject(new Error('terminal closed')), 'the approver failed', 'terminal closed'],
  ['throws undefined', () => { throw undefined; }, 'the approver failed', expect.stringContaining('undefined')],
  ['answers null', () => null, 'the approver gave no valid answer', undefined],
  ['edits to what is no JSON', () => ({ type: 'edit', args: { table: 1n } }), 'the approver gave no valid answer', expect.any(String)],
]; // prettier-ignore

// At once, and of a resumed run, whose calls are prepared only after the answer.
test.each(undecided)('an approver that %s is not a person who refuses', async (_name, approve, reason, error) => {
  const logged: unknown[] = [];
  const logger = { ...silentLogger, error: (_message: string, fields?: object) => void logged.push(fields) };
  const shop = new Workshop();
  const host = { kernel: { logger } };
  const approver = { approve } as Approver;
  const paused = await shop.agent([calls(drop('a'))], {}, host).run('Go.');
  for (const start of [
    () => shop.agent([calls(drop('a')), text('done')], {}, host).stream('Go.', { approver }),
    () => shop.agent([text('done')], {}, host).resumeStream(revived(paused), { approver }),
  ]) {
    const stream = start();
    const events = await collectEvents(stream);
    const [answered] = eventsOf(events, 'approval-answer');
    expect(answered?.answer).toEqual({ type: 'reject', by: 'tackroom', message: `No decision could be obtained: ${reason}.` });
    expect(eventsOf(events, 'tool-result')).toMatchObject([{ success: false, error: { code: 'APPROVAL_FAILED' } }]);
    expect(resultsOf(await stream.result)).toEqual([expect.stringContaining(`no decision could be obtained: ${reason}.`)]);
    const { callId, id: approvalId } = answered ?? {};
    expect(logged.splice(0)).toEqual([{ callId, tool: 'drop', approvalId, reason, ...(error === undefined ? {} : { error }) }]);
  }
  expect(shop.done).toEqual([]);
});

test('an approver without an answer lets the run pause; with onAsk deny the call is denied', async () => {
  const shop = new Workshop();
  const silent = { approve: () => undefined };
  const paused = await shop.agent([calls(drop('a'))]).run('Go.', { approver: silent });
  expect(paused.status).toBe('paused');
  const denied = await shop.agent([calls(drop('a')), text('done')], { permissions: { onAsk: 'deny' } }).run('Go.', { approver: silent });
  expect(denied.status).toBe('completed');
  expect(shop.done).toEqual([]);
});

test('an approver answers what a resumed run still asks', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'), drop('b'))]).run('Go.');
  const result = await shop
    .agent([text('done')])
    .resume(paused.state.approve(paused.pending[0]?.id), { approver: scriptedApprover([{ type: 'approve' }]) });
  expect(shop.done).toEqual(['drop a', 'drop b']);
  expect(result.ok).toBe(true);
});

test('an approval for the session is not asked for again, also after a resume elsewhere', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'), drop('b'))]).run('Go.');
  const [first, second] = paused.pending;
  const state = revived(paused).approve(first?.id, { scope: 'session' }).approve(second?.id);
  const again = await shop.agent([calls(drop('a')), calls(drop('b'))]).resume(state);
  expect(shop.done).toEqual(['drop a', 'drop b', 'drop a']);
  expect(again.pending).toMatchObject([{ args: { table: 'b' } }]);
  const elsewhere = await shop.agent([calls(drop('a')), text('done')]).resume(revived(again).reject());
  expect(elsewhere.ok).toBe(true);
  expect(shop.done).toEqual(['drop a', 'drop b', 'drop a', 'drop a']);
});
