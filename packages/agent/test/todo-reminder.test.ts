import { calls, text, type ScriptedTurn } from '@tackroom/testing';
import { RunState } from '../src/index.js';
import { DONE, OPEN, planner, rolesOf, tool, write } from './planning-agent.js';

describe('a list that is unfinished at the end', () => {
  test('brings one reminder, and the answer after it is final', async () => {
    const { agent, model } = planner([write(OPEN), text('First.'), calls('look'), text('Second.')]);
    const result = await agent.run('Go.');
    model.assertConsumed();
    expect(result).toMatchObject({ ok: true, stopReason: 'answer', text: 'Second.', todos: [OPEN] });
    expect(rolesOf(result.messages)).toBe('user assistant tool assistant user assistant tool assistant');
    expect(model.requests[2]?.messages.at(-1)?.content).toMatchInlineSnapshot(`
     [
       {
         "text": "Your todo list still has 1 unfinished item. Do what is left, or update the list if it is done or no longer needed. Then give your complete final answer: it replaces the one above.",
         "type": "text",
       },
       {
         "text": "<todos>
     [in_progress] Look
     </todos>",
         "type": "text",
       },
     ]
    `);
  });

  test('brings none when nothing is left, when the list is cleared, or when planning is off', async () => {
    for (const turns of [
      [write(OPEN), write(DONE), text('a')],
      [write(OPEN), write(), text('a')],
    ]) {
      const { agent, model } = planner(turns);
      await expect(agent.run('Go.')).resolves.toMatchObject({ text: 'a' });
      model.assertConsumed();
    }
  });

  test.each<[string, readonly ScriptedTurn[]]>([
    ['an empty reply', [text('')]],
    ['a refusal', [text('', { finish: 'content-filter' })]],
    ['a request that fails', [{ error: { status: 400, message: 'no' } }]],
    ['an empty reply after the list was updated', [write(DONE), text(' ')]],
    ['a request that fails after the list was updated', [write(DONE), { error: { status: 400, message: 'no' } }]],
  ])('leaves the answer as it is after %s', async (_, turns) => {
    const { agent, model } = planner([write(OPEN), text('First.'), ...turns]);
    const result = await agent.run('Go.');
    expect(result).toMatchObject({ status: 'completed', stopReason: 'answer', ok: true, text: 'First.', error: undefined });
    model.assertConsumed();
  });

  test('does not bring back a run whose steps are used up', async () => {
    const { agent, model } = planner([write(OPEN), text('First.')], { limits: { maxSteps: 2 } });
    await expect(agent.run('Go.')).resolves.toMatchObject({ ok: true, text: 'First.' });
    model.assertConsumed();
    const one = planner([write(OPEN), text('First.'), write(DONE)], { limits: { maxSteps: 3 } });
    await expect(one.agent.run('Go.')).resolves.toMatchObject({ ok: true, text: 'First.', todos: [DONE] });
    one.model.assertConsumed();
    const back = planner([write(OPEN), text('First.'), calls('look'), text('So far.')], { limits: { maxSteps: 3 } });
    await expect(back.agent.run('Go.')).resolves.toMatchObject({ stopReason: 'step-limit', text: 'So far.' });
  });

  test('is not reminded of again after a pause', async () => {
    const host = { tools: [tool('ask', { permission: 'ask' })] };
    const first = planner([write(OPEN), text('First.'), calls('ask')], {}, host);
    const paused = await first.agent.run('Go.');
    const second = planner([text('Second.')], {}, host);
    const result = await second.agent.resume(RunState.parse(JSON.stringify(paused.state)).approve());
    expect(result).toMatchObject({ text: 'Second.', todos: [OPEN] });
  });
});
