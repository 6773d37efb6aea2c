import { defineTool, InMemoryCallJournal } from '@tackroom/core';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { createAgent, RunState } from '../src/index.js';
import { testHost } from './test-host.js';
import { drop, resultsOf, revived, Workshop } from './workshop.js';

test('an approval is for one call: the same call again is asked about again', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'))]).run('Go.');
  const again = await shop.agent([calls(drop('a'))]).resume(revived(paused).approve());
  expect([again.status, shop.done]).toEqual(['paused', ['drop a']]);
  const both = await shop.agent([calls(drop('b'), drop('b'))]).run('Go.');
  const half = await shop.agent([]).resume(revived(both).approve(both.pending[0]?.id), { partial: true });
  expect([half.status, half.pending.length, shop.done]).toEqual(['paused', 1, ['drop a', 'drop b']]);
});

test('an approval of one run decides nothing in another one', async () => {
  const shop = new Workshop();
  const [one, two] = [await shop.agent([calls(drop('a'))]).run('Go.'), await shop.agent([calls(drop('a'))]).run('Go.')];
  const id = one.pending[0]?.id ?? '';
  expect(() => two.state.approve(id)).toThrow(expect.objectContaining({ code: 'APPROVAL_UNKNOWN' }));
  const [from, into] = [one, two].map(({ state }) => JSON.parse(JSON.stringify(state)) as { calls: { pending: object[] }[] });
  if (from?.calls[0] === undefined || into?.calls[0] === undefined) throw new Error('no calls');
  into.calls[0].pending = from.calls[0].pending;
  await expect(shop.agent([]).resume(RunState.parse(into).approve(id))).rejects.toMatchObject({ code: 'APPROVAL_MISMATCH' });
  expect(shop.done).toEqual([]);
});

test('a turn of denied calls alone goes straight back to the model', async () => {
  const shop = new Workshop();
  const host = { permissions: { deny: ['drop', 'free'] } };
  const result = await shop.agent([calls(drop('a'), ['free', { table: 'b' }]), text('all right')], {}, host).run('Go.');
  expect(result).toMatchObject({ status: 'completed', stopReason: 'answer', text: 'all right', pending: [] });
  expect(resultsOf(result)).toEqual([expect.stringContaining('Permission denied'), expect.stringContaining('Permission denied')]);
  expect(shop.done).toEqual([]);
});

test.each([
  [1, 1],
  [3, 3],
  [undefined, 2],
])('with maxRefusals %j a person is asked %d times about the same call, over as many processes', async (maxRefusals, times) => {
  const shop = new Workshop();
  const host = { permissions: { approvals: maxRefusals === undefined ? {} : { maxRefusals } } };
  const turn = calls(drop('a'));
  let asked = 0;
  let result = await shop.agent([turn], {}, host).run('Go.');
  while (result.status === 'paused') {
    asked += result.pending.length;
    result = await shop.agent(asked < times ? [turn] : [turn, text('all right')], {}, host).resume(revived(result).reject());
  }
  expect([asked, result.text, shop.done]).toEqual([times, 'all right', []]);
});

test('a call with other arguments is another call, and is asked about', async () => {
  const shop = new Workshop();
  const host = { permissions: { approvals: { maxRefusals: 1 } } };
  const paused = await shop.agent([calls(drop('a'))], {}, host).run('Go.');
  const other = await shop.agent([calls(drop('b'))], {}, host).resume(revived(paused).reject());
  expect(other.pending).toMatchObject([{ args: { table: 'b' } }]);
});

test.each(['safe', 'idempotent', 'manual'] as const)(
  'an approved %s call has its intent on record before it starts',
  async (replayPolicy) => {
    const journal = new InMemoryCallJournal();
    const seen: unknown[] = [];
    const write = defineTool({
      name: 'write',
      description: 'Writes.',
      permission: 'ask',
      replayPolicy,
      inputSchema: { type: 'object', properties: { row: { type: 'string' } } },
      handler: (_, { call }) => {
        seen.push(...journal.entries().map(({ intent, result }) => ({ ...intent, result })), call.idempotencyKey);
        return 'written';
      },
    });
    const agent = (turns: ConstructorParameters<typeof ScriptedModel>[0]) =>
      createAgent(testHost({ tools: [write], kernel: { journal } }), { name: 'clerk', model: new ScriptedModel(turns) });
    const paused = await agent([calls(['write', { row: '1' }])]).run('Go.');
    expect(journal.entries()).toEqual([]);
    const done = await agent([text('done')]).resume(revived(paused).approve());
    const { runId, callId, argsDigest: _, definitionFingerprint } = paused.pending[0] as unknown as Record<string, string>; // an approval request
    const idempotencyKey = expect.any(String) as unknown;
    const intent = {
      runId,
      callId,
      toolName: 'write',
      attempt: 1,
      args: { row: '1' },
      replayPolicy,
      idempotencyKey,
      definitionFingerprint,
    };
    expect(seen).toEqual([{ ...intent, result: undefined }, (seen[0] as { idempotencyKey: string }).idempotencyKey]);
    expect(journal.entries()).toEqual([{ intent, result: expect.objectContaining({ success: true, content: 'written' }) }]);
    expect(done.ok).toBe(true);
  },
);
