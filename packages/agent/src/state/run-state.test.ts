import { argsDigest, questionDigest, type JsonObject } from '@tackroom/core';
import { makeRunState, openRunState, RunState } from './run-state.js';
import type { RunStateData, StoredCall } from './run-state-data.js';
import { signState } from './state-signature.js';

const request = (id: string, table: string) => ({
  kind: 'approval' as const,
  id,
  runId: 'run_1',
  callId: `call-${id}`,
  agentPath: ['clerk'],
  toolName: 'drop',
  title: 'Drop',
  args: { table },
  argsDigest: argsDigest('drop', { table }),
  definitionFingerprint: 'sha256:f',
  reason: 'it asks',
  text: `drop ${table}`,
  suggestedGrants: [],
  requestedAt: '2026-01-01T00:00:00.000Z',
});

const asked = {
  kind: 'question' as const,
  args: {},
  id: 'q',
  runId: 'run_1',
  callId: 'call-q',
  agentPath: ['clerk'],
  toolName: 'ask_user',
  question: 'Which?',
  choices: [],
  attempt: 1,
  requestedAt: '2026-01-01T00:00:00.000Z',
};

const question = { ...asked, argsDigest: questionDigest(asked) };

const call = (pending: StoredCall['pending'][number]): StoredCall => ({
  status: 'pending',
  callId: pending.callId,
  providerCallId: pending.callId,
  name: pending.toolName,
  args: '{}',
  toolCallId: pending.callId,
  toolName: pending.toolName,
  lane: { kind: 'parallel' },
  pending: [pending],
});

const DATA: RunStateData = {
  version: 3,
  runId: 'run_1',
  stop: 0,
  sessionId: 'ses_1',
  agent: 'clerk',
  agentPath: ['clerk'],
  status: 'paused',
  stopReason: 'approval',
  text: '',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }],
  todos: [],
  step: 1,
  recovery: { truncations: 0, emptyReplies: 0, continuations: 0, held: [] },
  usage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0, reasoningTokens: 0, steps: 1, calls: 3, incomplete: false },
  seq: 4,
  calls: [call(request('a', 'users')), call(request('b', 'logs')), call(question)],
  refusals: [['sha256:x', 1]],
  grants: [],
  results: [],
  needs: { deps: false, providers: false },
};

const state = (data: Partial<RunStateData> = {}, key?: string): RunState =>
  makeRunState(() => ({ ...DATA, ...data }), key, { now: () => 0 });

test('a state goes through JSON and back', () => {
  const json = state().toJSON();
  const back = RunState.parse(JSON.stringify(json));
  expect(back.toJSON()).toEqual(json);
  expect(back).toMatchObject({ version: 3, runId: 'run_1', sessionId: 'ses_1', status: 'paused', stopReason: 'approval' });
  expect(back.pending.map(({ id }) => id)).toEqual(['a', 'b', 'q']);
});

test('a state of version 1, as it was written, is read', () => {
  const written =
    '{"version":1,"runId":"run_1","stop":0,"sessionId":"ses_1","agent":"clerk","agentPath":["clerk"],"status":"completed","stopReason":"answer","text":"done","messages":[{"role":"user","content":[{"type":"text","text":"Go."}]},{"role":"assistant","content":[{"type":"text","text":"done"}]}],"step":1,"recovery":{"truncations":0,"emptyReplies":0,"continuations":0,"held":[]},"usage":{"inputTokens":1,"outputTokens":2,"cachedInputTokens":0,"reasoningTokens":0,"steps":1,"calls":0,"incomplete":false},"seq":0,"calls":[],"refusals":[],"grants":[],"results":[],"needs":{"deps":false,"providers":false}}';
  expect(RunState.parse(written).toJSON()).toEqual({ ...(JSON.parse(written) as object), version: 3, todos: [] });
});

