import { MachineRun, RULES } from '../../test/machine-run.js';
import { initialState, transition } from './transition.js';

test('an answer ends the run', () => {
  const run = new MachineRun();
  expect(run.told).toEqual(['append', 'request 1']);
  run.reply({ text: 'done' });
  expect(run.told).toEqual(['append', 'finish completed answer']);
  expect(run.state.end).toMatchObject({ status: 'completed', stopReason: 'answer', text: 'done' });
  expect(run.messages.at(-1)).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'done' }] });
  expect(run.state.usage).toEqual({
    inputTokens: 10,
    outputTokens: 5,
    cachedInputTokens: 0,
    reasoningTokens: 0,
    steps: 1,
    calls: 0,
    incomplete: false,
  });
});

test('a cancelled request keeps the text that had arrived', () => {
  const run = new MachineRun().on({ type: 'cancel' });
  expect(run.told).toEqual([]);
  run.on({ type: 'request-failed', error: { code: 'X', message: 'x' }, text: 'so fa' });
  expect(run.state.end).toEqual({ status: 'cancelled', stopReason: 'cancelled', text: 'so fa', error: undefined });
  expect(run.messages.at(-1)).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'so fa' }] });
});

test('a reply that comes after the cancellation is kept, and its calls are closed', () => {
  const run = new MachineRun().on({ type: 'cancel' }).reply({ text: 'look', tools: ['a'] });
  expect(run.told).toEqual(['append', 'closed call-a-0', 'append', 'finish cancelled cancelled']);
});

test('a run that was cancelled before it began keeps its task and asks nothing', () => {
  const state = transition(initialState(RULES, undefined), { type: 'cancel' }).state;
  const { effects } = transition(state, { type: 'begin', messages: [{ role: 'user', content: [] }] });
  expect(effects.map((effect) => effect.type)).toEqual(['append', 'finish']);
});

test('a request that failed for good fails the run', () => {
  const run = new MachineRun().on({ type: 'request-failed', error: { code: 'MODEL_UNAVAILABLE', message: 'down' }, text: '' });
  expect(run.told).toEqual(['finish failed error']);
});

test('steps used up: one last request without tools, and its calls are not executed', () => {
  const run = new MachineRun({ maxSteps: 1 })
    .reply({ tools: ['a'] })
    .ready(0)
    .settle(0);
  expect(run.told).toEqual(['append', 'last request 2']);
  expect(run.effects).toContainEqual(
    expect.objectContaining({
      extras: [{ role: 'user', content: [{ type: 'text', text: expect.stringContaining('The one step of this run') as unknown }] }],
    }),
  );
  run.reply({ text: 'so far', tools: ['a'] });
  expect(run.told).toEqual(['append', 'closed call-a-0', 'append', 'finish completed step-limit']);
  expect(run.state.end?.text).toBe('so far');
  expect(run.results.at(-1)).toBe('a-0: "Not executed: the run has used up its steps."');
});

test('tokens used up are noticed before the next batch and before the next request', () => {
  const batch = new MachineRun({ maxTokens: 15 }).reply({ tools: ['a'] });
  expect(batch.told).toEqual(['append', 'closed call-a-0', 'append', 'finish completed token-limit']);
  const request = new MachineRun({ maxTokens: 20 })
    .reply({ tools: ['a'] })
    .ready(0)
    .settle(0);
  expect(request.told).toEqual(['append', 'request 2']);
  request.reply({ text: '' });
  expect(request.told).toEqual(['finish completed token-limit']);
});

test('a refusal completes the run and its calls are not executed', () => {
  const run = new MachineRun().reply({ text: 'I will not', tools: ['a'], finish: 'refusal' });
  expect(run.told).toEqual(['append', 'closed call-a-0', 'append', 'finish completed refused']);
  expect(new MachineRun().reply({ finish: 'refusal' }).told).toEqual(['finish completed refused']);
});

test('text that was cut is continued, joined and stored once, with a doubled budget that stays', () => {
  const run = new MachineRun({}, 300);
  run.reply({ text: 'one ', finish: 'length' });
  expect(run.effects).toEqual([
    {
      type: 'request',
      step: 2,
      withTools: true,
      maxOutputTokens: 600,
      extras: [
        { role: 'assistant', content: [{ type: 'text', text: 'one ' }] },
        { role: 'user', content: [{ type: 'text', text: expect.stringContaining('cut off at its output limit') as unknown }] },
      ],
    },
  ]);
  run.reply({ text: 'two ', finish: 'length' });
  expect(run.effects).toMatchObject([{ maxOutputTokens: 1_000 }]);
  run.reply({ text: 'three' });
  expect(run.state.end).toMatchObject({ stopReason: 'answer', text: 'one two three' });
  expect(run.messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'go' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'one two three' }] },
  ]);
});

