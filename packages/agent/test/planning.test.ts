import type { Ctx, JsonObject, ToolDefinition } from '@tackroom/core';
import { calls, collectEvents, eventsOf, text } from '@tackroom/testing';
import { RunState, type AgentOptions } from '../src/index.js';
import { DONE, lastResult, OPEN, planner, rolesOf, todo, tool, write } from './planning-agent.js';
import { testHost, type TestHostOptions } from './test-host.js';

test('agents have both tools and are told to plan, whatever their filter says, unless they say no', async () => {
  const offered = async (options: Partial<AgentOptions>): Promise<readonly [string, string]> => {
    const { agent, model } = planner([text('done')], { system: 'Be kind.', ...options });
    await agent.run('Go.');
    const request = model.requests[0];
    expect(agent.tools.list().map(({ name }) => name)).toEqual(request?.tools.map(({ name }) => name));
    return [
      agent.tools
        .list()
        .map(({ name }) => name)
        .join(' '),
      String(request?.messages[0]?.content),
    ];
  };
  const line =
    'Plan work of three or more steps with write_todos, and update the list in the same turn as the work. When all is done, just answer.';
  expect(await offered({})).toEqual(['look read_todos write_todos', `Be kind.\n\n${line}`]);
  for (const tools of [{ include: [] }, { exclude: ['*'] }, []]) {
    expect(await offered({ tools })).toEqual(['read_todos write_todos', `Be kind.\n\n${line}`]);
  }
  expect(await offered({ planning: false })).toEqual(['look', 'Be kind.']);
});

test('what the model reads of the tools', async () => {
  const { agent, model } = planner([text('done')], { tools: [] });
  await agent.run('Go.');
  expect(model.requests[0]?.tools).toMatchInlineSnapshot(`
   [
     {
       "description": "Read your todo list. It also stands at the end of the newest message, so this is rarely needed.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {},
         "type": "object",
       },
       "name": "read_todos",
       "type": "function",
     },
     {
       "description": "Write your todo list for this task: always the whole list, it replaces the one before. Each todo has a content and a status: pending, in_progress (one at a time) or completed.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "todos": {
             "description": "The whole list, in order. An empty one clears it.",
             "items": {
               "properties": {
                 "content": {
                   "description": "What is to be done, in a few words.",
                   "maxLength": 200,
                   "type": "string",
                 },
                 "status": {
                   "description": "One todo at most is in_progress.",
                   "enum": [
                     "pending",
                     "in_progress",
                     "completed",
                   ],
                   "type": "string",
                 },
               },
               "required": [
                 "content",
                 "status",
               ],
               "type": "object",
             },
             "maxItems": 50,
             "type": "array",
           },
         },
         "required": [
           "todos",
         ],
         "type": "object",
       },
       "name": "write_todos",
       "type": "function",
     },
   ]
  `);
});

test("a user's own write_todos is used as it is", async () => {
  const own = tool('write_todos', { handler: () => 'mine' });
  const { agent, model } = planner([calls('write_todos'), text('done')], {}, { tools: [own] });
  const result = await agent.run('Go.');
  expect(agent.tools.list()).toEqual([own]);
  expect(rolesOf(model.requests[0]?.messages ?? [])).toBe('user');
  expect(lastResult(model.requests[1])).toBe('mine');
  expect(result.todos).toEqual([]);
});

test("a user's own read_todos stays beside our write_todos", () => {
  const own = tool('read_todos');
  const { agent } = planner([], {}, { tools: [own] });
  expect(agent.tools.get('read_todos')).toEqual(own);
  expect(agent.tools.get('write_todos')).toMatchObject({ origin: { bundle: 'planning' } });
});

test('a list is kept, told, shown to handlers, and given back', async () => {
  const seen: unknown[] = [];
  const peek = tool('peek', {
    handler: (_: JsonObject, ctx: Ctx) => {
      seen.push(ctx.state.todos);
      expect(() => (ctx.state.todos as unknown[]).push('x')).toThrow(TypeError);
      expect(() => Object.assign(ctx.state, { todos: [] })).toThrow(TypeError);
    },
  });
  const more = { ...todo('Tell', 'pending'), id: 't2' };
  const turns = [
    calls('peek'),
    write(OPEN, more),
    calls('peek', 'read_todos'),
    write(DONE, { ...more, status: 'completed' }),
    text('Told.'),
  ];
  const { agent, model } = planner(turns, {}, { tools: [peek] });
  const stream = agent.stream('Go.');
  const events = await collectEvents(stream);
  const result = await stream.result;
  expect(seen).toEqual([[], [OPEN, more]]);
  expect(eventsOf(events, 'todos-update').map(({ todos }) => todos)).toEqual([[OPEN, more], result.todos]);
  expect(result).toMatchObject({ ok: true, text: 'Told.', todos: [DONE, { content: 'Tell', status: 'completed', id: 't2' }] });
  expect(result.state.toJSON()['todos']).toEqual(result.todos);
  expect(lastResult(model.requests[2])).toMatchInlineSnapshot(`
   "Todo list updated: 1 in progress, 1 pending.

   <todos>
   [in_progress] Look
   [pending] Tell
   </todos>"
  `);
  expect(lastResult(model.requests[3])).toMatchInlineSnapshot(`
   "[in_progress] Look
   [pending] Tell

   <todos>
   [in_progress] Look
   [pending] Tell
   </todos>"
  `);
  model.assertConsumed();
});

