import { defineTool, HumanInputRequired } from '@tackroom/core';
import { calls, RecordingAuditSink, text } from '@tackroom/testing';
import { askUser } from '../src/index.js';
import { asker, elsewhere, onlyId, QUESTION } from './asker.js';
import { drop, resultsOf, Workshop } from './workshop.js';

const ASK = ['ask_user', QUESTION] as const;

/** The tools of a workshop and `ask_user`. */
function place(): { readonly done: readonly string[]; readonly host: { readonly tools: Workshop['tools'][number][] } } {
  const shop = new Workshop();
  return { done: shop.done, host: { tools: [...shop.tools, ...askUser().tools] } };
}

const kinds = ({ pending }: { readonly pending: readonly { readonly kind: string }[] }): readonly string[] =>
  pending.map(({ kind }) => kind);

test('a serial call that is approved while a question is open does not wait for its answer', async () => {
  const { done, host } = place();
  const paused = await asker([calls(ASK, ['step_ask', { table: 'a' }])], {}, host).run('Go.');
  expect([kinds(paused), paused.stopReason]).toEqual([['question', 'approval'], 'approval']);
  const open = await asker([], {}, host).resume(elsewhere(paused).approve(), { partial: true });
  expect([kinds(open), open.stopReason, done]).toEqual([['question'], 'question', ['step_ask a']]);
  const result = await asker([text('done')], {}, host).resume(elsewhere(open).answer(onlyId(open), 'users'));
  expect([resultsOf(result), done]).toEqual([['The user answered: users', 'step_ask done'], ['step_ask a']]);
});

test('a question behind a call that waits is asked when that is decided, in the order of the model', async () => {
  const { done, host } = place();
  const paused = await asker([calls(['step_ask', { table: 'a' }], ASK)], {}, host).run('Go.');
  expect(kinds(paused)).toEqual(['approval']);
  const open = await asker([], {}, host).resume(paused.state.reject());
  expect(kinds(open)).toEqual(['question']);
  const result = await asker([text('done')], {}, host).resume(open.state.answer(onlyId(open), 'users'));
  expect([resultsOf(result)[1], done]).toEqual(['The user answered: users', []]);
});

test('with hold: turn nothing is asked before the turn is decided', async () => {
  const { done, host } = place();
  const held = { ...host, permissions: { approvals: { hold: 'turn' as const } } };
  const paused = await asker([calls(ASK, drop('a'), ['free', { table: 'b' }])], {}, held).run('Go.');
  expect([kinds(paused), done]).toEqual([['approval'], []]);
  const open = await asker([], {}, held).resume(paused.state.approve());
  expect([kinds(open), [...done].sort()]).toEqual([['question'], ['drop a', 'free b']]);
});

test('a denial beside it is told with the answer', async () => {
  const { host } = place();
  const denied = { ...host, permissions: { deny: ['drop'] } };
  const paused = await asker([calls(ASK, drop('a'))], {}, denied).run('Go.');
  expect(kinds(paused)).toEqual(['question']);
  const result = await asker([text('done')], {}, denied).resume(paused.state.answer(onlyId(paused), 'users'));
  expect(resultsOf(result)).toEqual(['The user answered: users', expect.stringContaining('Permission denied')]);
});

test('an answer counts as no step, and those that are used up are', async () => {
  const paused = await asker([calls(ASK)]).run('Go.', { maxSteps: 1 });
  const result = await asker([text('That is all.')]).resume(paused.state.answer(onlyId(paused), 'users'));
  expect([result.stopReason, result.text, resultsOf(result)]).toEqual(['step-limit', 'That is all.', ['The user answered: users']]);
});