test('a fourth reply that is cut in a row ends the run with what there is', () => {
  const run = new MachineRun();
  for (const text of ['a', 'b', 'c']) expect(run.reply({ text, finish: 'length' }).told).toHaveLength(1);
  run.reply({ text: 'd', finish: 'length' });
  expect(run.told).toEqual(['append', 'finish completed truncated']);
  expect(run.state.end?.text).toBe('abcd');
});

test('whole calls of a reply that was cut run; a fourth such reply is closed', () => {
  const run = new MachineRun();
  for (let count = 0; count < 3; count++) {
    run.reply({ tools: ['a'], finish: 'length' });
    expect(run.told).toEqual(['append', 'prepare 0']);
    run.ready(0).settle(0, String(count));
  }
  expect(run.reply({ tools: ['a'], finish: 'length' }).told).toEqual(['append', 'closed call-a-0', 'append', 'finish completed truncated']);
});

test('a reply without fault begins the counting anew', () => {
  const run = new MachineRun();
  for (let count = 0; count < 5; count++) {
    run
      .reply({ text: 'x', finish: 'length' })
      .reply({ tools: ['a'] })
      .ready(0)
      .settle(0, String(count));
    expect(run.told).toEqual(['append', expect.stringMatching(/^request/) as unknown]);
  }
});

test('a reply that was cut while thinking is asked for again', () => {
  const run = new MachineRun({}, 100).reply({ content: [{ type: 'reasoning', text: 'hm' }], finish: 'length' });
  expect(run.effects).toMatchObject([{ type: 'request', extras: [], maxOutputTokens: 200 }]);
});

test('empty replies are not stored, nudged twice, and then fail the run', () => {
  const run = new MachineRun();
  run.reply({ text: ' \n' });
  expect(run.effects).toMatchObject([{ type: 'request', extras: [{ role: 'user' }] }]);
  run.reply({ content: [{ type: 'reasoning', text: 'hm' }] });
  run.reply({});
  expect(run.told).toEqual(['finish failed error']);
  expect(run.state.end?.error).toMatchObject({ code: 'AGENT_EMPTY_REPLY' });
  expect(run.messages).toHaveLength(1);
});

test('a provider that asks to go on is sent its reply again, five times', () => {
  const run = new MachineRun();
  run.reply({ text: 'a', finish: 'pause' });
  expect(run.effects).toMatchObject([{ type: 'request', extras: [{ role: 'assistant', content: [{ type: 'text', text: 'a' }] }] }]);
  run.reply({ text: 'b' });
  expect(run.state.end).toMatchObject({ stopReason: 'answer', text: 'ab' });
  const endless = new MachineRun();
  for (let count = 0; count < 5; count++) expect(endless.reply({ text: 'x', finish: 'pause' }).told).toHaveLength(1);
  expect(endless.reply({ text: 'x', finish: 'pause' }).state.end).toMatchObject({
    status: 'failed',
    error: { code: 'AGENT_NEVER_FINISHED' },
  });
});

test('a cycle puts a notice on each result of the batch and never ends the run', () => {
  const run = new MachineRun();
  for (let count = 0; count < 3; count++)
    run
      .reply({ tools: ['a', 'b'] })
      .ready(0, 1)
      .settle(0, 'same')
      .settle(1, 'same');
  expect(run.told).toEqual(['append', 'repetition', 'request 4']);
  expect(run.results.slice(-2)).toEqual([expect.stringContaining('same\\n\\nNotice:'), expect.stringContaining('same\\n\\nNotice:')]);
  const off = new MachineRun({ detectRepetition: false });
  for (let count = 0; count < 3; count++)
    off
      .reply({ tools: ['a'] })
      .ready(0)
      .settle(0, 'same');
  expect(off.told).toEqual(['append', 'request 4']);
});

test('usage that a reply did not report makes the total incomplete', () => {
  const run = new MachineRun().reply({ text: 'x', usage: { input: 3, output: undefined, cached: undefined, reasoning: undefined } });
  expect(run.state.usage).toMatchObject({ inputTokens: 3, outputTokens: 0, incomplete: true });
});
