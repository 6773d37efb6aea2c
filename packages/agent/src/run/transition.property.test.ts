import { closedResult, type ApprovalRequest, type Lane, type Message, type Question, type ToolResult } from '@tackroom/core';
import fc from 'fast-check';
import type { ModelReply } from '../model/model-reply.js';
import { restoreMachine, storeMachine } from '../state/stored-machine.js';
import type { RunStateData } from '../state/run-state-data.js';
import type { CallChange, MachineEvent } from './machine-event.js';
import type { Effect, MachineState, RunEnd, RunRules } from './machine-state.js';
import { initialState, transition } from './transition.js';

const LANES: readonly Lane[] = [
  { kind: 'parallel' },
  { kind: 'serial' },
  { kind: 'key', key: ['a'], mode: 'write' },
  { kind: 'key', key: ['b'], mode: 'read' },
];

function rules(hasApprover: boolean, onAsk: 'pause' | 'deny'): RunRules {
  return {
    maxSteps: 4,
    maxTokens: Infinity,
    maxTruncationRecoveries: 1,
    maxEmptyReplies: 1,
    maxContinuations: 1,
    maxReplyTokens: 100,
    detectRepetition: true,
    hasApprover,
    onAsk,
    holdsTurn: false,
    conflicts: (a, b) => a.kind !== 'parallel' && JSON.stringify(a) === JSON.stringify(b),
  };
}

type Unnamed<T> = T extends { readonly callId: string } ? Omit<T, 'callId'> : never;

/** A world around the machine that chooses, from a tape of numbers, what happens next. */
class World {
  readonly messages: Message[] = [];
  readonly performed: string[] = [];
  readonly refused = new Set<string>();
  private readonly waiting: MachineEvent[] = [];
  private at = 0;
  private made = 0;
  reminders = 0;
  end: RunEnd | undefined = undefined;

  constructor(
    private state: MachineState,
    private readonly tape: readonly number[],
  ) {}

