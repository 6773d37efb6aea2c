import { calls, collectEvents, eventsOf, FakeClock, RecordingAuditSink, text } from '@tackroom/testing';
import type { RunResult, RunState } from '../src/index.js';
import { drop, resultsOf, revived, Workshop } from './workshop.js';

const names = ({ pending }: RunResult): readonly unknown[] =>
  pending.map(({ toolName, ...item }) => [toolName, 'args' in item ? item.args['table'] : '']);
const askStep = (table: string): readonly [string, { table: string }] => ['step_ask', { table }];

describe('with hold: turn nothing of a turn runs before all of it is decided, and siblings run once', () => {
  const host = { permissions: { approvals: { hold: 'turn' as const } } };
  const turn = (): ReturnType<typeof calls> => calls(['free', { table: 'x' }], drop('a'), drop('b'));

  test('with all decisions at once', async () => {
    const shop = new Workshop();
    const paused = await shop.agent([turn()], {}, host).run('Go.');
    expect([paused.status, shop.done]).toEqual(['paused', []]);
    const [first, second] = paused.pending.map(({ id }) => id);
    const result = await shop.agent([text('done')], {}, host).resume(revived(paused).approve(first).reject(second));
    expect(result.status).toBe('completed');
    expect(shop.done).toEqual(['free x', 'drop a']);
    expect(resultsOf(result)).toEqual(['free done', 'drop done', expect.stringContaining('A person refused this call.')]);
  });

  test('with one at a time, of which none is asked about twice', async () => {
    const shop = new Workshop();
    const paused = await shop.agent([turn()], {}, host).run('Go.');
    const half = await shop.agent([], {}, host).resume(revived(paused).approve(paused.pending[0]?.id), { partial: true });
    expect([names(half), shop.done]).toEqual([[['drop', 'b']], []]);
    const result = await shop.agent([text('done')], {}, host).resume(revived(half).reject());
    expect([result.status, shop.done]).toEqual(['completed', ['free x', 'drop a']]);
  });
});

/** Two serial calls that both ask: the second, decided alone, is held behind the first. */
async function held(shop: Workshop, decide: (state: RunState, id: string | undefined) => RunState, host: object = {}): Promise<RunResult> {
  const paused = await shop.agent([calls(askStep('1'), askStep('2'))], {}, host).run('Go.');
  return shop.agent([], {}, host).resume(decide(revived(paused), paused.pending[1]?.id), { partial: true });
}

test('an approval of a call that is held behind another one is kept across processes, with who gave it', async () => {
  const shop = new Workshop();
  const audit = new RecordingAuditSink();
  const half = await held(shop, (state, id) => state.approve(id, { by: 'jo', at: '2026-01-01T00:00:00Z' }));
  expect([half.status, half.stopReason, names(half), shop.done]).toEqual(['paused', 'approval', [['step_ask', '1']], []]);
  expect(half.state.pending).toHaveLength(1);
  const stream = shop.agent([text('done')], {}, { kernel: { audit } }).resumeStream(revived(half).approve(undefined, { by: 'ops' }));
  expect(eventsOf(await collectEvents(stream), 'approval-request')).toEqual([]);
  expect(shop.done).toEqual(['step_ask 1', 'step_ask 2']);
  const answers = audit.records.flatMap((record) => (record.type === 'call' ? [record.answer] : []));
  expect(answers).toEqual([
    { type: 'approve', scope: 'once', by: 'ops' },
    { type: 'approve', scope: 'once', by: 'jo', at: '2026-01-01T00:00:00Z' },
  ]);
});

test('so it is when the pauses go on, and when what is before it is refused', async () => {
  const shop = new Workshop();
  let half = await held(shop, (state, id) => state.approve(id));
  for (let pause = 0; pause < 3; pause++) half = await shop.agent([]).resume(revived(half), { partial: true });
  expect(names(half)).toEqual([['step_ask', '1']]);
  await shop.agent([text('done')]).resume(revived(half).reject());
  expect(shop.done).toEqual(['step_ask 2']);
});

