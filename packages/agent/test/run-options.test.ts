import { defineTool, type HarnessEvent } from '@tackroom/core';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { createAgent, RunState, type Agent, type AgentOptions, type RunOptions } from '../src/index.js';
import { testHost } from './test-host.js';

function clerk(more: Partial<AgentOptions> = {}): Agent {
  const drop = defineTool({
    name: 'drop',
    description: 'Drops.',
    inputSchema: { type: 'object', properties: { table: { type: 'string' } } },
    permission: 'ask',
    handler: (args) => `dropped ${String(args['table'])}`,
  });
  const model = new ScriptedModel([calls(['drop', { table: 'a' }]), text('done')]);
  return createAgent(testHost({ tools: [drop] }), { name: 'clerk', model, ...more });
}

test.each<[string, object]>([
  ['maxSteps', { maxSteps: NaN }],
  ['maxSteps', { maxSteps: 0 }],
  ['maxSteps', { maxSteps: 1.5 }],
  ['maxSteps', { maxSteps: '3' }],
  ['signal', { signal: 'now' }],
  ['approver', { approver: 'me' }],
  ['approver', { approver: {} }],
  ['onEvent', { onEvent: 1 }],
  ['providers', { providers: {} }],
  ['sessionId', { sessionId: '' }],
  ['userId', { userId: 7 }],
  ['aprover', { aprover: () => undefined }],
])('a run is refused for its option %s: %j', async (name, options) => {
  const refused = { code: 'RUN_OPTION_INVALID', message: expect.stringContaining(`option ${name} `) as unknown };
  await expect(clerk().run('Go.', options)).rejects.toMatchObject(refused);
  const { state } = await clerk().run('Go.');
  await expect(clerk().resume(state.approve(), options)).rejects.toMatchObject(refused);
});

test('a run without a bound on its steps can be stored', async () => {
  const agent = clerk();
  const paused = await agent.run('Go.', { maxSteps: Infinity });
  await expect(agent.resume(RunState.parse(JSON.stringify(paused.state)).approve())).resolves.toMatchObject({ ok: true });
});

test.each<[string, Partial<AgentOptions>]>([
  ['modelSettings.maxOutputTokens', { modelSettings: { maxOutputTokens: Infinity } }],
  ['modelSettings.maxOutputTokens', { modelSettings: { maxOutputTokens: NaN } }],
  ['stateKey', { stateKey: '' }],
  ['stateKey', { stateKey: new Uint8Array() }],
])('an agent is refused for its option %s', (where, options) => {
  const problems = [expect.objectContaining({ where })];
  expect(() => clerk(options)).toThrow(expect.objectContaining({ code: 'AGENT_INVALID', problems }));
});

test('a listener cannot change what an approver is asked, nor what they say', async () => {
  const meddle = (event: HarnessEvent): void => {
    const given = event as { args?: { table?: string }; request?: { id?: string }; answer?: { args?: { table?: string } } };
    if (given.answer?.args !== undefined) given.answer.args.table = 'payroll';
    if (given.request !== undefined) given.request.id = 'another';
    if (given.args !== undefined) given.args.table = 'payroll';
  };
  const asked: string[] = [];
  const approver: RunOptions['approver'] = ({ id }) => {
    asked.push(id);
    return { type: 'edit', args: { table: 'b' } };
  };
  const result = await clerk().run('Go.', { approver, onEvent: meddle });
  expect(asked).not.toContain('another');
  expect(result.messages[2]).toMatchObject({ content: [{ output: { value: 'dropped b' } }] });
});

test('an approver whose answer is no JSON has decided nothing', async () => {
  const cycle: Record<string, unknown> = {};
  cycle['again'] = cycle;
  const result = await clerk().run('Go.', { approver: () => ({ type: 'edit', args: cycle as never }) });
  expect(result).toMatchObject({ ok: true, text: 'done' });
  expect(JSON.stringify(result.messages[2])).toContain('no decision could be obtained: the approver gave no valid answer');
});

test('an async listener that fails is reported like any other, once, and ends nothing', async () => {
  const events: HarnessEvent[] = [];
  const failing: (event: HarnessEvent) => unknown = async (event) => {
    events.push(event);
    await Promise.resolve();
    throw new Error('no');
  };
  const result = await clerk().run('Go.', { approver: () => ({ type: 'approve' }), onEvent: failing });
  await new Promise((resolve) => setImmediate(resolve));
  expect(result.ok).toBe(true);
  const errors = events.filter((event) => event.type === 'error');
  expect(errors[0]).toMatchObject({ code: 'LISTENER_FAILED', message: "A listener of this run's events failed: no" });
  expect(errors.length).toBeLessThan(events.length / 2 + 1);
  expect(events.at(-1)?.type).toBe('run-finish');
});
