import {
  defineTool,
  HumanInputRequired,
  InMemoryCallJournal,
  TransientToolError,
  type HarnessEvent,
  type Ctx,
  type Middleware,
  type ToolListItem,
} from '@tackroom/core';
import { calls, RecordingAuditSink, text } from '@tackroom/testing';
import { asker, onlyId, QUESTION, type AskerOptions } from './asker.js';
import { resultsOf } from './workshop.js';

const INPUT = { type: 'object', properties: {} };

function book(
  more: object = {},
  ask: (attempt: number) => unknown = () => new HumanInputRequired('Aisle or window?'),
): readonly ToolListItem[] {
  const handler = (_args: object, { call }: Ctx): never => {
    throw ask(call.attempt) as Error;
  };
  return [defineTool({ name: 'book', description: 'Books.', inputSchema: INPUT, handler, ...more })];
}

/** What comes of a call of `book` that is answered with "aisle". */
async function answered(options: AskerOptions): Promise<{ readonly read: readonly unknown[]; readonly event: HarnessEvent | undefined }> {
  const paused = await asker([calls(['book', {}])], {}, options).run('Go.');
  const events: HarnessEvent[] = [];
  const state = paused.state.answer(onlyId(paused), 'aisle', { by: 'ann' });
  const result = await asker([text('done')], {}, options).resume(state, { onEvent: (event) => events.push(event) });
  return { read: [result.status, ...resultsOf(result)], event: events.find(({ type }) => type === 'tool-result') };
}

describe('the output of an answered call', () => {
  const outputSchema = (properties: object): object => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });

  test.each([
    ['says the answer where the tool promises nothing', {}, { answer: 'aisle' }],
    ['says the answer where the tool promises that', { outputSchema: outputSchema({ answer: { type: 'string' } }) }, { answer: 'aisle' }],
    ['is none where the tool promises something else', { outputSchema: outputSchema({ seat: { type: 'string' } }) }, undefined],
  ])('%s', async (_what, more, output) => {
    const { read, event } = await answered({ tools: book(more) });
    expect(read).toEqual(['completed', 'The user answered: aisle']);
    expect(event).toMatchObject({ success: true });
    expect((event as { readonly output?: unknown }).output).toEqual(output);
  });
});

describe('hooks after tools', () => {
  const hook = (afterTool: Middleware['afterTool']): AskerOptions => ({
    tools: book(),
    kernel: { middleware: afterTool === undefined ? [] : [{ afterTool }] },
  });

  test('see answers like any results, once', async () => {
    const seen: unknown[] = [];
    const { read } = await answered(
      hook((call, result) => {
        seen.push([call.toolName, call.args, result.content]);
        return { ...result, content: 'The user answered: [hidden]' };
      }),
    );
    expect([read, seen]).toEqual([['completed', 'The user answered: [hidden]'], [['book', {}, 'The user answered: aisle']]]);
  });

  test('that throw make an error of it, on record too', async () => {
    const audit = new RecordingAuditSink();
    const failing = hook(() => {
      throw new Error('no');
    });
    const { read } = await answered({ ...failing, kernel: { ...failing.kernel, audit } });
    expect(read).toEqual(['completed', expect.stringContaining('its result is lost')]);
    expect(audit.records.filter(({ type }) => type === 'call')).toMatchObject([{ outcome: 'error', errorCode: 'MIDDLEWARE_FAILED' }]);
  });
});

describe('the journal', () => {
  test('has the answer as the result of the attempt that asked', async () => {
    const journal = new InMemoryCallJournal();
    const retry = { replayPolicy: 'idempotent', retry: { attempts: 3, backoffMs: 1 } };
    const tools = book(retry, (attempt) => (attempt === 1 ? new TransientToolError('busy') : new HumanInputRequired('Aisle or window?')));
    const { event } = await answered({ tools, kernel: { journal } });
    expect(event).toMatchObject({ metadata: { attempts: 2 } });
    expect(journal.entries()).toMatchObject([
      { intent: { attempt: 1 }, result: { success: false } },
      { intent: { attempt: 2 }, result: { success: true, content: 'The user answered: aisle' } },
    ]);
  });

  test('that fails, fails the run', async () => {
    const result = (): never => {
      throw new Error('disk full');
    };
    const paused = await asker([calls(['book', {}])], {}, { tools: book() }).run('Go.');
    const agent = asker([], {}, { tools: book(), kernel: { journal: { intent: () => undefined, result } } });
    const failed = await agent.resume(paused.state.answer(onlyId(paused), 'aisle'));
    expect([failed.status, failed.error?.code]).toEqual(['failed', 'RUN_STORAGE']);
  });
});

test('who approved a call that asks then is on record, and so is who answered', async () => {
  const audit = new RecordingAuditSink();
  const options = { kernel: { audit } };
  const paused = await asker([calls(['ask_user', QUESTION])], { permission: 'ask' }, options).run('Go.');
  const open = await asker([], { permission: 'ask' }, options).resume(paused.state.approve(undefined, { by: 'jo' }));
  expect(open).toMatchObject({ stopReason: 'question' });
  await asker([text('done')], { permission: 'ask' }, options).resume(open.state.answer(onlyId(open), 'users', { by: 'ann' }));
  expect(audit.records.filter(({ type }) => type !== 'decision')).toMatchObject([
    { type: 'attempt', outcome: 'pending', attempt: 1, answer: { type: 'approve', by: 'jo' } },
    { type: 'call', outcome: 'success', answer: { type: 'answer', by: 'ann' } },
  ]);
});

describe('what another copy of the package throws', () => {
  const foreign = (fields: object): object =>
    Object.assign(new Error('x'), { [Symbol.for('@tackroom/core/HumanInputRequired@1')]: true }, fields);

  test.each([{}, { question: ' ', choices: [] }, { question: 7, choices: [] }])(
    '%j is no question, and the run goes on',
    async (fields) => {
      const tools = book({}, () => foreign(fields));
      const result = await asker([calls(['book', {}]), text('done')], {}, { tools }).run('Go.');
      expect([result.status, resultsOf(result)]).toEqual(['completed', [expect.stringContaining('The question is blank or no text')]]);
    },
  );

  test('is a question with the choices that are texts', async () => {
    const tools = book({}, () => foreign({ question: ' Aisle? ', choices: [7, ' yes ', 'yes', null] }));
    const paused = await asker([calls(['book', {}])], {}, { tools }).run('Go.');
    expect(paused.pending).toMatchObject([{ question: 'Aisle?', choices: ['yes'] }]);
  });
});
