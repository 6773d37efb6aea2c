import { defineTool, type ApprovalRequest, type ToolDefinition } from '@tackroom/core';
import { collectEvents, eventsOf, FakeClock, ScriptedModel, text } from '@tackroom/testing';
import fc from 'fast-check';
import { createAgent, RunState, type Agent, type RunResult } from '../src/index.js';
import { testHost } from './test-host.js';

/** A call of the batch, and what a person says if it asks. */
interface Planned {
  readonly tool: 'free' | 'serial' | 'ask' | 'ask_serial' | 'denied';
  readonly answer: 'approve' | 'reject' | 'edit' | 'edit-to-denied' | 'edit-to-nonsense';
}

const planned: fc.Arbitrary<Planned> = fc.record({
  tool: fc.constantFrom('free', 'serial', 'ask', 'ask_serial', 'ask_serial', 'denied'),
  answer: fc.constantFrom('approve', 'approve', 'reject', 'edit', 'edit-to-denied', 'edit-to-nonsense'),
});
const batch = fc.array(planned, { minLength: 1, maxLength: 6 });

/** One batch on real parts: what ran, and which calls a person was asked about. */
class Play {
  readonly ran: string[] = [];
  readonly asked: string[] = [];
  readonly clock = new FakeClock();

  constructor(private readonly calls: readonly Planned[]) {}

  /** The agent of one process; the model has made the batch already unless it is the `first`. */
  private agent(isFirst: boolean): Agent {
    const turn = { toolCalls: this.calls.map(({ tool }, n) => ({ name: tool, args: { n } })) };
    const permissions = { deny: ['denied', '*{"n":"666"}'], approvals: { expireAfterMs: 1_000 } };
    const model = new ScriptedModel(isFirst ? [turn, text('done')] : [text('done')]);
    return createAgent(testHost({ tools: this.tools, permissions, kernel: { clock: this.clock } }), { name: 'a', model });
  }

  private get tools(): readonly ToolDefinition[] {
    const tool = (name: Planned['tool'], more: object = {}): ToolDefinition =>
      defineTool({
        name,
        description: `${name}.`,
        inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
        handler: ({ n }) => void this.ran.push(`${name} ${String(n)}`),
        ...more,
      });
    const serial = { concurrency: 'serial' };
    return [
      tool('free'),
      tool('denied'),
      tool('serial', serial),
      tool('ask', { permission: 'ask' }),
      tool('ask_serial', { permission: 'ask', ...serial }),
    ];
  }

  async start(): Promise<RunResult> {
    return this.finish(this.agent(true).stream('Go.'));
  }

  async resume(state: RunState, partial = false): Promise<RunResult> {
    return this.finish(this.agent(false).resumeStream(JSON.stringify(state), { partial }));
  }

  private async finish(stream: ReturnType<Agent['stream']>): Promise<RunResult> {
    const events = await collectEvents(stream);
    this.asked.push(...eventsOf(events, 'approval-request').map(({ callId }) => callId));
    return stream.result;
  }

  revived(result: RunResult): RunState {
    return RunState.parse(JSON.stringify(result.state), { clock: this.clock });
  }

  decide(state: RunState, { id, args }: ApprovalRequest): RunState {
    const n = Number(args['n']);
    switch (this.calls[n]?.answer) {
      case 'approve':
        return state.approve(id);
      case 'edit':
        return state.edit(id, { n: n + 100 });
      case 'edit-to-denied':
        return state.edit(id, { n: 666 });
      case 'edit-to-nonsense':
        return state.edit(id, { n: 'x' });
      default:
        return state.reject(id);
    }
  }

  /** What may run, `late` if no approval counts any more. */
  expected(late = false): readonly string[] {
    return this.calls.flatMap(({ tool, answer }, n) => {
      if (tool === 'denied') return [];
      if (!tool.startsWith('ask')) return [`${tool} ${n}`];
      if (late) return [];
      return answer === 'approve' ? [`${tool} ${n}`] : answer === 'edit' ? [`${tool} ${n + 100}`] : [];
    });
  }

