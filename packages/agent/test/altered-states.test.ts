import { argsDigest, defineTool } from '@tackroom/core';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { createAgent, RunState, type Agent } from '../src/index.js';
import { testHost } from './test-host.js';

/** A stored state that somebody rewrites. */
interface Stored {
  calls: Record<string, unknown>[];
  messages: { content: unknown }[];
}

interface Requested {
  id: string;
  runId: string;
  callId: string;
  args: object;
  argsDigest: string;
  toolName: string;
}

function shop(): { readonly agent: Agent; readonly done: string[] } {
  const done: string[] = [];
  const tool = (name: string, more: object) =>
    defineTool({
      name,
      description: `${name}.`,
      inputSchema: { type: 'object', properties: { table: { type: 'string' } } },
      handler: (args) => {
        done.push(`${name} ${String(args['table'])}`);
        return `${name} done`;
      },
      ...more,
    });
  const tools = [tool('drop', { permission: 'ask' }), tool('read', {}), tool('ask_too', { permission: 'ask' })];
  const model = new ScriptedModel([calls(['drop', { table: 'a' }], ['read', { table: 'b' }], ['ask_too', { table: 'c' }]), text('done')]);
  return { done, agent: createAgent(testHost({ tools }), { name: 'clerk', model }) };
}

const requestOf = (call: Record<string, unknown> | undefined): Requested => (call?.['pending'] as [Requested])[0];
const approval = (id: string): object => ({ type: 'approve', id, scope: 'once' });

function at(state: Stored, index: number): Record<string, unknown> {
  const call = state.calls[index];
  if (call === undefined) throw new Error('no such call');
  return call;
}

test.each<[string, (state: Stored) => void, string]>([
  ['the arguments of a request', (s) => void (requestOf(at(s, 0)).args = { table: 'payroll' }), 'APPROVAL_MISMATCH'],
  ['the digest of a request', (s) => void (requestOf(at(s, 0)).argsDigest = argsDigest('drop', { table: 'z' })), 'APPROVAL_MISMATCH'],
  ['the tool of a request', (s) => void (requestOf(at(s, 0)).toolName = 'read'), 'APPROVAL_MISMATCH'],
  ['the run of a request', (s) => void (requestOf(at(s, 0)).runId = 'run_other'), 'APPROVAL_MISMATCH'],
  ['the call of a request', (s) => void (requestOf(at(s, 0)).callId = 'call_other'), 'APPROVAL_MISMATCH'],
  [
    'requests that change places',
    (s) => void ([at(s, 0)['pending'], at(s, 2)['pending']] = [at(s, 2)['pending'], at(s, 0)['pending']]),
    'APPROVAL_MISMATCH',
  ],
  ['a decision of another request', (s) => void (at(s, 0)['decision'] = approval(requestOf(at(s, 2)).id)), 'APPROVAL_MISMATCH'],
  ['a decision of no request', (s) => void (at(s, 0)['decision'] = approval('approval_none')), 'APPROVAL_MISMATCH'],
  [
    'an answer to an approval',
    (s) => void (at(s, 0)['decision'] = { type: 'answer', id: requestOf(at(s, 0)).id, text: 'yes' }),
    'APPROVAL_MISMATCH',
  ],
  ['a decision of a finished call', (s) => void (at(s, 1)['decision'] = approval('x')), 'APPROVAL_MISMATCH'],
  ['a call that was never made', (s) => void s.calls.push({ ...at(s, 0), callId: 'forged', toolCallId: 'forged' }), 'RUN_STATE_INVALID'],
  ['a call made twice', (s) => void (s.calls[2] = at(s, 0)), 'RUN_STATE_INVALID'],
  ['a call left out', (s) => void s.calls.pop(), 'RUN_STATE_INVALID'],
  ['no calls', (s) => void (s.calls = []), 'RUN_STATE_INVALID'],
  ['no message that makes calls', (s) => void s.messages.pop(), 'RUN_STATE_INVALID'],
  ['a result left out', (s) => void delete at(s, 1)['result'], 'RUN_STATE_INVALID'],
  ['a request left out', (s) => void (at(s, 0)['pending'] = []), 'RUN_STATE_INVALID'],
])('a state in which somebody altered %s is refused, and nothing runs', async (_, alter, code) => {
  const { agent, done } = shop();
  const paused = await agent.run('Go.');
  const state = JSON.parse(JSON.stringify(paused.state)) as Stored;
  alter(state);
  const altered = RunState.parse(state);
  await expect(agent.resume(altered, { partial: true })).rejects.toMatchObject({ code });
  await expect(agent.resume(altered, { approver: () => ({ type: 'approve' }) })).rejects.toMatchObject({ code });
  expect(done).toEqual(['read b']);
  await expect(agent.resume(paused.state.approve())).resolves.toMatchObject({ text: 'done' });
});

test.each([
  ['approvers', 'jo'],
  ['approvers', [7]],
  ['expiresAt', 5],
])('a state whose %s are %j is none', async (name, value) => {
  const state = JSON.parse(JSON.stringify((await shop().agent.run('Go.')).state)) as Stored;
  Object.assign(requestOf(at(state, 0)), { [name]: value });
  expect(() => RunState.parse(state)).toThrow(expect.objectContaining({ code: 'RUN_STATE_INVALID' }));
});

test('arguments that are altered after the approval are refused', async () => {
  const { agent, done } = shop();
  const approved = (await agent.run('Go.')).state.approve();
  const json = JSON.stringify(approved).replace('"args":{"table":"a"}', '"args":{"table":"payroll"}');
  await expect(agent.resume(json)).rejects.toMatchObject({ code: 'APPROVAL_MISMATCH' });
  expect(done).toEqual(['read b']);
});

test.each<unknown>([undefined, null, [], 5, '', 'null', '[]', '5', () => 1, Symbol('x'), 1n, { toJSON: () => undefined }])(
  'case %#: what is no state at all is refused as such',
  async (value) => {
    const refused = expect.objectContaining({ code: 'RUN_STATE_INVALID' });
    expect(() => RunState.parse(value as object)).toThrow(refused);
    expect(() => RunState.parse(value as object, { stateKey: 'key' })).toThrow(refused);
    await expect(shop().agent.resume(value as object)).rejects.toEqual(refused);
  },
);

test('resuming with a signal that has fired runs nothing, closes every call, and leaves the decision to be used', async () => {
  const { agent, done } = shop();
  const { state } = await agent.run('Go.');
  const approved = state.approve();
  const cancelled = await agent.resume(approved, { signal: AbortSignal.abort() });
  expect(cancelled).toMatchObject({ status: 'cancelled', stopReason: 'cancelled', error: undefined });
  expect(cancelled.messages.at(-1)).toMatchObject({ role: 'tool', content: [{}, {}, {}] });
  expect(done).toEqual(['read b']);
  await expect(agent.resume(approved)).resolves.toMatchObject({ text: 'done' });
  expect(done).toEqual(['read b', 'drop a', 'ask_too c']);
});
