import { calls, collectEvents, RecordingAuditSink, text } from '@tackroom/testing';
import { RunState } from '../src/index.js';
import { drop, resultsOf, revived, Workshop } from './workshop.js';

test('asked calls pause the run, allowed siblings run once, and approving in another process finishes it', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'), ['free', { table: 'b' }], drop('c'))]).run('Clean up.');
  expect(paused).toMatchObject({ status: 'paused', stopReason: 'approval', ok: false });
  expect(shop.done).toEqual(['free b']);
  expect(paused.pending).toMatchObject([
    { kind: 'approval', toolName: 'drop', args: { table: 'a' }, agentPath: ['clerk'] },
    { kind: 'approval', toolName: 'drop', args: { table: 'c' } },
  ]);
  const [first] = paused.pending;
  const state = revived(paused).approve(first?.id).reject(undefined, { message: 'keep c' });
  const result = await shop.agent([text('done')]).resume(RunState.parse(state.toJSON()));
  expect(shop.done).toEqual(['free b', 'drop a']);
  expect(result).toMatchObject({ status: 'completed', text: 'done' });
  expect(resultsOf(result)).toEqual([
    'drop done',
    'free done',
    'A person refused this call and said: keep c. Do not make this call again.',
  ]);
  expect(result.messages).toHaveLength(4);
});

test('a state is never changed by a decision', async () => {
  const shop = new Workshop();
  const { state } = await shop.agent([calls(drop('a'))]).run('Go.');
  const before = JSON.stringify(state);
  const approved = state.approve();
  expect(JSON.stringify(state)).toBe(before);
  expect(state.pending).toHaveLength(1);
  expect(approved.pending).toHaveLength(0);
});

test('what a caller adds to the messages of a result is no part of its state', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'))]).run('Go.');
  (paused.messages as unknown[]).push({ role: 'user', content: [{ type: 'text', text: 'And now?' }] }); // as a caller without types may
  const result = await shop.agent([text('done')]).resume(paused.state.approve());
  expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
});

test('edited arguments are validated and run as they were edited', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'), drop('b'))]).run('Go.');
  const [first, second] = paused.pending;
  const state = paused.state.edit(first?.id ?? '', { table: 'tmp' }).edit(second?.id ?? '', { tabel: 'x' });
  const result = await shop.agent([text('done')]).resume(state);
  expect(shop.done).toEqual(['drop tmp']);
  expect(resultsOf(result)).toEqual(['drop done', expect.stringContaining('tabel')]);
});

test('a deny rule that was made while the run was paused holds', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'))]).run('Go.');
  const agent = shop.agent([text('done')], {}, { permissions: { deny: ['drop'] } });
  const result = await agent.resume(paused.state.approve());
  expect(shop.done).toEqual([]);
  expect(resultsOf(result)).toEqual([expect.stringContaining('Permission denied')]);
});

test('edited arguments do not get past a deny rule', async () => {
  const shop = new Workshop();
  const host = { permissions: { deny: ['drop{"table":"users"}'] } };
  const paused = await shop.agent([calls(drop('a'))], {}, host).run('Go.');
  const result = await shop.agent([text('done')], {}, host).resume(paused.state.edit(paused.pending[0]?.id ?? '', { table: 'users' }));
  expect(shop.done).toEqual([]);
  expect(resultsOf(result)).toEqual([expect.stringContaining('Permission denied')]);
});

test('a tool that changed or is gone voids the approval', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'))]).run('Go.');
  const changed = new Workshop('Drops more than a table.');
  const other = await changed.agent([text('done')]).resume(paused.state.approve());
  expect(resultsOf(other)).toEqual([expect.stringContaining('changed after this call was approved')]);
  const again = await shop.agent([calls(drop('a'))]).run('Go.');
  const without = await shop.agent([text('done')], {}, { tools: shop.tools.slice(1) }).resume(revived(again).approve());
  expect(resultsOf(without)).toEqual([expect.stringContaining('drop')]);
  expect([...shop.done, ...changed.done]).toEqual([]);
});

test('a pending call keeps its place in its lane, across a resume', async () => {
  const shop = new Workshop();
  const turn = calls(['step', { table: '1' }], ['step_ask', { table: '2' }], ['step', { table: '3' }], ['free', { table: '4' }]);
  const paused = await shop.agent([turn]).run('Go.');
  expect(shop.done).toEqual(['step 1', 'free 4']);
  const events = shop.agent([text('done')]).resumeStream(revived(paused).approve());
  const types = (await collectEvents(events)).map(({ type }) => type);
  expect(shop.done).toEqual(['step 1', 'free 4', 'step_ask 2', 'step 3']);
  expect(types).not.toContain('tool-call');
  expect(resultsOf(await events.result)).toEqual(['step done', 'step_ask done', 'step done', 'free done']);
});