  /** Every call of the batch has one result, in call order, and each was asked about at most once. */
  check(result: RunResult, expected: readonly string[]): void {
    expect(result).toMatchObject({ status: 'completed', text: 'done' });
    const made = result.messages.flatMap((message) =>
      message.role === 'assistant' ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])) : [],
    );
    const answered = result.messages.flatMap((message) => (message.role === 'tool' ? message.content.map((part) => part.toolCallId) : []));
    expect(made).toHaveLength(this.calls.length);
    expect(answered).toEqual(made);
    expect([...this.ran].sort()).toEqual([...expected].sort());
    expect(new Set(this.asked).size).toBe(this.asked.length);
  }
}

const approvals = (result: RunResult): readonly ApprovalRequest[] => result.pending as readonly ApprovalRequest[]; // these tools ask no questions
const runs = { numRuns: 80 };

test('decided at once in another process, exactly what was approved runs, once', async () => {
  await fc.assert(
    fc.asyncProperty(batch, async (calls) => {
      const play = new Play(calls);
      const first = await play.start();
      if (first.status !== 'paused') return play.check(first, play.expected());
      const decided = approvals(first).reduce((state, request) => play.decide(state, request), play.revived(first));
      for (const { id } of approvals(first))
        expect(() => decided.approve(id)).toThrow(expect.objectContaining({ code: 'APPROVAL_DECIDED' }));
      play.check(await play.resume(decided), play.expected());
      await expect(play.resume(decided)).rejects.toMatchObject({ code: 'RUN_STATE_USED' });
      expect([...play.ran].sort()).toEqual([...play.expected()].sort());
    }),
    runs,
  );
});

test('decided one by one, in any order and in as many processes, nothing is lost, asked again or run twice', async () => {
  await fc.assert(
    fc.asyncProperty(batch, fc.infiniteStream(fc.nat(5)), async (calls, choices) => {
      const play = new Play(calls);
      let result = await play.start();
      for (const choice of choices) {
        const waiting = approvals(result);
        const request = waiting[choice % Math.max(waiting.length, 1)];
        if (result.status !== 'paused' || request === undefined) break;
        result = await play.resume(play.decide(play.revived(result), request), true);
      }
      play.check(result, play.expected());
    }),
    runs,
  );
});

test('what was approved and is used too late never runs', async () => {
  await fc.assert(
    fc.asyncProperty(batch, async (calls) => {
      const play = new Play(calls);
      const first = await play.start();
      if (first.status !== 'paused') return;
      const decided = approvals(first).reduce((state, request) => play.decide(state, request), play.revived(first));
      await play.clock.advance(1_000);
      play.check(await play.resume(decided), play.expected(true));
    }),
    runs,
  );
});

test('an answer for other arguments is refused wherever they were altered, and runs nothing', async () => {
  await fc.assert(
    fc.asyncProperty(batch, fc.nat(5), fc.boolean(), async (calls, which, before) => {
      const play = new Play(calls);
      const first = await play.start();
      if (first.status !== 'paused') return;
      const ran = [...play.ran];
      const request = approvals(first)[which % approvals(first).length];
      const decide = (state: RunState): RunState =>
        approvals(first).reduce(
          (so, each) => so.decide([{ type: 'approve', id: each.id, scope: 'once', argsDigest: each.argsDigest }]),
          state,
        );
      const stored = JSON.parse(JSON.stringify(before ? first.state : decide(play.revived(first)))) as {
        calls: { pending: { id: string; args: object }[] }[];
      };
      for (const { pending } of stored.calls) for (const item of pending) if (item.id === request?.id) item.args = { n: 7_777 };
      const altered = RunState.parse(stored, { clock: play.clock });
      const mismatch = { code: 'APPROVAL_MISMATCH' };
      if (before) expect(() => decide(altered)).toThrow(expect.objectContaining(mismatch));
      await expect(play.resume(altered, true)).rejects.toMatchObject(mismatch);
      expect(play.ran).toEqual(ran);
    }),
    runs,
  );
});