test('a state of version 1 that was signed is read with its key, and signed anew as what it has become', () => {
  const { todos: _, ...rest } = DATA;
  const signed = signState({ ...rest, version: 1 } as unknown as JsonObject, 'key'); // plain JSON
  const state = RunState.parse(signed, { stateKey: 'key' });
  expect(RunState.parse(state.toJSON(), { stateKey: 'key' }).toJSON()).toMatchObject({ version: 3, todos: [] });
  expect(() => RunState.parse({ ...signed, step: 2 }, { stateKey: 'key' })).toThrow(
    expect.objectContaining({ code: 'RUN_STATE_TAMPERED' }),
  );
});

test('decisions: without an id all approvals that wait, with one that one', () => {
  expect(
    state()
      .approve()
      .pending.map(({ id }) => id),
  ).toEqual(['q']);
  expect(
    state()
      .reject('b')
      .pending.map(({ id }) => id),
  ).toEqual(['a', 'q']);
  expect(state().approve('a').reject().answer('q', 'the first').pending).toEqual([]);
  const { data } = openRunState(state().edit('a', { table: 'tmp' }).approve('b', { scope: 'session' }).answer('q', 'x'), undefined);
  expect(data.calls.map(({ decision }) => decision)).toEqual([
    { type: 'edit', id: 'a', args: { table: 'tmp' } },
    { type: 'approve', id: 'b', scope: 'session' },
    { type: 'answer', id: 'q', text: 'x' },
  ]);
});

test.each<[string, (state: RunState) => unknown, string]>([
  ['an unknown id', (s) => s.approve('z'), 'APPROVAL_UNKNOWN'],
  ['nothing left to approve', (s) => s.approve().approve(), 'APPROVAL_UNKNOWN'],
  [
    'one id twice at once',
    (s) =>
      s.decide([
        { type: 'approve', id: 'a', scope: 'once' },
        { type: 'reject', id: 'a' },
      ]),
    'APPROVAL_REPEATED',
  ],
  ['what is decided already', (s) => s.approve('a').reject('a'), 'APPROVAL_DECIDED'],
  [
    'other arguments than the person saw',
    (s) => s.decide([{ type: 'approve', id: 'a', scope: 'once', argsDigest: 'sha256:0' }]),
    'APPROVAL_MISMATCH',
  ],
  [
    'another tool than the person saw',
    (s) => s.decide([{ type: 'approve', id: 'a', scope: 'once', definitionFingerprint: 'sha256:0' }]),
    'APPROVAL_MISMATCH',
  ],
  ['a question approved', (s) => s.approve('q'), 'APPROVAL_INVALID'],
  ['an approval answered', (s) => s.answer('a', 'yes'), 'APPROVAL_INVALID'],
  ['an edit to no object', (s) => s.edit('a', JSON.parse('[]') as JsonObject), 'APPROVAL_INVALID'], // a caller without types
])('%s is refused', (_, decide, code) => {
  expect(() => decide(state())).toThrow(expect.objectContaining({ code }));
});

test('all decisions are taken or none', () => {
  const before = state();
  expect(() =>
    before.decide([
      { type: 'approve', id: 'a', scope: 'once' },
      { type: 'approve', id: 'z', scope: 'once' },
    ]),
  ).toThrow();
  expect(before.pending).toHaveLength(3);
});

test('arguments that were altered in the stored state cannot be approved', () => {
  const json = JSON.stringify(state()).replace('"args":{"table":"users"}', '"args":{"table":"payroll"}');
  expect(() => RunState.parse(json).approve('a')).toThrow(expect.objectContaining({ code: 'APPROVAL_MISMATCH' }));
});