  run(): void {
    this.handle({ type: 'begin', messages: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }] });
    while (this.waiting.length > 0 || this.state.phase === 'paused') {
      if (this.state.phase === 'paused') this.decideAndResume();
      else if (this.chance(30)) this.handle({ type: 'cancel' });
      else if (this.chance(60)) this.handle({ type: 'fail', error: { code: 'RUN_STORAGE', message: 'x' } });
      else this.handle(this.waiting.splice(this.choose(this.waiting.length), 1)[0] as MachineEvent); // chosen below its length
    }
  }

  private handle(event: MachineEvent): void {
    const { state, effects } = transition(this.state, event);
    this.state = state;
    for (const effect of effects) this.perform(effect);
  }

  private perform(effect: Effect): void {
    if (effect.type === 'append') {
      this.messages.push(effect.message);
      if (JSON.stringify(effect.message).includes('Your todo list')) this.reminders++;
    } else if (effect.type === 'finish') this.end = effect.end;
    else if (effect.type === 'request') {
      this.waiting.push(
        this.chance(20)
          ? { type: 'request-failed', error: { code: 'X', message: 'x' }, text: 'half' }
          : { type: 'reply', reply: this.reply(), unfinishedTodos: this.choose(3) },
      );
    } else if (effect.type === 'prepare') for (const index of effect.indexes) this.change(this.prepared(index));
    else if (effect.type === 'ask') this.change(this.answered(effect.index));
    else if (effect.type === 'perform') for (const index of effect.indexes) this.start(index);
  }

  private change(unnamed: Unnamed<CallChange>): void {
    const change = { ...unnamed, callId: this.callId(unnamed.index) } as CallChange; // named by the batch that it is made in
    this.waiting.push({ type: 'calls', changes: [change] });
    if (change.to === 'settled' && this.chance(4)) this.waiting.push({ type: 'calls', changes: [change] });
  }

  private start(index: number): void {
    this.performed.push(this.callId(index));
    if (this.chance(8)) this.change({ index, to: 'pending', lane: undefined, pending: this.question(index) });
    else this.change({ index, to: 'settled', result: this.result(index, true) });
  }

  private prepared(index: number): Unnamed<CallChange> {
    const lane = LANES[this.choose(LANES.length)] as Lane; // chosen below its length
    const decision = this.state.calls[index]?.decision;
    if (decision?.type === 'answer') return { index, to: 'settled', result: this.result(index, true) };
    if (decision?.type === 'reject') {
      this.refused.add(this.callId(index));
      return { index, to: 'settled', result: this.result(index, false) };
    }
    if (decision !== undefined || this.chance(2)) return { index, to: 'ready', lane };
    if (this.chance(2)) return { index, to: 'pending', lane, pending: this.request(index) };
    this.refused.add(this.callId(index));
    return { index, to: 'settled', result: this.result(index, false) };
  }

  private answered(index: number): Unnamed<CallChange> {
    const { id } = this.state.calls[index]?.pending[0] ?? { id: '' };
    const lane = this.state.calls[index]?.lane ?? { kind: 'parallel' };
    if (this.chance(3)) return { index, to: 'unanswered' };
    if (this.chance(3)) return { index, to: 'proposed', decision: { type: 'edit', id, args: {} } };
    if (this.chance(2)) return { index, to: 'ready', lane };
    this.refused.add(this.callId(index));
    return { index, to: 'settled', result: this.result(index, false) };
  }

  /** As another process would: through JSON. */
  private decideAndResume(): void {
    const stored = JSON.parse(JSON.stringify(storeMachine(this.state))) as RunStateData;
    const calls = stored.calls.map((call) => {
      const id = call.pending[0]?.id;
      if (call.status !== 'pending' || id === undefined || this.chance(4)) return call;
      if (call.pending[0]?.kind === 'question') return { ...call, decision: { type: 'answer' as const, id, text: 'yes' } };
      return {
        ...call,
        decision: this.chance(2) ? { type: 'approve' as const, id, scope: 'once' as const } : { type: 'reject' as const, id },
      };
    });
    this.waiting.length = 0;
    this.state = restoreMachine({ ...stored, calls }, this.state.rules);
    this.handle({ type: 'resume' });
  }

  private reply(): ModelReply {
    const count = this.choose(4);
    const calls = Array.from({ length: count }, () => {
      const callId = `call-${++this.made}`;
      const id = this.chance(3) ? 'same' : callId;
      const name = this.chance(3) ? 'write_todos' : 'x';
      return { callId, providerCallId: id, name, args: '{}', parsed: undefined, damaged: undefined, toolCallId: id, toolName: name };
    });
    const text = this.chance(2) ? 'text' : '';
    const parts = calls.map(({ toolCallId, toolName }) => ({ type: 'tool-call' as const, toolCallId, toolName, input: {} }));
    const finish = this.chance(4) ? 'length' : this.chance(8) ? 'refusal' : this.chance(8) ? 'pause' : 'stop';
    return {
      content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...parts],
      text,
      calls,
      finish,
      usage: { input: 1, output: 1, cached: 0, reasoning: 0 },
    };
  }

  private request(index: number): ApprovalRequest {
    return { kind: 'approval', id: `p-${this.callId(index)}` } as ApprovalRequest; // the machine looks at nothing else
  }

  private question(index: number): Question {
    return { kind: 'question', id: `q-${this.callId(index)}` } as Question; // the machine looks at nothing else
  }

  private result(index: number, success: boolean): ToolResult {
    const callId = this.callId(index);
    return success
      ? { callId, toolName: 'x', success, content: callId, metadata: { durationMs: 0, attempts: 1 } }
      : closedResult(callId, 'x', 'NO', callId);
  }

  private callId(index: number): string {
    return this.state.calls[index]?.proposal.callId ?? '';
  }

  private choose(below: number): number {
    return (this.tape[this.at++ % this.tape.length] ?? 0) % below;
  }

  private chance(oneIn: number): boolean {
    return this.choose(oneIn * 7) < 7 && oneIn * 7 > 7;
  }
}

test('whatever happens in whatever order, the run ends and every call has exactly one result, in call order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(10_000), { minLength: 40, maxLength: 200 }),
      fc.boolean(),
      fc.constantFrom('pause' as const, 'deny' as const),
      (tape, hasApprover, onAsk) => {
        const world = new World(initialState(rules(hasApprover, onAsk), undefined), tape);
        world.run();
        expect(world.end).toBeDefined();
        expect(world.reminders).toBeLessThanOrEqual(1);
        if (world.reminders > 0) expect(world.end?.text).not.toBe('');
        world.messages.forEach((message, at) => {
          if (message.role !== 'assistant') return;
          const calls = message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
          const next = world.messages[at + 1];
          const results = next?.role === 'tool' ? next.content.map((part) => part.toolCallId) : [];
          expect(results).toEqual(calls);
          expect(next?.role).not.toBe('assistant');
        });
        expect(new Set(world.performed).size).toBe(world.performed.length);
        for (const callId of world.performed) expect(world.refused.has(callId)).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});
