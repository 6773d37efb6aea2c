import { calls, FakeClock, text } from '@tackroom/testing';
import { RunState, type RunResult } from '../src/index.js';
import { drop, resultsOf, revived, Workshop } from './workshop.js';

const terms = { permissions: { approvals: { approvers: ['ops', 'jo'] } } };

/** A run that waits for a call which only `ops` and `jo` may decide on. */
async function paused(shop: Workshop): Promise<RunResult> {
  return shop.agent([calls(drop('a'))], {}, terms).run('Go.');
}

const idOf = ({ pending }: RunResult | RunState): string => pending[0]?.id ?? '';

test.each<[string, (state: RunState, by: { readonly by?: string }) => RunState]>([
  ['approve', (state, who) => state.approve(idOf(state), who)],
  ['approve all', (state, who) => state.approve(undefined, who)],
  ['reject', (state, who) => state.reject(idOf(state), who)],
  ['edit', (state, who) => state.edit(idOf(state), { table: 'b' }, who)],
  ['decide', (state, who) => state.decide([{ type: 'approve', id: idOf(state), scope: 'once', ...who }])],
])('%s counts by those who may answer alone', async (_, decide) => {
  const shop = new Workshop();
  const result = await paused(shop);
  const state = revived(result);
  for (const who of [{}, { by: 'eve' }, { by: '' }]) {
    expect(() => decide(state, who)).toThrow(expect.objectContaining({ code: 'APPROVAL_NOT_ENTITLED' }));
  }
  const done = await shop.agent([text('done')], {}, terms).resume(decide(state, { by: 'jo' }));
  expect(done.ok).toBe(true);
});

test('the error says who may answer, and who did', async () => {
  const state = revived(await paused(new Workshop()));
  const said = (who: object): string => {
    try {
      state.approve(undefined, who);
      return '';
    } catch (error) {
      return (error as Error).message.replaceAll(/apr_[\w-]+/g, 'apr_ID');
    }
  };
  expect([said({}), said({ by: 'eve' })]).toMatchInlineSnapshot(`
   [
     ""apr_ID" may be answered by "ops", "jo", and nobody says who answered; give { by }.",
     ""apr_ID" may be answered by "ops", "jo", and "eve" answered; give { by }.",
   ]
  `);
});

test('a stored decision of somebody who may not make it is refused when the state is resumed', async () => {
  const shop = new Workshop();
  const result = await paused(shop);
  const approved = JSON.stringify(result.state.approve(undefined, { by: 'jo' }));
  for (const forged of [approved.replace('"by":"jo"', '"by":"eve"'), approved.replace('"by":"jo",', '')]) {
    expect(forged).not.toBe(approved);
    await expect(shop.agent([], {}, terms).resume(forged)).rejects.toMatchObject({ code: 'APPROVAL_NOT_ENTITLED' });
  }
  expect(shop.done).toEqual([]);
});

test('names that are taken out of a stored request, too, do not make an answer count', async () => {
  const shop = new Workshop();
  const stored = JSON.stringify((await paused(shop)).state).replace(/"approvers":\[[^\]]*\]/, '"approvers":["eve"]');
  const done = await shop.agent([text('done')], {}, terms).resume(RunState.parse(stored).approve(undefined, { by: 'eve' }));
  expect(resultsOf(done)).toEqual([expect.stringContaining('not by one of those who may give it')]);
  expect(shop.done).toEqual([]);
});

test('an approver’s answer counts by name, at once and when a run is resumed', async () => {
  const shop = new Workshop();
  const result = await paused(shop);
  for (const [by, expected] of [
    ['eve', 'no decision could be obtained'],
    ['jo', 'drop done'],
  ]) {
    const approver = () => ({ type: 'approve', by: by ?? '' }) as const;
    const once = await shop.agent([calls(drop('a')), text('done')], {}, terms).run('Go.', { approver });
    expect(resultsOf(once)).toEqual([expect.stringContaining(expected ?? '')]);
  }
  const resumed = await shop.agent([text('done')], {}, terms).resume(revived(result), { approver: () => ({ type: 'approve', by: 'eve' }) });
  expect(resultsOf(resumed)).toEqual([expect.stringContaining('not by one of those who may give it')]);
  expect(shop.done).toEqual(['drop a']);
});