test('an answer is not reused for the same question, where other calls are shared', async () => {
  const INPUT = { type: 'object', properties: {} };
  const handler = (): never => {
    throw new HumanInputRequired('Aisle or window?');
  };
  const seat = defineTool({
    name: 'seat',
    description: 'Asks.',
    replayPolicy: 'safe',
    concurrency: 'parallel',
    inputSchema: INPUT,
    handler,
  });
  const options = { tools: [seat], agent: { toolPolicy: { dedupeCalls: true } } };
  const both = await asker([calls(['seat', {}], ['seat', {}])], {}, options).run('Go.');
  const [one, two] = both.pending.map(({ id }) => id);
  const state = both.state.answer(one ?? '', 'aisle').answer(two ?? '', 'window');
  const again = await asker([calls(['seat', {}])], {}, options).resume(state);
  expect(resultsOf(again)).toEqual(['The user answered: aisle', 'The user answered: window']);
  expect(kinds(again)).toEqual(['question']);
});

describe('a run that is cancelled', () => {
  const ended = ({ records }: RecordingAuditSink): readonly unknown[] =>
    records.flatMap(({ type, toolName, outcome, errorCode }) => (type === 'call' ? [[toolName, outcome, errorCode]] : [])).sort();
  const LEFT = 'The run ended while this call was waiting for the answer to its question.';

  test('before an answer reaches the model says so, records it, and leaves the answer to be used', async () => {
    const audit = new RecordingAuditSink();
    const paused = await asker([calls(ASK)]).run('Go.');
    const said = paused.state.answer(onlyId(paused), 'users');
    const agent = asker([text('done')], {}, { kernel: { audit } });
    const result = await agent.resume(said, { signal: AbortSignal.abort() });
    expect([result.status, resultsOf(result), ended(audit)]).toEqual(['cancelled', [LEFT], [['ask_user', 'aborted', 'CALL_CANCELLED']]]);
    expect(resultsOf(await agent.resume(said))).toEqual(['The user answered: users']);
  });

  test('while a decided call is prepared anew records its end once', async () => {
    const audit = new RecordingAuditSink();
    const cancel = new AbortController();
    const { done, host } = place();
    const paused = await asker([calls(ASK, drop('a'))], {}, host).run('Go.');
    const id = paused.pending.find(({ kind }) => kind === 'approval')?.id ?? '';
    const beforeTool = (): undefined => void cancel.abort();
    const agent = asker([], {}, { ...host, kernel: { audit, middleware: [{ beforeTool }] } });
    const edited = elsewhere(paused).edit(id, { table: 'b' });
    const result = await agent.resume(edited, { partial: true, signal: cancel.signal });
    await new Promise(setImmediate); // what was prepared too late is put on record as well
    expect([result.status, done]).toEqual(['cancelled', []]);
    expect(ended(audit)).toEqual([
      ['ask_user', 'aborted', 'CALL_CANCELLED'],
      ['drop', 'aborted', 'CALL_CANCELLED'],
    ]);
  });

  test('while questions are open records the end of each call once', async () => {
    const audit = new RecordingAuditSink();
    const cancel = new AbortController();
    const { host } = place();
    const stop = defineTool({
      name: 'stop',
      description: 'Stops.',
      permission: 'ask',
      inputSchema: { type: 'object', properties: {} },
      handler: () => cancel.abort(),
    });
    const tools = { tools: [...host.tools, stop], kernel: { audit } };
    const paused = await asker([calls(ASK, ['stop', {}], ['step_ask', { table: 'b' }], ['step', { table: 'c' }])], {}, tools).run('Go.');
    const id = paused.pending.find(({ toolName }) => toolName === 'stop')?.id;
    const result = await asker([], {}, tools).resume(elsewhere(paused).approve(id), { partial: true, signal: cancel.signal });
    expect([result.status, resultsOf(result)[0]]).toEqual(['cancelled', LEFT]);
    expect(ended(audit)).toEqual([
      ['ask_user', 'aborted', 'CALL_CANCELLED'],
      ['step', 'aborted', 'CALL_CANCELLED'],
      ['step_ask', 'aborted', 'CALL_CANCELLED'],
      ['stop', 'success', undefined],
    ]);
  });
});
