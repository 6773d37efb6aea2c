import { defineTool, HumanInputRequired, InMemoryCallJournal, ToolRegistry, type HarnessEvent } from '@tackroom/core';
import { calls, RecordingAuditSink, text } from '@tackroom/testing';
import { askUser } from '../src/index.js';
import { asker, elsewhere, QUESTION } from './asker.js';
import { testHost } from './test-host.js';
import { resultsOf } from './workshop.js';

describe('without a program that asks', () => {
  test('the run pauses with a question, and another process answers it', async () => {
    const events: HarnessEvent[] = [];
    const paused = await asker([calls(['ask_user', QUESTION])]).run('Go.', { onEvent: (event) => events.push(event) });
    expect(paused).toMatchObject({ status: 'paused', stopReason: 'question', ok: false });
    const [question] = paused.pending;
    expect(question).toMatchObject({ kind: 'question', toolName: 'ask_user', question: 'Which table?', choices: ['orders', 'users'] });
    expect(question?.args).toEqual(QUESTION);
    expect(events.find(({ type }) => type === 'question')).toMatchObject({ id: question?.id, toolName: 'ask_user', args: QUESTION });
    const audit = new RecordingAuditSink();
    const answeredState = elsewhere(paused).answer(question?.id ?? '', 'users', { by: 'ann' });
    const result = await asker([text('done')], {}, { kernel: { audit } }).resume(elsewhere({ state: answeredState }));
    expect([result.status, resultsOf(result)]).toEqual(['completed', ['The user answered: users']]);
    const ends = audit.records.filter(({ type }) => type === 'call');
    expect(ends).toMatchObject([{ toolName: 'ask_user', args: QUESTION, outcome: 'success', answer: { type: 'answer', by: 'ann' } }]);
  });

  test.each([
    ['', 'The answer was left empty'],
    [' \n', 'The answer was left empty'],
    ['neither', 'The user answered with none of the choices: neither'],
    ['Users', 'The user answered: Users'],
  ])('the answer %j', async (said, read) => {
    const paused = await asker([calls(['ask_user', QUESTION])]).run('Go.');
    const result = await asker([text('done')]).resume(paused.state.answer(paused.pending[0]?.id ?? '', said));
    expect(resultsOf(result)).toEqual([expect.stringContaining(read)]);
  });

  test('a question is no approval, and is answered once', async () => {
    const paused = await asker([calls(['ask_user', QUESTION])]).run('Go.');
    const id = paused.pending[0]?.id ?? '';
    expect(() => paused.state.approve(id)).toThrow(expect.objectContaining({ code: 'APPROVAL_INVALID' }));
    const said = paused.state.answer(id, 'users');
    expect(() => said.answer(id, 'orders')).toThrow(expect.objectContaining({ code: 'APPROVAL_DECIDED' }));
    await expect(asker([]).resume(paused.state)).rejects.toMatchObject({ code: 'RUN_UNDECIDED' });
  });

  test('what runs beside questions ends and does not run again, and each question has its own answer', async () => {
    const done: string[] = [];
    const look = defineTool({ name: 'look', description: 'Looks.', handler: () => done.push('look') });
    const host = { tools: [askUser(), look] };
    const turn = calls(['ask_user', QUESTION], ['look', {}], ['ask_user', { question: 'And then?' }]);
    const paused = await asker([turn], {}, host).run('Go.');
    expect(paused.pending).toMatchObject([{ question: 'Which table?' }, { question: 'And then?' }]);
    const [first, second] = paused.pending.map(({ id }) => id);
    const half = await asker([], {}, host).resume(elsewhere(paused).answer(second ?? '', 'stop'), { partial: true });
    expect(half).toMatchObject({ status: 'paused', pending: [{ id: first }] });
    const result = await asker([text('done')], {}, host).resume(elsewhere(half).answer(first ?? '', 'users'));
    expect([resultsOf(result), done]).toEqual([['The user answered: users', '1', 'The user answered: stop'], ['look']]);
  });

  test('a long answer is bounded like any result', async () => {
    const paused = await asker([calls(['ask_user', { question: 'What?' }])]).run('Go.');
    const state = paused.state.answer(paused.pending[0]?.id ?? '', 'x'.repeat(50_000));
    const result = await asker([text('done')]).resume(state);
    expect(String(resultsOf(result)[0]).length).toBeLessThan(13_000);
    expect(resultsOf(result)[0]).toContain('read_tool_result');
  });

  test('the run pauses also where what needs approval is denied', async () => {
    const paused = await asker([calls(['ask_user', QUESTION])], {}, { permissions: { onAsk: 'deny' } }).run('Go.');
    expect(paused).toMatchObject({ status: 'paused', stopReason: 'question' });
  });

  test('a direct call has no run that could wait', async () => {
    const audit = new RecordingAuditSink();
    const { kernel } = testHost({ kernel: { audit } });
    const registry = new ToolRegistry({ kernel });
    registry.register(askUser());
    const result = await registry.execute({ name: 'ask_user', args: { question: 'What?' } });
    expect(result).toMatchObject({ success: false, error: { code: 'CALL_NEEDS_RUN' } });
    expect(result.content).toMatchInlineSnapshot(`"ask_user needs a run that can pause; call it through an agent."`);
    expect(audit.records.filter(({ type }) => type === 'call')).toMatchObject([{ outcome: 'error', errorCode: 'CALL_NEEDS_RUN' }]);
  });

  test('a person is shown every character of a question', async () => {
    const hidden = { question: 'Delete a\u202etxt.exe?\u001b[2J\nSure?', choices: ['no\u200b', 'yes'] };
    const paused = await asker([calls(['ask_user', hidden])]).run('Go.');
    expect(paused.pending).toMatchObject([{ question: 'Delete a\\u202etxt.exe?\\u001b[2J\nSure?', choices: ['no\\u200b', 'yes'] }]);
  });
});

describe('a tool of one’s own that needs a person', () => {
  const book = defineTool({
    name: 'book',
    description: 'Books.',
    replayPolicy: 'idempotent',
    retry: { attempts: 3 },
    inputSchema: { type: 'object', properties: {} },
    handler: () => {
      throw new HumanInputRequired('Aisle or window?', ['aisle', 'window']);
    },
  });

  test('throws, and the answer is its result; nothing is repeated, and no result is on record before', async () => {
    const journal = new InMemoryCallJournal();
    const paused = await asker([calls(['book', {}])], {}, { tools: [book], kernel: { journal } }).run('Go.');
    expect(paused.pending).toMatchObject([{ kind: 'question', toolName: 'book', question: 'Aisle or window?' }]);
    expect(journal.entries()).toMatchObject([{ intent: { toolName: 'book' }, result: undefined }]);
    const result = await asker([text('done')], {}, { tools: [book] }).resume(
      elsewhere(paused).answer(paused.pending[0]?.id ?? '', 'aisle'),
    );
    expect(resultsOf(result)).toEqual(['The user answered: aisle']);
  });

  test.each([[''], ['  '], [undefined], [7]])('the question %j is the mistake of the tool', (question) => {
    expect(() => new HumanInputRequired(question as string)).toThrow(expect.objectContaining({ code: 'QUESTION_INVALID' }));
  });
});
