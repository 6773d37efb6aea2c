import { closedResult, type Lane } from '@tackroom/core';
import { approval, MachineRun, PARALLEL, question, SERIAL } from '../../test/machine-run.js';

test('a batch is prepared, started together, and answered in call order whatever finishes first', () => {
  const run = new MachineRun().reply({ tools: ['a', 'b', 'c'] });
  expect(run.told).toEqual(['append', 'prepare 0,1,2']);
  run.ready(2).ready(0);
  expect([run.told, run.statuses]).toEqual([[], 'ready proposed ready']);
  run.ready(1);
  expect([run.told, run.statuses]).toEqual([['perform 0,1,2'], 'started started started']);
  run.settle(2).settle(0);
  expect(run.told).toEqual([]);
  run.settle(1);
  expect(run.told).toEqual(['append', 'request 2']);
  expect(run.results).toEqual(['a-0: "result 0"', 'b-1: "result 1"', 'c-2: "result 2"']);
});

test('a call that is denied or invalid is answered and never started; the others run', () => {
  const run = new MachineRun().reply({ tools: ['a', 'b'] });
  run.calls(
    { index: 0, to: 'settled', result: closedResult('call-a-0', 'a', 'PERMISSION_DENIED', 'no') },
    { index: 1, to: 'ready', lane: PARALLEL },
  );
  expect(run.told).toEqual(['perform 1']);
  run.settle(1);
  expect(run.results).toEqual(['a-0: "no"', 'b-1: "result 1"']);
});

test('a turn of denied calls only goes straight back to the model', () => {
  const run = new MachineRun().reply({ tools: ['a'] });
  run.calls({ index: 0, to: 'settled', result: closedResult('call-a-0', 'a', 'PERMISSION_DENIED', 'no') });
  expect(run.told).toEqual(['append', 'request 2']);
});

test('what comes late changes nothing', () => {
  const run = new MachineRun()
    .reply({ tools: ['a', 'b'] })
    .ready(0, 1)
    .settle(0, 'first');
  run.settle(0, 'second').calls({ index: 0, to: 'ready', lane: PARALLEL }, { index: 7, to: 'unanswered' });
  expect([run.told, run.statuses]).toEqual([[], 'settled started']);
  run.settle(1).reply({ text: 'done' });
  const { state } = run;
  run
    .on({ type: 'cancel' })
    .settle(0)
    .reply({ text: 'more' })
    .on({ type: 'resume' })
    .on({ type: 'request-failed', error: { code: 'X', message: 'x' }, text: '' });
  expect(run.state).toBe(state);
  expect(run.results).toEqual(['a-0: "first"', 'b-1: "result 1"']);
});

test('the run pauses only when everything else of the batch has settled', () => {
  const run = new MachineRun().reply({ tools: ['a', 'b'] });
  run.calls({ index: 0, to: 'pending', lane: PARALLEL, pending: approval('p') }, { index: 1, to: 'ready', lane: PARALLEL });
  expect(run.told).toEqual(['perform 1']);
  run.settle(1);
  expect([run.told, run.state.phase, run.statuses]).toEqual([['pause'], 'paused', 'pending settled']);
});

test('later calls of a pending call on its lane, and those behind them, are held; everything else runs', () => {
  const run = new MachineRun().reply({ tools: ['a', 'b', 'c', 'd'] });
  run.calls(
    { index: 0, to: 'ready', lane: SERIAL },
    { index: 1, to: 'pending', lane: SERIAL, pending: approval('p') },
    { index: 2, to: 'ready', lane: SERIAL },
    { index: 3, to: 'ready', lane: PARALLEL },
  );
  expect(run.told).toEqual(['perform 0,3']);
  run.settle(3).settle(0);
  expect([run.told, run.statuses]).toEqual([['pause'], 'settled pending ready settled']);
});

test('a call behind a held one is held too, though nothing it conflicts with is pending', () => {
  const run = new MachineRun({ conflicts: (a, b) => a.kind === 'key' && b.kind === 'key' && a.key[0] === b.key[0] });
  const key = (...segments: string[]): Lane => ({ kind: 'key', key: segments, mode: 'write' });
  const both = {
    conflicts: (a: Lane, b: Lane) =>
      a.kind === 'key' && b.kind === 'key' && (a.key.length === 0 || b.key.length === 0 || a.key[0] === b.key[0]),
  };
  const held = new MachineRun(both).reply({ tools: ['a', 'b', 'c'] });
  held.calls(
    { index: 0, to: 'pending', lane: key('x'), pending: approval('p') },
    { index: 1, to: 'ready', lane: key() },
    { index: 2, to: 'ready', lane: key('y') },
  );
  expect([held.told, held.statuses]).toEqual([['pause'], 'pending ready ready']);
  run.reply({ tools: ['a', 'b'] });
  run.calls({ index: 0, to: 'pending', lane: key('x'), pending: approval('p') }, { index: 1, to: 'ready', lane: key('y') });
  expect(run.told).toEqual(['perform 1']);
});