test('edited arguments of a held call are kept, and run as they were edited', async () => {
  const shop = new Workshop();
  const half = await held(shop, (state, id) => state.edit(id ?? '', { table: 'edited' }));
  expect(names(half)).toEqual([['step_ask', '1']]);
  await shop.agent([text('done')]).resume(revived(half).approve());
  expect(shop.done).toEqual(['step_ask 1', 'step_ask edited']);
});

test('an approver’s word on a held call is kept, too', async () => {
  const shop = new Workshop();
  const approver = ({ args }: { readonly args: object }) =>
    'table' in args && args.table === '2' ? ({ type: 'approve' } as const) : undefined;
  const paused = await shop.agent([calls(askStep('1'), askStep('2'))]).run('Go.', { approver });
  expect([names(paused), shop.done]).toEqual([[['step_ask', '1']], []]);
  await shop.agent([text('done')]).resume(revived(paused).approve());
  expect(shop.done).toEqual(['step_ask 1', 'step_ask 2']);
});

test('a held approval is decided once', async () => {
  const shop = new Workshop();
  const half = await held(shop, (state, id) => state.approve(id));
  const stored = JSON.parse(JSON.stringify(half.state)) as { calls: { pending: { id: string }[] }[] };
  const id = stored.calls[1]?.pending[0]?.id ?? '';
  expect(() => revived(half).reject(id)).toThrow(expect.objectContaining({ code: 'APPROVAL_DECIDED' }));
  await shop.agent([text('done')]).resume(revived(half).approve());
  await expect(shop.agent([]).resume(revived(half).approve())).rejects.toMatchObject({ code: 'RUN_STATE_USED' });
  expect(shop.done).toEqual(['step_ask 1', 'step_ask 2']);
});

test('a held approval ends with its time, and a deny rule holds against it', async () => {
  const shop = new Workshop();
  const clock = new FakeClock();
  const host = { kernel: { clock }, permissions: { approvals: { expireAfterMs: 60_000 } } };
  const withClock = (result: RunResult): RunState => revived(result, { clock });
  const paused = await shop.agent([calls(askStep('1'), askStep('2'))], {}, host).run('Go.');
  const half = await shop.agent([], {}, host).resume(withClock(paused).approve(paused.pending[1]?.id), { partial: true });
  await clock.advance(60_000);
  const late = await shop.agent([text('done')], {}, host).resume(withClock(half).reject());
  expect(resultsOf(late)).toEqual([expect.stringContaining('A person refused'), expect.stringContaining('The approval expired')]);
  const other = await held(shop, (state, id) => state.approve(id));
  const denied = await shop
    .agent([text('done')], {}, { permissions: { deny: ['step_ask{"table":"2"}'] } })
    .resume(revived(other).approve());
  expect(resultsOf(denied)).toEqual(['step_ask done', expect.stringContaining('Permission denied')]);
  expect(shop.done).toEqual(['step_ask 1']);
});

test.each([
  ['other arguments', (text: string) => text.replace('"args":{"table":"2"}', '"args":{"table":"all"}')],
  [
    'a refusal in place of the approval',
    (text: string) => text.replace('"type":"approve"', '"type":"reject"').replace(',"scope":"once"', ''),
  ],
  ['another request’s id', (text: string) => text.replace(/("decision":\{[^}]*"id":)"[^"]+"/, '$1"apr_other"')],
])('a state in which a held approval has %s is refused', async (_, alter) => {
  const shop = new Workshop();
  const half = await held(shop, (state, id) => state.approve(id));
  const whole = JSON.stringify(half.state);
  const altered = alter(whole);
  expect(altered).not.toBe(whole);
  await expect(shop.agent([]).resume(altered, { partial: true })).rejects.toMatchObject({ code: 'APPROVAL_MISMATCH' });
  expect(shop.done).toEqual([]);
});
