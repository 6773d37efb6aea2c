import { ToolFailure } from '@tackroom/core';
import { calls, text } from '@tackroom/testing';
import { RunState } from '../src/index.js';
import { DONE, lastResult, OPEN, planner, tool, write } from './planning-agent.js';

test('the list goes with the newest message of each request, and stays where it was sent', async () => {
  const turns = [
    calls('look'),
    write(OPEN),
    calls('look'),
    text(''),
    calls('look', 'fail'),
    write(DONE),
    text('half ', { finish: 'length' }),
    text('and half.'),
  ];
  const fail = tool('fail', {
    handler: () => {
      throw new ToolFailure('no');
    },
  });
  const { agent, model } = planner(turns, {}, { tools: [tool('look'), fail] });
  const result = await agent.run('Go.');
  const { requests } = model;
  expect(requests.map((request) => lastResult(request).includes('<todos>'))).toEqual([false, false, true, true, false, true, true, false]);
  expect(lastResult(requests[5])).toBe('no\n\n<todos>\n[in_progress] Look\n</todos>');
  // Requests with words of their own at the end: the list goes with these.
  for (const at of [4, 7]) expect(JSON.stringify(requests[at]?.messages.at(-1))).toContain('] Look\\n</todos>');
  const sent = requests.map(({ messages }) => messages.map((message) => JSON.stringify(message)));
  const lasting = sent.filter((_, at) => at !== 4 && at !== 7);
  for (const [at, messages] of lasting.slice(1).entries()) expect(messages.slice(0, lasting[at]?.length)).toEqual(lasting[at]);
  expect(result.text).toBe('half and half.');
  model.assertConsumed();
});

test('the prefix of requests stays the same across a pause, and into the next run of a conversation', async () => {
  const host = { tools: [tool('look'), tool('ask', { permission: 'ask' })] };
  const first = planner([write(OPEN), calls('look'), calls('ask')], { stateKey: 'key' }, host);
  const paused = await first.agent.run('Go.', { sessionId: 's' });
  expect(paused).toMatchObject({ status: 'paused', todos: [OPEN] });
  const state = RunState.parse(JSON.stringify(paused.state), { stateKey: 'key' });
  const second = planner([calls('look'), write(DONE), text('Seen.'), text('Again.')], { stateKey: 'key' }, host);
  const result = await second.agent.resume(state.approve());
  expect(result).toMatchObject({ text: 'Seen.', todos: [DONE] });
  await second.agent.run([...result.messages, { role: 'user', content: 'And?' }], { sessionId: 's' });
  const sent = [...first.model.requests, ...second.model.requests].map(({ messages }) => messages.map((each) => JSON.stringify(each)));
  expect(sent).toHaveLength(7);
  for (const [at, messages] of sent.slice(1).entries()) expect(messages.slice(0, sent[at]?.length)).toEqual(sent[at]);
  expect(sent.at(-1)?.at(-1)).toContain('[completed] Look');
});

test('a list belongs to its session', async () => {
  const { agent, model } = planner([write(OPEN), text('a'), text('b'), text('c'), write(), text('d'), text('e')]);
  await agent.run('One.', { sessionId: 's' });
  expect((await agent.run('Other.')).todos).toEqual([]);
  expect((await agent.run('Two.', { sessionId: 's' })).todos).toEqual([]);
  expect((await agent.run('Three.', { sessionId: 's' })).todos).toEqual([]);
  expect(JSON.stringify(model.requests[3]?.messages)).not.toContain('<todos>');
  expect(model.requests[4]?.messages.at(-1)?.content).toEqual([
    { type: 'text', text: 'Two.' },
    { type: 'text', text: '<todos>\n[in_progress] Look\n</todos>' },
  ]);
});