test.each<[string, JsonObject, string]>([
  ['too many', { todos: Array.from({ length: 51 }, () => OPEN) }, 'todos: must have at most 50 items, got 51'],
  ['too long', { todos: [{ ...OPEN, content: 'x'.repeat(201) }] }, 'todos[0].content: must have at most 200 characters, got 201'],
  ['no status', { todos: [{ content: 'a' }] }, 'todos[0].status: is required but missing'],
  [
    'an unknown status',
    { todos: [OPEN, { content: 'a', status: 'done' }] },
    'todos[1].status: must be one of pending, in_progress, completed',
  ],
  ['no content', { todos: [{ status: 'pending' }] }, 'todos[0].content: is required but missing'],
  [
    'blank content',
    { todos: [{ content: ' ', status: 'pending' }] },
    'todos[0].content: says nothing; write what is to be done, or leave the todo out',
  ],
  ['no list', { todos: 'Look' }, 'todos: must be an array, got the string "Look"'],
  ['nothing', {}, 'todos: is required but missing'],
  ['another name', { items: [OPEN] }, 'todos: is required but missing; items: is not a known field; known are todos'],
])('a bad list changes nothing: %s', async (_, args, problem) => {
  const { agent, model } = planner([write(DONE), calls(['write_todos', args]), text('done')], { planning: true });
  const stream = agent.stream('Go.');
  const events = await collectEvents(stream);
  expect((await stream.result).todos).toEqual([DONE]);
  expect(eventsOf(events, 'todos-update')).toHaveLength(1);
  const [line, ...rest] = lastResult(model.requests[2]).split('\n');
  expect(line).toBe(problem);
  expect(rest).toEqual(['', '<todos>', '[completed] Look', '</todos>']);
});

test('two hundred characters and fifty todos are not too much, and a list may come as the text of its JSON', async () => {
  const todos = Array.from({ length: 50 }, () => todo('💡'.repeat(200), 'completed'));
  const { agent } = planner([calls(['write_todos', { todos: JSON.stringify(todos) }]), text('done')]);
  expect((await agent.run('Go.')).todos).toEqual(todos);
});

test('outside the run of an agent there is no list', async () => {
  const { agent } = planner([]);
  const ours = agent.tools.get('write_todos');
  const host = testHost({ tools: [ours as ToolDefinition] });
  await expect(host.registry.execute({ name: 'write_todos', args: { todos: [] } })).resolves.toMatchObject({
    success: false,
    error: { code: 'TODOS_UNAVAILABLE' },
  });
});

describe('permission to plan', () => {
  const outcome = async (host: TestHostOptions['permissions'], own?: AgentOptions['permissions']): Promise<string> => {
    const { agent } = planner([write(DONE), text('done')], own === undefined ? {} : { permissions: own }, {
      ...(host === undefined ? {} : { permissions: host }),
    });
    const { status, todos } = await agent.run('Go.');
    return status === 'completed' ? (todos.length === 1 ? 'planned' : 'denied') : status;
  };

  test.each<[string, TestHostOptions['permissions'], AgentOptions['permissions'], string]>([
    ['a locked harness', { profile: 'locked' }, undefined, 'planned'],
    ['a locked agent', {}, { profile: 'locked' }, 'planned'],
    ['a default of ask', { defaultLevel: 'ask' }, { defaultLevel: 'deny' }, 'planned'],
    ['a deny rule of the harness', { deny: ['write_todos'] }, undefined, 'denied'],
    ['a deny rule of the agent', {}, { deny: ['*_todos'] }, 'denied'],
    ['an ask rule', { ask: ['*'] }, undefined, 'paused'],
    ['an ask rule, and one that allows', { ask: ['*'], allow: ['*_todos'] }, undefined, 'planned'],
  ])('%s', async (_, host, own, expected) => {
    expect(await outcome(host, own)).toBe(expected);
  });
});

test('results are not shared between calls that plan, where others are', async () => {
  const turns = [write(OPEN), calls('read_todos'), write(DONE), calls('read_todos'), write(OPEN), write(DONE), text('done')];
  const { agent, model } = planner(turns, { toolPolicy: { dedupeCalls: true } });
  expect((await agent.run('Go.')).todos).toEqual([DONE]);
  expect(lastResult(model.requests[4])).toContain('[completed] Look\n\n<todos>');
});

test('a stored list stays with a run whose agent no longer plans, and nothing is said of it', async () => {
  const host = { tools: [tool('ask', { permission: 'ask' })] };
  const paused = await planner([write(OPEN), calls('ask')], {}, host).agent.run('Go.');
  const { agent, model } = planner([text('done')], { planning: false }, host);
  const result = await agent.resume(RunState.parse(JSON.stringify(paused.state)).approve());
  expect(result).toMatchObject({ text: 'done', todos: [OPEN] });
  expect(lastResult(model.requests[0])).toBe('ask done');
});

test('planning is true or false', () => {
  expect(() => planner([], { planning: 'no' as never })).toThrow('planning: is "no"; write true or false.');
});
