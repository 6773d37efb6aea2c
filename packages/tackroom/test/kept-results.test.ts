import { calls, FakeSandbox, ScriptedModel, text } from '@tackroom/testing';
import { defineTool, HarnessModule, shell } from '../src/index.js';

const LONG = Array.from({ length: 2_000 }, (_, line) => `line ${line}`).join('\n');

const dump = defineTool({ name: 'dump', description: 'Dump everything.', handler: () => LONG });

test('a result too long to show can be read on, from the step after it, and under a locked policy too', async () => {
  const harness = await HarnessModule.create({ tools: [dump], permissions: { profile: 'locked', allow: ['dump'] } });
  let id = '';
  const model = new ScriptedModel((request) => {
    if (request.request === 1) return calls({ name: 'dump', args: {} });
    id = /id \\?"(art_[\w-]+)/.exec(JSON.stringify(request.messages))?.[1] ?? '';
    return request.request === 2 ? calls({ name: 'read_tool_result', args: { id, offset: 12_000 } }) : text('done');
  });
  const result = await harness.createAgent({ name: 'a', model, system: '', planning: false }).run('go');
  await harness.close();
  expect(result.ok).toBe(true);
  expect(model.requests.map(({ tools }) => (tools ?? []).map((tool) => tool.name))).toEqual([
    ['dump'],
    ['dump', 'read_tool_result'],
    ['dump', 'read_tool_result'],
  ]);
  const answers = result.messages.flatMap((message) =>
    message.role === 'tool' ? message.content.map((part) => String(part.output.value)) : [],
  );
  expect(answers[1]?.startsWith(LONG.slice(12_000, 12_100))).toBe(true);
  expect(answers[1]?.split('\n').at(-1)).toBe(`[Characters 12000 to 18000 of ${LONG.length}. Continue with offset 18000.]`);
});

test("a kept result of one run is not another run's to read", async () => {
  const harness = await HarnessModule.create({ tools: [dump] });
  let id = '';
  const first = new ScriptedModel((request) => {
    id = /id \\?"(art_[\w-]+)/.exec(JSON.stringify(request.messages))?.[1] ?? '';
    return request.request === 1 ? calls({ name: 'dump', args: {} }) : text('done');
  });
  await harness.createAgent({ name: 'a', model: first, system: '' }).run('go');
  const second = new ScriptedModel([
    calls({ name: 'dump', args: {} }),
    () => calls({ name: 'read_tool_result', args: { id } }),
    text('done'),
  ]);
  const result = await harness.createAgent({ name: 'b', model: second, system: '' }).run('go');
  await harness.close();
  expect(id).toMatch(/^art_/);
  const answers = result.messages.flatMap((message) =>
    message.role === 'tool' ? message.content.map((part) => String(part.output.value)) : [],
  );
  expect(answers[1]).toContain('There is no stored result');
});

test('the sandbox session of a run is closed when the run ends, not when the harness does', async () => {
  const sandbox = new FakeSandbox([['echo hi', { stdout: 'hi\n' }]]);
  const harness = await HarnessModule.create({ sandbox, bundles: [shell({ root: '.' })], permissions: { allow: ['run_command'] } });
  const model = new ScriptedModel([calls({ name: 'run_command', args: { command: 'echo hi' } }), text('done')]);
  const result = await harness.createAgent({ name: 'a', model, system: '' }).run('go');
  expect(result.ok).toBe(true);
  expect(sandbox.calls).toHaveLength(1);
  expect(sandbox.openSessions).toEqual([]);
  await harness.close();
});