test.each<[string, string, string]>([
  ['cut JSON', '{"version":1', 'The run state is not valid JSON; it may be cut off.'],
  ['a list', '[]', 'The run state is not a JSON object.'],
  ['a missing field', JSON.stringify({ ...DATA, usage: undefined }), 'The run state cannot be read: state.usage is missing.'],
  ['an unknown field', JSON.stringify({ ...DATA, approved: true }), 'The run state cannot be read: state.approved is not known.'],
  [
    'a call in an impossible state',
    JSON.stringify({ ...DATA, calls: [{ ...DATA.calls[0], status: 'started' }] }),
    'The run state cannot be read: state.calls[0].status is "started", expected one of "held", "pending", "ready", "suspended", "settled".',
  ],
  [
    'a message of an unknown role',
    JSON.stringify({ ...DATA, messages: [{ role: 'robot', content: [] }] }),
    'The run state cannot be read: state.messages[0].role is "robot", expected one of "system", "user", "assistant", "tool".',
  ],
  [
    'an unknown decision',
    JSON.stringify({ ...DATA, calls: [{ ...DATA.calls[0], decision: { type: 'allow', id: 'a' } }] }),
    'The run state cannot be read: state.calls[0].decision.type is "allow", expected one of "approve", "reject", "edit", "answer".',
  ],
  [
    'a todo of an unknown status',
    JSON.stringify({ ...DATA, todos: [{ content: 'a', status: 'done' }] }),
    'The run state cannot be read: state.todos[0].status is "done", expected one of "pending", "in_progress", "completed".',
  ],
  [
    'a todo that says nothing',
    JSON.stringify({ ...DATA, todos: [{ content: ' ', status: 'pending' }] }),
    'The run state cannot be read: state.todos[0].content is " ", expected text that says something.',
  ],
  [
    'a todo that says too much',
    JSON.stringify({ ...DATA, todos: [{ content: 'x'.repeat(201), status: 'pending' }] }),
    'The run state cannot be read: state.todos[0].content is longer than 200 characters.',
  ],
  [
    'too many todos',
    JSON.stringify({ ...DATA, todos: Array.from({ length: 51 }, () => ({ content: 'a', status: 'pending' })) }),
    'The run state cannot be read: state.todos has more than 50 items.',
  ],
  ['no list of todos', JSON.stringify({ ...DATA, todos: {} }), 'The run state cannot be read: state.todos is an object, expected a list.'],
  ['no todos in version 2', JSON.stringify({ ...DATA, todos: undefined }), 'The run state cannot be read: state.todos is missing.'],
  [
    'an answer without a mark',
    JSON.stringify({ ...DATA, answer: { text: 'a' } }),
    'The run state cannot be read: state.answer.stands is missing.',
  ],
  ['todos in version 1', JSON.stringify({ ...DATA, version: 1 }), 'The run state cannot be read: state.todos is not known.'],
])('%s is no state', (_, json, message) => {
  expect(() => RunState.parse(json)).toThrow(expect.objectContaining({ code: 'RUN_STATE_INVALID', message }));
});

test('a version that is not known says which are', () => {
  expect(() => RunState.parse({ ...DATA, version: 4 })).toThrow(
    expect.objectContaining({ code: 'RUN_STATE_VERSION', message: expect.stringContaining('reads versions 1 to 3') as unknown }),
  );
});

test('a signed state is refused once it is altered, unsigned, or signed by another key', () => {
  const signed = state({}, 'key').toJSON();
  expect(RunState.parse(signed, { stateKey: 'key' }).approve('a').toJSON()).toMatchObject({
    signature: expect.stringMatching(/^hmac-sha256:/) as unknown,
  });
  const refused = expect.objectContaining({ code: 'RUN_STATE_TAMPERED' });
  expect(() => RunState.parse({ ...signed, step: 2 }, { stateKey: 'key' })).toThrow(refused);
  expect(() => RunState.parse(signed, { stateKey: 'other' })).toThrow(refused);
  expect(() => RunState.parse(state().toJSON(), { stateKey: 'key' })).toThrow(refused);
  expect(() => openRunState(RunState.parse(signed), 'key')).toThrow(refused);
  expect(() => openRunState(RunState.parse(signed, { stateKey: 'key' }), 'other')).toThrow(refused);
  expect(openRunState(RunState.parse(signed, { stateKey: 'key' }).approve(), 'key').data.runId).toBe('run_1');
});