test('an approver is asked about one call at a time, in call order, while allowed siblings run', () => {
  const run = new MachineRun({ hasApprover: true }).reply({ tools: ['a', 'b', 'c'] });
  run.calls({ index: 2, to: 'ready', lane: PARALLEL }, { index: 1, to: 'pending', lane: PARALLEL, pending: approval('q') });
  expect(run.told).toEqual([]);
  run.calls({ index: 0, to: 'pending', lane: PARALLEL, pending: approval('p') });
  expect(run.told).toEqual(['perform 2', 'ask 0']);
  run.ready(0);
  expect(run.told).toEqual(['perform 0', 'ask 1']);
  run.calls({ index: 1, to: 'unanswered' });
  expect(run.told).toEqual([]);
  run.settle(2).settle(0);
  expect([run.told, run.statuses]).toEqual([['pause'], 'settled pending settled']);
});

test('a call that its approver edited is prepared anew', () => {
  const run = new MachineRun({ hasApprover: true }).reply({ tools: ['a'] });
  run.calls({ index: 0, to: 'pending', lane: PARALLEL, pending: approval('p') });
  run.calls({ index: 0, to: 'proposed', decision: { type: 'edit', id: 'p', args: { x: 1 } } });
  expect([run.told, run.statuses]).toEqual([['prepare 0'], 'proposed']);
  run.ready(0);
  expect(run.told).toEqual(['perform 0']);
});

test.each([
  ['nobody to ask', false],
  ['an approver without an answer', true],
])('with onAsk deny, %s is a denial', (_, hasApprover) => {
  const run = new MachineRun({ hasApprover, onAsk: 'deny' }).reply({ tools: ['a'] });
  run.calls({ index: 0, to: 'pending', lane: PARALLEL, pending: approval('p') });
  if (hasApprover) run.calls({ index: 0, to: 'unanswered' });
  expect(run.told).toEqual(['closed call-a-0', 'append', 'request 2']);
  expect(run.results).toEqual([
    'a-0: "Permission denied: this call needs a person, and nobody can be asked. Take another way instead of repeating this call."',
  ]);
});

test('a question waits for its answer, whoever approves and whatever an ask becomes', () => {
  const run = new MachineRun({ hasApprover: true, onAsk: 'deny' }).reply({ tools: ['a'] }).ready(0);
  run.calls({ index: 0, to: 'pending', lane: undefined, pending: question('q') });
  expect([run.told, run.statuses]).toEqual([['pause'], 'pending']);
});

test('resuming prepares decided calls and those that were held, and leaves the others', () => {
  const run = new MachineRun().reply({ tools: ['a', 'b', 'c'] });
  run.calls(
    { index: 0, to: 'pending', lane: SERIAL, pending: approval('p') },
    { index: 1, to: 'pending', lane: PARALLEL, pending: approval('q') },
    { index: 2, to: 'ready', lane: SERIAL },
  );
  expect(run.told).toEqual(['pause']);
  const decided = run.state.calls.map((call, at) =>
    at === 0 ? { ...call, decision: { type: 'approve' as const, id: 'p', scope: 'once' as const } } : call,
  );
  run.state = { ...run.state, calls: decided };
  run.on({ type: 'resume' });
  expect([run.told, run.statuses]).toEqual([['prepare 0,2'], 'proposed pending proposed']);
  run.calls({ index: 0, to: 'ready', lane: SERIAL }, { index: 2, to: 'ready', lane: SERIAL });
  expect(run.told).toEqual(['perform 0,2']);
  run.settle(0).settle(2);
  expect(run.told).toEqual(['pause']);
});

test('cancelling closes what has not started, and waits for what has', () => {
  const run = new MachineRun().reply({ tools: ['a', 'b'] });
  run.calls({ index: 0, to: 'ready', lane: PARALLEL }, { index: 1, to: 'pending', lane: PARALLEL, pending: approval('p') });
  run.on({ type: 'cancel' });
  expect([run.told, run.statuses]).toEqual([['closed call-b-1'], 'started settled']);
  run.settle(0, 'as far as it came');
  expect(run.told).toEqual(['append', 'finish cancelled cancelled']);
  expect(run.results).toEqual(['a-0: "as far as it came"', 'b-1: "The run was cancelled before this call started. It did not run."']);
});

test('a failure inside a batch closes what has not started and fails the run', () => {
  const run = new MachineRun().reply({ tools: ['a', 'b'] });
  run.calls({ index: 0, to: 'ready', lane: SERIAL }, { index: 1, to: 'pending', lane: PARALLEL, pending: approval('p') });
  run
    .on({ type: 'fail', error: { code: 'RUN_STORAGE', message: 'disk full' } })
    .on({ type: 'cancel' })
    .settle(0);
  expect(run.state.end).toMatchObject({ status: 'failed', stopReason: 'error', error: { code: 'RUN_STORAGE' } });
  expect(run.results.at(-1)).toBe('b-1: "Not executed: the run failed."');
});