test('a partial resume runs what is decided and pauses again for the rest', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'), drop('b'))]).run('Go.');
  const [first, second] = paused.pending;
  const half = paused.state.approve(first?.id);
  await expect(shop.agent([]).resume(half)).rejects.toMatchObject({
    code: 'RUN_UNDECIDED',
    message: expect.stringContaining(String(second?.id)) as unknown,
  });
  const again = await shop.agent([]).resume(half, { partial: true });
  expect(again).toMatchObject({ status: 'paused', pending: [{ id: second?.id }] });
  expect(shop.done).toEqual(['drop a']);
  const result = await shop.agent([text('done')]).resume(again.state.approve());
  expect(shop.done).toEqual(['drop a', 'drop b']);
  expect(result.ok).toBe(true);
});

test('a state is resumed once per process; an approval is not used up by a run that could not be opened', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'))]).run('Go.');
  const state = paused.state.approve();
  const broken = shop.agent([], {}, { host: { runScope: { open: () => Promise.reject(new Error('no container')) } } });
  await expect(broken.resume(state)).rejects.toThrow('no container');
  await shop.agent([text('done')]).resume(state);
  await expect(shop.agent([]).resume(state)).rejects.toMatchObject({ code: 'RUN_STATE_USED' });
  await expect(shop.agent([]).resume(JSON.stringify(paused.state.reject()))).rejects.toMatchObject({ code: 'RUN_STATE_USED' });
  expect(shop.done).toEqual(['drop a']);
});

test.each([
  ['deps', { deps: { tenant: 'acme' } }],
  ['providers', { providers: [{ provide: Symbol.for('x'), useValue: 1 }] }],
])('a run that was given %s is not resumed without', async (name, options) => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'))]).run('Go.', options);
  const state = revived(paused).approve();
  await expect(shop.agent([]).resume(state)).rejects.toMatchObject({
    code: 'RUN_DEPS_MISSING',
    message: expect.stringContaining(name) as unknown,
  });
  await expect(shop.agent([text('done')]).resume(state, options)).resolves.toMatchObject({ ok: true });
});

test('a finished run, and a run of another agent, are not resumed', async () => {
  const shop = new Workshop();
  const finished = await shop.agent([text('done')]).run('Go.');
  await expect(shop.agent([]).resume(finished.state)).rejects.toMatchObject({ code: 'RUN_STATE_FINISHED' });
  const paused = await shop.agent([calls(drop('a'))]).run('Go.');
  await expect(shop.agent([], { name: 'other' }).resume(paused.state.approve())).rejects.toMatchObject({ code: 'RUN_STATE_AGENT' });
});

test('a call that was refused twice is refused without asking', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'))]).run('Go.');
  const again = await shop.agent([calls(drop('a'))]).resume(revived(paused).reject());
  expect(again.status).toBe('paused');
  const result = await shop.agent([calls(drop('a')), text('all right')]).resume(revived(again).reject());
  expect(result).toMatchObject({ ok: true, text: 'all right' });
  expect(shop.done).toEqual([]);
});

test('two calls with one id: an approval for one does not release the other', async () => {
  const shop = new Workshop();
  const twice = { toolCalls: ['a', 'b'].map((table) => ({ id: 'same', name: 'drop', args: { table } })) };
  const paused = await shop.agent([twice]).run('Go.');
  const state = paused.state.approve(paused.pending[1]?.id).reject(paused.pending[0]?.id);
  const result = await shop.agent([text('done')]).resume(state);
  expect(shop.done).toEqual(['drop b']);
  expect(resultsOf(result)).toEqual([expect.stringContaining('A person refused'), 'drop done']);
});

test('steps go on counting after a resume, and a bound that the run was given still holds', async () => {
  const shop = new Workshop();
  const paused = await shop.agent([calls(drop('a'))]).run('Go.', { maxSteps: 2 });
  const result = await shop.agent([calls(['free', { table: 'b' }]), text('summary')]).resume(revived(paused).approve());
  expect(result).toMatchObject({ stopReason: 'step-limit', ok: false, text: 'summary' });
});

test('who approved, refused or edited goes with the state, and into the audit trail', async () => {
  const shop = new Workshop();
  const audit = new RecordingAuditSink();
  const paused = await shop.agent([calls(drop('a'), drop('b'), drop('c'))]).run('Go.');
  const [first, second, third] = paused.pending.map(({ id }) => id);
  const state = revived(paused)
    .approve(first, { by: 'jo', at: '2026-01-01T00:00:00Z' })
    .reject(second, { by: 'ops', message: 'not b' })
    .edit(third ?? '', { table: 'tmp' }, { by: 'jo' });
  await shop.agent([text('done')], {}, { kernel: { audit } }).resume(RunState.parse(JSON.stringify(state)));
  const answers = audit.records.flatMap((record) => (record.type === 'call' ? [record.answer] : []));
  expect(answers).toEqual(
    expect.arrayContaining([
      { type: 'approve', scope: 'once', by: 'jo', at: '2026-01-01T00:00:00Z' },
      { type: 'reject', by: 'ops' },
      { type: 'edit', by: 'jo' },
    ]),
  );
  expect(answers).toHaveLength(3);
});
