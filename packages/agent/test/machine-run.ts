import type { ApprovalRequest, Lane, Message, Question } from '@tackroom/core';
import type { ModelReply } from '../src/model/model-reply.js';
import type { CallChange, MachineEvent } from '../src/run/machine-event.js';
import type { Effect, MachineState, RunRules } from '../src/run/machine-state.js';
import { initialState, transition } from '../src/run/transition.js';

/** Rules under which nothing gets in the way. */
export const RULES: RunRules = {
  maxSteps: 50,
  maxTokens: Infinity,
  maxTruncationRecoveries: 3,
  maxEmptyReplies: 2,
  maxContinuations: 5,
  maxReplyTokens: 1_000,
  detectRepetition: true,
  hasApprover: false,
  onAsk: 'pause',
  holdsTurn: false,
  conflicts: (a, b) => a.kind === 'serial' && b.kind === 'serial',
};
/** A lane without waiting. */
export const PARALLEL: Lane = { kind: 'parallel' };
/** The lane of calls that take turns. */
export const SERIAL: Lane = { kind: 'serial' };

function reply(more: Partial<ModelReply> & { readonly tools?: readonly string[] }): ModelReply {
  const { tools = [], text = '', ...rest } = more;
  const calls = tools.map((name, at) => {
    const id = `${name}-${at}`;
    return {
      callId: `call-${id}`,
      providerCallId: id,
      name,
      args: '{}',
      parsed: undefined,
      damaged: undefined,
      toolCallId: id,
      toolName: name,
    };
  });
  const parts = calls.map(({ toolCallId, toolName }) => ({ type: 'tool-call' as const, toolCallId, toolName, input: {} }));
  return {
    content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...parts],
    text,
    calls,
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { input: 10, output: 5, cached: 0, reasoning: 0 },
    ...rest,
  };
}

/** A request as far as the machine looks at it. */
export const approval = (id: string): ApprovalRequest => ({ kind: 'approval', id }) as ApprovalRequest; // the machine looks at nothing else
/** A question as far as the machine looks at it. */
export const question = (id: string): Question => ({ kind: 'question', id }) as Question; // the machine looks at nothing else

type Unnamed<T> = T extends { readonly callId: string } ? Omit<T, 'callId'> : never;

/** The run after some events, what it appended, and what it last asked for. */
export class MachineRun {
  readonly messages: Message[] = [];
  state: MachineState;
  effects: readonly Effect[] = [];

  constructor(rules: Partial<RunRules> = {}, replyTokens?: number) {
    this.state = initialState({ ...RULES, ...rules }, replyTokens);
    this.on({ type: 'begin', messages: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }] });
  }

  on(event: MachineEvent): this {
    const { state, effects } = transition(this.state, event);
    this.state = state;
    this.effects = effects;
    for (const effect of effects) if (effect.type === 'append') this.messages.push(effect.message);
    return this;
  }

  reply(more: Parameters<typeof reply>[0], unfinishedTodos = 0): this {
    return this.on({ type: 'reply', reply: reply(more), unfinishedTodos });
  }

  /** Changes of calls of the current batch, named by their place. */
  calls(...changes: Unnamed<CallChange>[]): this {
    const named = changes.map((change) => ({ ...change, callId: this.state.calls[change.index]?.proposal.callId ?? '' }));
    return this.on({ type: 'calls', changes: named });
  }

  ready(...indexes: number[]): this {
    return this.calls(...indexes.map((index) => ({ index, to: 'ready' as const, lane: PARALLEL })));
  }

  settle(index: number, content = `result ${index}`): this {
    const callId = this.state.calls[index]?.proposal.callId ?? '';
    return this.calls({
      index,
      to: 'settled',
      result: { callId, toolName: 'x', success: true, content, metadata: { durationMs: 1, attempts: 1 } },
    });
  }

  get told(): readonly string[] {
    return this.effects.map((effect) => {
      if (effect.type === 'prepare' || effect.type === 'perform') return `${effect.type} ${effect.indexes.join(',')}`;
      if (effect.type === 'ask') return `ask ${effect.index}`;
      if (effect.type === 'request') return effect.withTools ? `request ${effect.step}` : `last request ${effect.step}`;
      if (effect.type === 'closed') return `closed ${effect.results.map((each) => each.callId).join(',')}`;
      return effect.type === 'finish' ? `finish ${effect.end.status} ${effect.end.stopReason}` : effect.type;
    });
  }

  get results(): readonly string[] {
    return this.messages.flatMap((message) =>
      message.role === 'tool' ? message.content.map((part) => `${part.toolCallId}: ${JSON.stringify(part.output.value)}`) : [],
    );
  }

  get statuses(): string {
    return this.state.calls.map((call) => call.status).join(' ');
  }
}