test.each([
  [{ by: 7 }, 'by what is no name'],
  [{ at: 'yesterday' }, 'which is no time'],
])('an answer with %j is none', async (who, message) => {
  const state = revived(await new Workshop().agent([calls(drop('a'))]).run('Go.'));
  const refused = expect.objectContaining({ code: 'APPROVAL_INVALID', message: expect.stringContaining(message) as unknown });
  expect(() => state.approve(undefined, who as object)).toThrow(refused);
});

describe('an approval that has an end', () => {
  const expiring = async () => {
    const shop = new Workshop();
    const clock = new FakeClock();
    const host = { kernel: { clock }, permissions: { approvals: { expireAfterMs: 60_000 } } };
    const result = await shop.agent([calls(drop('a'))], {}, host).run('Go.');
    return { shop, clock, host, result };
  };

  test.each([
    [59_999, {}, true],
    [60_000, {}, false],
    [0, { at: '2026-01-01T00:00:59Z' }, true],
    [0, { at: '2026-01-01T00:01:00Z' }, false],
  ])('is taken after %d ms, given %j: %s', async (afterMs, who, isTaken) => {
    const { clock, result } = await expiring();
    await clock.advance(afterMs);
    for (const state of [result.state, revived(result, { clock })]) {
      for (const decide of [() => state.approve(undefined, who), () => state.edit(idOf(state), { table: 'b' }, who)]) {
        if (isTaken) expect(decide().pending).toEqual([]);
        else expect(decide).toThrow(expect.objectContaining({ code: 'APPROVAL_EXPIRED' }));
      }
    }
  });

  test('runs nothing when it is used too late', async () => {
    const { shop, clock, host, result } = await expiring();
    const state = revived(result, { clock }).approve();
    await clock.advance(60_000);
    const done = await shop.agent([text('done')], {}, host).resume(state);
    expect(shop.done).toEqual([]);
    expect(resultsOf(done)).toEqual([expect.stringContaining('The approval expired at 2026-01-01T00:01:00.000Z')]);
  });

  test('can still be refused, and the model reads that', async () => {
    const { shop, clock, host, result } = await expiring();
    await clock.advance(90_000);
    const done = await shop.agent([text('done')], {}, host).resume(revived(result, { clock }).reject(undefined, { message: 'not today' }));
    expect(resultsOf(done)).toEqual(['A person refused this call and said: not today. Do not make this call again.']);
  });

  test('is over by the system’s time where no other clock is given', async () => {
    const { result } = await expiring();
    expect(() => revived(result).approve()).toThrow(expect.objectContaining({ code: 'APPROVAL_EXPIRED' }));
  });
});

describe('terms that an agent brings itself', () => {
  test('hold for its calls, beside those of the harness', async () => {
    const shop = new Workshop();
    const host = { permissions: { approvals: { expireAfterMs: 60_000, approvers: ['ops', 'jo'] } } };
    const permissions = { approvals: { expireAfterMs: 1_000, approvers: ['jo', 'eve'] } };
    const result = await shop.agent([calls(drop('a'))], { permissions }, { ...host, kernel: { clock: new FakeClock() } }).run('Go.');
    expect(result.pending).toMatchObject([{ approvers: ['jo'], expiresAt: '2026-01-01T00:00:01.000Z' }]);
    for (const by of ['ops', 'eve']) {
      expect(() => result.state.approve(undefined, { by })).toThrow(expect.objectContaining({ code: 'APPROVAL_NOT_ENTITLED' }));
    }
  });

  test('can hold a whole turn', async () => {
    const shop = new Workshop();
    const turn = calls(['free', { table: 'x' }], drop('a'), ['free', { table: 'y' }]);
    const result = await shop.agent([turn], { permissions: { approvals: { hold: 'turn' } } }).run('Go.');
    expect([result.status, shop.done]).toEqual(['paused', []]);
  });

  test('under which nobody could answer make no agent', () => {
    const host = { permissions: { approvals: { approvers: ['ops'] } } };
    expect(() => new Workshop().agent([], { permissions: { approvals: { approvers: ['eve'] } } }, host)).toThrow(
      expect.objectContaining({ code: 'PERMISSIONS_INVALID' }),
    );
  });
});
