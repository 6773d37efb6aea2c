import { defineTool, HarnessError, silentLogger, type HarnessEvent } from '@tackroom/core';
import { calls, text } from '@tackroom/testing';
import { askUser, type AskUserOptions } from '../src/index.js';
import { asker, QUESTION } from './asker.js';
import { resultsOf } from './workshop.js';

async function told(ask: AskUserOptions['ask'], more: AskUserOptions = {}, question: object = QUESTION): Promise<unknown> {
  const events: HarnessEvent[] = [];
  const agent = asker([calls(['ask_user', { ...question }]), text('done')], { ...more, ...(ask && { ask }) });
  const result = await agent.run('Go.', { onEvent: (event) => events.push(event) });
  expect(result).toMatchObject({ status: 'completed', text: 'done' });
  const ended = events.find((event) => event.type === 'tool-result');
  return ended?.type === 'tool-result' ? [ended.success, ended.output ?? ended.error?.code, resultsOf(result)[0]] : undefined;
}

describe('a program that asks', () => {
  test('gets the question, and the choices without blanks and repetitions', async () => {
    const asked: unknown[] = [];
    await told((question, choices) => {
      asked.push([question, choices]);
      return 'users';
    });
    expect(asked).toEqual([['Which table?', ['orders', 'users']]]);
  });

  test('is given text that can be shown as it is', async () => {
    const asked: unknown[] = [];
    const hidden = { question: 'Delete a\u202etxt.exe?\u001b[2J\nSure?', choices: ['no\u200b', 'yes'] };
    const ask = (question: string, choices: readonly string[]): string => {
      asked.push(question, choices);
      return choices[0] ?? '';
    };
    expect(await told(ask, {}, hidden)).toEqual([true, { answer: 'no\\u200b' }, 'The user answered: no\\u200b']);
    expect(asked).toEqual(['Delete a\\u202etxt.exe?\\u001b[2J\nSure?', ['no\\u200b', 'yes']]);
  });

  test('is asked the same question anew, also where other calls are shared, until the model is told that it repeats itself', async () => {
    let answers = 0;
    const turns = [calls(['ask_user', QUESTION], ['ask_user', QUESTION]), calls(['ask_user', QUESTION]), text('done')];
    const agent = asker(turns, { ask: () => `no. ${++answers}` }, { agent: { toolPolicy: { dedupeCalls: true } } });
    const said = [1, 2, 3].map((at) => `The user answered with none of the choices: no. ${at}`);
    expect(resultsOf(await agent.run('Go.'))).toEqual(said);
    const again = calls(['ask_user', QUESTION]);
    const silent = await asker([again, again, again, text('done')], { ask: () => null }).run('Go.');
    expect(resultsOf(silent).at(-1)).toMatch(/^Nobody answered\.[^]*the same call came 3 times in a row/);
  });

  test('is told when the agent closes, and nobody has answered then', async () => {
    let reason: unknown;
    const ask = (_question: string, _choices: readonly string[], signal: AbortSignal): Promise<string> => {
      setImmediate(() => void agent.close());
      return new Promise((answer) =>
        signal.addEventListener('abort', () => {
          ({ reason } = signal);
          answer('users');
        }),
      );
    };
    const agent = asker([calls(['ask_user', QUESTION])], { ask });
    const result = await agent.run('Go.');
    expect([result.status, reason]).toEqual(['cancelled', expect.objectContaining({ code: 'AGENT_CLOSED' })]);
    expect(resultsOf(result)).toEqual(['The run was cancelled while this call was running.']);
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

  test('that gives up because the run is cancelled has not failed', async () => {
    const logged: string[] = [];
    const cancel = new AbortController();
    const ask = (_question: string, _choices: readonly string[], signal: AbortSignal): Promise<string> => {
      setImmediate(() => cancel.abort());
      return new Promise((_answer, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    };
    const logger = { ...silentLogger, error: (message: string) => logged.push(message) };
    const agent = asker([calls(['ask_user', QUESTION])], { ask }, { kernel: { logger } });
    expect([(await agent.run('Go.', { signal: cancel.signal })).status, logged]).toEqual(['cancelled', []]);
  });

  test('answers after the time is over count for nothing', async () => {
    let late: (answer: string) => void = () => undefined;
    const ask = (): Promise<string> => new Promise((answer) => (late = answer));
    const [success, output] = (await told(ask, { timeoutMs: 20 })) as unknown[];
    late('users');
    expect([success, output]).toEqual([true, { answer: null }]);
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

  test.each([
    ['not called', askUser as never, 'not called; call it: askUser()'],
    ['with no object', askUser(null as never), 'give an object with options'],
  ])('%s it says so at boot', (_what, item, problem) => {
    expect(() => asker([], {}, { tools: [item] })).toThrow(problem);
  });

  test('takes the place of another tool of its name only if it is told to', () => {
    const own = defineTool({ name: 'ask_user', description: 'Mine.', handler: () => 'mine' });
    expect(() => asker([], {}, { tools: [own, askUser()] })).toThrow('comes');
    expect(() => asker([], {}, { tools: [own, askUser({ replace: true })] })).not.toThrow();
  });
});
