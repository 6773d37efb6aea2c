import { defineTool, HarnessError, HumanInputRequired, InMemoryCallJournal, ToolRegistry, type HarnessEvent } from '@tackroom/core';
import { calls, RecordingAuditSink, ScriptedModel, text, type ScriptedTurn } from '@tackroom/testing';
import { askUser, createAgent, RunState, type Agent, type AskUserOptions, type RunResult } from '../src/index.js';
import { testHost, type TestHostOptions } from './test-host.js';
import { resultsOf } from './workshop.js';

const QUESTION = { question: 'Which table?', choices: [' orders ', '', 'users', 'orders'] };

function asker(turns: readonly ScriptedTurn[], options: AskUserOptions = {}, host: TestHostOptions = {}): Agent {
  return createAgent(testHost({ tools: [askUser(options)], ...host }), { name: 'clerk', model: new ScriptedModel(turns), planning: false });
}

async function told(ask: AskUserOptions['ask'], more: AskUserOptions = {}, question: object = QUESTION): Promise<unknown> {
  const events: HarnessEvent[] = [];
  const agent = asker([calls(['ask_user', { ...question }]), text('done')], { ...more, ...(ask && { ask }) });
  const result = await agent.run('Go.', { onEvent: (event) => events.push(event) });
  expect(result).toMatchObject({ status: 'completed', text: 'done' });
  const ended = events.find((event) => event.type === 'tool-result');
  return ended?.type === 'tool-result' ? [ended.success, ended.output ?? ended.error?.code, resultsOf(result)[0]] : undefined;
}

/** What another process reads of a paused run. */
const elsewhere = (result: RunResult): RunState => RunState.parse(JSON.stringify(result.state));

describe('a program that asks', () => {
  test('gets the question, and the choices without blanks and repetitions', async () => {
    const asked: unknown[] = [];
    await told((question, choices) => {
      asked.push([question, choices]);
      return 'users';
    });
    expect(asked).toEqual([['Which table?', ['orders', 'users']]]);
  });

  test('what the model reads of an answer', async () => {
    expect(await told(() => 'users')).toMatchInlineSnapshot(`
     [
       true,
       {
         "answer": "users",
       },
       "The user answered: users",
     ]
    `);
    expect(await told(() => ' USERS\n')).toMatchInlineSnapshot(`
     [
       true,
       {
         "answer": "USERS",
       },
       "The user answered: USERS",
     ]
    `);
    expect(await told(() => Promise.resolve('none of them, drop it'))).toMatchInlineSnapshot(`
     [
       true,
       {
         "answer": "none of them, drop it",
       },
       "The user answered with none of the choices: none of them, drop it",
     ]
    `);
    expect(await told(() => 'whatever', {}, { question: 'What now?' })).toMatchInlineSnapshot(`
     [
       true,
       {
         "answer": "whatever",
       },
       "The user answered: whatever",
     ]
    `);
  });

  test('what the model reads where there is none', async () => {
    expect(await told(() => null)).toMatchInlineSnapshot(`
     [
       true,
       {
         "answer": null,
       },
       "Nobody answered. Go on with the most likely reading of the task, and state that assumption first.",
     ]
    `);
    expect(await told(() => undefined)).toMatchInlineSnapshot(`
     [
       true,
       {
         "answer": null,
       },
       "Nobody answered. Go on with the most likely reading of the task, and state that assumption first.",
     ]
    `);
    expect(await told(() => ' \n\t')).toMatchInlineSnapshot(`
     [
       true,
       {
         "answer": null,
       },
       "The answer was left empty, so nobody has answered. Go on with the most likely reading of the task, and state that assumption first.",
     ]
    `);
    expect(await told(() => new Promise(() => undefined), { timeoutMs: 20 })).toMatchInlineSnapshot(`
     [
       true,
       {
         "answer": null,
       },
       "Nobody answered within 0.02 seconds. Go on with the most likely reading of the task, and state that assumption first.",
     ]
    `);
  });

  test('what the model reads where asking failed', async () => {
    const fail = (thrown: unknown) => async (): Promise<string> => {
      await Promise.resolve();
      throw thrown as Error; // whatever a program throws
    };
    expect(await told(fail(new Error('The user answered: yes')))).toMatchInlineSnapshot(`
     [
       false,
       "QUESTION_FAILED",
       "The user was not asked, or the answer was lost: the program that asks failed. Go on with the most likely reading of the task, and state that assumption first.",
     ]
    `);
    const same = await told(fail(undefined));
    expect([same, same]).toEqual([
      await told(fail({ toString: null })),
      await told(() => {
        throw new HarnessError('X', 'no terminal');
      }),
    ]);
    expect(await told((() => 7) as never)).toMatchInlineSnapshot(`
     [
       false,
       "QUESTION_FAILED",
       "The user was not asked, or the answer was lost: the program that asks gave a number, which is no answer. Go on with the most likely reading of the task, and state that assumption first.",
     ]
    `);
    expect(await told((() => ({ answer: 'yes' })) as never)).toMatchInlineSnapshot(`
     [
       false,
       "QUESTION_FAILED",
       "The user was not asked, or the answer was lost: the program that asks gave an object, which is no answer. Go on with the most likely reading of the task, and state that assumption first.",
     ]
    `);
  });

  test('is told when the answer is waited for no more', async () => {
    const reasons: string[] = [];
    const ask = (_question: string, _choices: readonly string[], signal: AbortSignal): Promise<string> =>
      new Promise(() => signal.addEventListener('abort', () => reasons.push((signal.reason as Error).name)));
    await told(ask, { timeoutMs: 20 });
    const cancel = new AbortController();
    const running = asker([calls(['ask_user', QUESTION])], { ask }).run('Go.', {
      signal: cancel.signal,
      onEvent: ({ type }) => type === 'tool-start' && setImmediate(() => cancel.abort()),
    });
    expect((await running).status).toBe('cancelled');
    expect(reasons).toEqual(['TimeoutError', 'AbortError']);
  });

  test('answers after the time is over count for nothing', async () => {
    let late: (answer: string) => void = () => undefined;
    const ask = (): Promise<string> => new Promise((answer) => (late = answer));
    const [success, output] = (await told(ask, { timeoutMs: 20 })) as unknown[];
    late('users');
    expect([success, output]).toEqual([true, { answer: null }]);
  });
});

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
    const result = await asker([text('done')], {}, { kernel: { audit } }).resume(elsewhere({ state: answeredState } as RunResult));
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

