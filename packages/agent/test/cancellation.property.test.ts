import { defineTool, type HarnessEvent, type Message, type ToolDefinition } from '@tackroom/core';
import { calls, ScriptedModel, text, type ScriptedTurn } from '@tackroom/testing';
import fc from 'fast-check';
import { createAgent, RunState, type Agent, type RunResult } from '../src/index.js';
import { testHost } from './test-host.js';

const NAMES = ['free', 'serial', 'keyed', 'asked', 'asked_serial', 'Free', 'unknown'];
const INPUT = { type: 'object', additionalProperties: true };

/** Lets the event loop turn `times` times: every await of the run is somewhere in one of them. */
async function turns(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Tools of every lane, some asking first, that write down each execution by call. */
function toolsThat(count: (callId: string) => void): readonly ToolDefinition[] {
  const tool = (name: string, more: object): ToolDefinition =>
    defineTool({
      name,
      description: `${name}.`,
      inputSchema: INPUT,
      handler: async (_, ctx) => {
        count(ctx.call.id);
        await turns(2);
        return 'done';
      },
      ...more,
    });
  return [
    tool('free', {}),
    tool('serial', { concurrency: 'serial' }),
    tool('keyed', { concurrency: { key: () => 'a', mode: 'write' } }),
    tool('asked', { permission: 'ask' }),
    tool('asked_serial', { permission: 'ask', concurrency: 'serial' }),
  ];
}

/** Whether every message with calls is followed by one result for each, in order. */
function isAcceptable(messages: readonly Message[]): boolean {
  return messages.every((message, at) => {
    const next = messages[at + 1];
    const made = message.role === 'assistant' ? message.content.flatMap((part) => (part.type === 'tool-call' ? part.toolCallId : [])) : [];
    const answered = next?.role === 'tool' ? next.content.map((part) => part.toolCallId) : [];
    return message.role === 'tool' || JSON.stringify(made) === JSON.stringify(answered);
  });
}

async function runAndResume(agent: Agent, cancelAfter: number, onEvent: (event: HarnessEvent) => void): Promise<RunResult> {
  const controller = new AbortController();
  void turns(cancelAfter).then(() => controller.abort());
  let result = await agent.run('Go.', { signal: controller.signal, onEvent });
  while (result.status === 'paused') {
    const state = RunState.parse(JSON.stringify(result.state)).approve();
    result = await agent.resume(state, { signal: controller.signal, onEvent });
  }
  return result;
}

const turn: fc.Arbitrary<ScriptedTurn> = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 })
  .map((names) => calls(...names));

test('cancelled at any moment, paused or not: every call has one result, none ran twice, and the transcript is acceptable', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), fc.nat({ max: 30 }), async (script, cancelAfter) => {
      const ran = new Map<string, number>();
      const made: string[] = [];
      const answered: string[] = [];
      const tools = toolsThat((callId) => ran.set(callId, (ran.get(callId) ?? 0) + 1));
      const model = new ScriptedModel([...script, text('done')]);
      const agent = createAgent(testHost({ tools }), { name: 'clerk', model });
      const result = await runAndResume(agent, cancelAfter, (event) => {
        if (event.type === 'tool-call') made.push(event.callId);
        if (event.type === 'tool-result') answered.push(event.callId);
      });
      expect(['completed', 'cancelled']).toContain(result.status);
      expect(isAcceptable(result.messages)).toBe(true);
      expect([...answered].sort()).toEqual([...made].sort());
      expect([...ran.values()].every((times) => times === 1)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
