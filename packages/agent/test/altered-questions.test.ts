import { calls, text } from '@tackroom/testing';
import { RunState, type RunResult } from '../src/index.js';
import { asker, elsewhere, onlyId, QUESTION } from './asker.js';
import { resultsOf } from './workshop.js';

const pausedRun = (): Promise<RunResult> => asker([calls(['ask_user', QUESTION])]).run('Go.');

/** A stored state whose only question somebody rewrites. */
function altered({ state }: RunResult, change: Readonly<Record<string, unknown>>): RunState {
  const stored = JSON.parse(JSON.stringify(state)) as { calls: [{ pending: [object] }] };
  Object.assign(stored.calls[0].pending[0], change);
  return RunState.parse(stored);
}

describe('a question that was altered in a stored state', () => {
  test.each([
    { question: 'Delete everything?' },
    { choices: ['users', 'delete everything'] },
    { choices: ['users', 'orders'] },
    { args: { question: 'Delete everything?' } },
    { toolName: 'delete_everything' },
    { callId: 'call_other' },
    { runId: 'run_other' },
    { argsDigest: 'sha256:0' },
  ])('%j cannot be answered, before or after', async (change) => {
    const paused = await pausedRun();
    const id = onlyId(paused);
    const refused = expect.objectContaining({ code: 'APPROVAL_MISMATCH' });
    await expect(async () => asker([]).resume(altered(paused, change).answer(id, 'users'))).rejects.toEqual(refused);
    const said = { state: paused.state.answer(id, 'users') } as RunResult; // nothing else is altered
    await expect(asker([]).resume(altered(said, change))).rejects.toEqual(refused);
    const result = await asker([text('done')]).resume(paused.state.answer(id, 'users'));
    expect(resultsOf(result)).toEqual(['The user answered: users']);
  });

  test.each([{ argsDigest: undefined }, { question: 7 }, { choices: [7] }, { attempt: 'x' }])('%j is no state', async (change) => {
    const paused = await pausedRun();
    expect(() => altered(paused, change)).toThrow(expect.objectContaining({ code: 'RUN_STATE_INVALID' }));
  });
});

describe('an answer', () => {
  test('holds for what the person saw, if that is given', async () => {
    const { state, pending } = await pausedRun();
    const [question] = pending;
    const decide = (argsDigest: string) => () => state.decide([{ type: 'answer', id: question?.id ?? '', text: 'users', argsDigest }]);
    expect(decide('sha256:other')).toThrow(expect.objectContaining({ code: 'APPROVAL_MISMATCH' }));
    expect(decide(question?.argsDigest ?? '')).not.toThrow();
    const asked = await asker([calls(['ask_user', { question: 'Which table?' }])]).run('Go.');
    expect(asked.pending[0]?.argsDigest).not.toBe(question?.argsDigest);
  });

  test('is bound to no definition, and who thinks so is told', async () => {
    const { state, pending } = await pausedRun();
    const said = { type: 'answer', id: pending[0]?.id ?? '', text: 'users', definitionFingerprint: 'sha256:x' } as const;
    expect(() => state.decide([said])).toThrow(expect.objectContaining({ code: 'APPROVAL_INVALID' }));
  });

  test.each([undefined, null, 7, {}, ['users']])('%j is no text, and is refused before the run is used up', async (said) => {
    const paused = await pausedRun();
    const id = onlyId(paused);
    expect(() => paused.state.answer(id, said as never)).toThrow(
      `${JSON.stringify(id)} was answered with what is no text; a blank text says that nobody answers.`,
    );
  });

  test('goes to no other run, and to no question that is settled', async () => {
    const [one, other] = [await pausedRun(), await pausedRun()];
    const unknown = expect.objectContaining({ code: 'APPROVAL_UNKNOWN' });
    expect(() => other.state.answer(onlyId(one), 'users')).toThrow(unknown);
    const again = await asker([calls(['ask_user', QUESTION])]).resume(one.state.answer(onlyId(one), 'users'));
    expect(() => again.state.answer(onlyId(one), 'users')).toThrow(unknown);
    await expect(asker([]).resume(one.state.answer(onlyId(one), 'orders'))).rejects.toMatchObject({ code: 'RUN_STATE_USED' });
  });

  test('that was altered in a signed state is refused', async () => {
    const key = { stateKey: 'a key of this test' };
    const paused = await asker([calls(['ask_user', QUESTION])], {}, { agent: key }).run('Go.');
    const signed = JSON.stringify(RunState.parse(JSON.stringify(paused.state), key).answer(onlyId(paused), 'users'));
    const forged = signed.replace('"text":"users"', '"text":"orders"');
    expect(forged).not.toBe(signed);
    const agent = asker([text('done')], {}, { agent: key });
    await expect(agent.resume(forged)).rejects.toMatchObject({ code: 'RUN_STATE_TAMPERED' });
    expect(resultsOf(await agent.resume(signed))).toEqual(['The user answered: users']);
  });

  test('is no matter of an approver, who may be there for something else', async () => {
    const paused = await pausedRun();
    const approver = { approve: () => ({ type: 'approve' as const }) };
    await expect(asker([]).resume(paused.state, { approver })).rejects.toMatchObject({ code: 'RUN_UNDECIDED' });
    const still = await asker([]).resume(elsewhere(paused), { approver, partial: true });
    expect(still).toMatchObject({ status: 'paused', stopReason: 'question', pending: paused.pending });
  });
});