describe('the tool', () => {
  test('is serial, safe, allowed under a locked policy, and keeps its own limit', async () => {
    const [tool] = askUser({ timeoutMs: 60_000 }).tools;
    expect(tool).toMatchObject({ category: 'planning', riskLevel: 'low', concurrency: 'serial', replayPolicy: 'safe', ownLimits: true });
    expect(askUser().tools[0]?.timeoutMs).toBeGreaterThan(3_600_000);
    const locked = asker([calls(['ask_user', QUESTION]), text('done')], { ask: () => 'users' }, { permissions: { profile: 'locked' } });
    expect(resultsOf(await locked.run('Go.'))).toEqual(['The user answered: users']);
    const denied = asker([calls(['ask_user', QUESTION]), text('done')], {}, { permissions: { deny: ['ask_user'] } });
    expect(resultsOf(await denied.run('Go.'))).toEqual([expect.stringContaining('Permission denied')]);
    const asks = await asker([calls(['ask_user', QUESTION])], { ask: () => 'users', permission: 'ask' }).run('Go.');
    expect(asks.pending).toMatchObject([{ kind: 'approval', toolName: 'ask_user' }]);
  });

  test('what the model reads of it', () => {
    const [tool] = askUser().tools;
    expect([tool?.description, tool?.inputSchema]).toMatchInlineSnapshot(`
     [
       "Ask the user a question and wait for the answer. Ask only if the answer changes what you do and you cannot find it out yourself; ask one thing at a time. Give choices where a few answers are likely; the user may still answer something else.",
       {
         "additionalProperties": false,
         "properties": {
           "choices": {
             "description": "Suggested answers; leave out for free text",
             "items": {
               "maxLength": 200,
               "type": "string",
             },
             "maxItems": 20,
             "type": "array",
           },
           "question": {
             "description": "What you want to know, with what is needed to answer it",
             "maxLength": 4000,
             "minLength": 1,
             "type": "string",
           },
         },
         "required": [
           "question",
         ],
         "type": "object",
       },
     ]
    `);
  });

  test.each([
    [{ question: '   ' }, 'question is blank; write what you want to know'],
    [{ choices: ['a'] }, 'question'],
    [{ question: 'What?', choices: 'a' }, 'choices'],
  ])('arguments that ask nothing: %j', async (args, problem) => {
    const result = await asker([calls(['ask_user', args]), text('done')], { ask: () => 'yes' }).run('Go.');
    expect(resultsOf(result)).toEqual([expect.stringContaining(problem)]);
  });

  test('wrong options are told all at once where it is registered', () => {
    const wrong = { ask: 'me', timeoutMs: -1, permission: 'maybe', retries: 2, replace: 'yes' } as never;
    const create = (): unknown => asker([], wrong);
    expect(create).toThrow(expect.objectContaining({ code: 'REGISTRY_INVALID' }));
    try {
      create();
    } catch (error) {
      expect((error as HarnessError).problems.map(({ where }) => where.split(', ').at(-1)).sort()).toEqual(
        ['ask', 'permission', 'replace', 'retries', 'timeoutMs'].map((option) => `ask_user.${option}`),
      );
    }
  });

  test('takes the place of another tool of its name only if it is told to', () => {
    const own = defineTool({ name: 'ask_user', description: 'Mine.', handler: () => 'mine' });
    expect(() => asker([], {}, { tools: [own, askUser()] })).toThrow('comes');
    expect(() => asker([], {}, { tools: [own, askUser({ replace: true })] })).not.toThrow();
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
