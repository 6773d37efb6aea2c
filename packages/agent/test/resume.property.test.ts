import { defineTool, type ApprovalRequest, type ToolDefinition } from '@tackroom/core';
import { ScriptedModel, text, type ScriptedTurn } from '@tackroom/testing';
import fc from 'fast-check';
import { createAgent, RunState, type Agent, type RunResult } from '../src/index.js';
import { testHost } from './test-host.js';

/** A call in a script: which tool, and what a person says if it asks. */
interface Planned {
  readonly tool: 'free' | 'slow' | 'ask' | 'ask_serial' | 'serial' | 'denied' | 'unheard_of';
  readonly approve: boolean;
  readonly malformed: boolean;
}

const planned: fc.Arbitrary<Planned> = fc.record({
  tool: fc.constantFrom('free', 'slow', 'ask', 'ask_serial', 'serial', 'denied', 'unheard_of'),
  approve: fc.boolean(),
  malformed: fc.nat(9).map((drawn) => drawn === 0),
});

class Play {
  readonly ran: string[] = [];

  constructor(private readonly script: readonly (readonly Planned[])[]) {}

  /** An agent that goes on with the script from one of its turns. */
  agent(from = 0): Agent {
    const turns: ScriptedTurn[] = this.script.slice(from).map((calls, at) => ({
      toolCalls: calls.map((call, index) => {
        const args = JSON.stringify({ n: `${from + at}.${index}`, approve: call.approve });
        return { id: index % 3 === 0 ? 'same' : `c${index}`, name: call.tool, rawArgs: call.malformed ? args.slice(0, -1) : args };
      }),
    }));
    const host = testHost({ tools: this.tools, permissions: { deny: ['denied'] } });
    return createAgent(host, { name: 'a', model: new ScriptedModel([...turns, text('done')]), detectRepetition: false });
  }

  private get tools(): readonly ToolDefinition[] {
    const tool = (name: Planned['tool'], more: object = {}, wait = false): ToolDefinition =>
      defineTool({
        name,
        description: `${name}.`,
        inputSchema: { type: 'object', properties: { n: { type: 'string' }, approve: { type: 'boolean' } }, required: ['n'] },
        handler: (args) => {
          this.ran.push(`${name} ${String(args['n'])}`);
          return wait ? new Promise((resolve) => setImmediate(() => resolve(args['n']))) : args['n'];
        },
        ...more,
      });
    return [
      tool('free'),
      tool('slow', {}, true),
      tool('serial', { concurrency: 'serial' }, true),
      tool('ask', { permission: 'ask' }),
      tool('ask_serial', { permission: 'ask', concurrency: 'serial' }),
      tool('denied'),
    ];
  }
}

const wants = (request: ApprovalRequest): boolean => request.args['approve'] === true;

async function withApprover(play: Play): Promise<RunResult> {
  return play.agent().run('Go.', { approver: (request) => (wants(request) ? { type: 'approve' } : { type: 'reject' }) });
}

/** Every pause is written to JSON and resumed by another agent, one decision at a time where `partial`. */
async function throughJson(play: Play, partial: boolean): Promise<RunResult> {
  let result = await play.agent().run('Go.');
  while (result.status === 'paused') {
    let state = RunState.parse(JSON.stringify(result.state));
    for (const item of partial ? state.pending.slice(0, 1) : state.pending) {
      state = wants(item as ApprovalRequest) ? state.approve(item.id) : state.reject(item.id); // these tools ask no questions
    }
    const spoken = result.messages.filter((message) => message.role === 'assistant').length;
    result = await play.agent(spoken).resume(RunState.parse(JSON.stringify(state)), { partial });
  }
  return result;
}

test('whether somebody answers at once or each pause goes through JSON, the outcome is the same, and what is denied never runs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(planned, { minLength: 1, maxLength: 5 }), { maxLength: 3 }),
      fc.boolean(),
      async (script, partial) => {
        const [here, elsewhere] = [new Play(script), new Play(script)];
        const [answered, resumed] = [await withApprover(here), await throughJson(elsewhere, partial)];
        expect(answered).toMatchObject({ status: 'completed', text: 'done' });
        expect(resumed.messages).toEqual(answered.messages);
        expect(resumed.usage.calls).toBe(answered.usage.calls);
        expect([...elsewhere.ran].sort()).toEqual([...here.ran].sort());
        const allowed = script.flatMap((calls, turn) =>
          calls.flatMap((call, index) => {
            const runs =
              !call.malformed && call.tool !== 'denied' && call.tool !== 'unheard_of' && (!call.tool.startsWith('ask') || call.approve);
            return runs ? [`${call.tool} ${turn}.${index}`] : [];
          }),
        );
        expect([...here.ran].sort()).toEqual(allowed.sort());
      },
    ),
    { numRuns: 60 },
  );
});
