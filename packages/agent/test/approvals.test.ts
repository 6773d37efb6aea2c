import { defineTool, silentLogger, type Approver, type ToolDefinition } from '@tackroom/core';
import { calls, collectEvents, eventsOf, scriptedApprover, ScriptedModel, text } from '@tackroom/testing';
import { createAgent, RunState, type Agent, type AgentOptions, type RunResult } from '../src/index.js';
import { testHost, type TestHostOptions } from './test-host.js';

/** Tools that write down what they did: `drop` asks first, `free` runs, `step` is serial, `stepAsk` serial and asks. */
class Workshop {
  readonly done: string[] = [];

  constructor(private readonly words = 'Drops a table.') {}

  readonly tools: readonly ToolDefinition[] = [
    this.tool('drop', { permission: 'ask', description: this.words }),
    this.tool('free', {}),
    this.tool('step', { concurrency: 'serial' }),
    this.tool('step_ask', { concurrency: 'serial', permission: 'ask' }),
  ];

  agent(turns: ConstructorParameters<typeof ScriptedModel>[0], options: Partial<AgentOptions> = {}, host: TestHostOptions = {}): Agent {
    return createAgent(testHost({ tools: this.tools, ...host }), { name: 'clerk', model: new ScriptedModel(turns), ...options });
  }

  private tool(name: string, more: object): ToolDefinition {
    const inputSchema = { type: 'object', properties: { table: { type: 'string' } }, additionalProperties: false };
    return defineTool({
      name,
      description: `${name}.`,
      inputSchema,
      handler: (args) => {
        this.done.push(`${name} ${String(args['table'])}`);
        return `${name} done`;
      },
      ...more,
    });
  }
}

const drop = (table: string): readonly [string, { table: string }] => ['drop', { table }];
const revived = (result: RunResult): RunState => RunState.parse(JSON.stringify(result.state));

function resultsOf(result: RunResult): readonly unknown[] {
  return result.messages.flatMap((message) => (message.role === 'tool' ? message.content.map((part) => part.output.value) : []));
}

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
