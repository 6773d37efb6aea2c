import { MachineRun } from '../../test/machine-run.js';

const answered = (rules: ConstructorParameters<typeof MachineRun>[0] = {}): MachineRun => new MachineRun(rules).reply({ text: 'first' }, 2);

test('an answer with todos left is kept and reminded of them, once', () => {
  const run = answered();
  expect(run.told).toEqual(['append', 'append', 'request 2']);
  expect(run.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(run.messages.at(-1)).toMatchObject({ content: [{ text: expect.stringContaining('still has 2 unfinished items') as unknown }] });
  expect(run.reply({ text: 'second' }, 2).state.end).toMatchObject({ status: 'completed', stopReason: 'answer', text: 'second' });
  expect(run.told).toEqual(['append', 'finish completed answer']);
});

test.each([
  ['steps', { maxSteps: 1 }],
  ['tokens', { maxTokens: 15 }],
])('no room for a reply, no reminder: %s', (_, rules) => {
  expect(answered(rules).told).toEqual(['append', 'finish completed answer']);
});

test('an answer stands while only the list is kept, whatever comes to an end', () => {
  const first = { status: 'completed', stopReason: 'answer', text: 'first', error: undefined };
  const kept = (rules?: object): MachineRun => answered(rules).reply({ text: 'let me see', tools: ['write_todos'] }, 2);
  const settled = (rules?: object): MachineRun => kept(rules).ready(0).settle(0);
  expect(settled({ maxSteps: 2 }).state.end).toEqual(first);
  expect(settled({ maxTokens: 40 }).reply({ tools: ['read_todos'] }, 2).state.end).toEqual(first);
  expect(kept({ maxTokens: 30 }).state.end).toEqual(first);
  expect(settled().reply({ text: ' ' }, 2).state.end).toEqual(first);
  expect(settled().reply({ text: 'I', finish: 'refusal' }, 2).state.end).toEqual(first);
  const failed = settled().on({ type: 'request-failed', error: { code: 'MODEL_UNAVAILABLE', message: 'down' }, text: '' });
  expect(failed.state.end).toEqual(first);
});

test('an answer no longer stands once the model has gone back to work, and is not lost either', () => {
  const worked = (rules?: object): MachineRun =>
    answered(rules)
      .reply({ tools: ['write_todos', 'a'] }, 2)
      .ready(0, 1)
      .settle(0)
      .settle(1);
  expect(worked({ maxSteps: 2 }).told).toEqual(['append', 'last request 3']);
  expect(worked().reply({ text: '' }, 2).told).toEqual(['request 4']);
  const failed = worked().on({ type: 'request-failed', error: { code: 'MODEL_UNAVAILABLE', message: 'down' }, text: '' });
  expect(failed.state.end).toMatchObject({ status: 'failed', text: 'first' });
});

test('a cancelled reminder is a cancelled run, with the answer as its text', () => {
  const run = answered().on({ type: 'cancel' });
  run.on({ type: 'request-failed', error: { code: 'X', message: 'x' }, text: '' });
  expect(run.state.end).toMatchObject({ status: 'cancelled', text: 'first' });
});
