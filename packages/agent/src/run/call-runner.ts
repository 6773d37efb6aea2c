import {
  answerResult,
  approveCall,
  askApprover,
  auditEnd,
  closedResult,
  endAnswered,
  emitResult,
  performCall,
  prepareCall,
  rejectionResult,
  undecidedResult,
  type AnsweredBy,
  type AnsweredQuestion,
  type ApprovalAnswer,
  type ApprovalRequest,
  type AuditedCall,
  type Approver,
  type CallKernel,
  type CallOutcome,
  type CompiledTools,
  type NoDecision,
  type PreparedCall,
  type Preparation,
  type RunContext,
  type ToolResult,
} from '@tackroom/core';
import { freezeJson } from '../freeze-json.js';
import { grow } from '../grow-list.js';
import { withoutAnnouncing } from './agent-run-context.js';
import { incomingCall } from './incoming-call.js';
import type { CallChange, MachineEvent } from './machine-event.js';
import type { CallState, MachineState } from './machine-state.js';
import { RestoredCalls } from './restored-calls.js';

/** What the runner of calls needs of the run it belongs to. */
export interface CallRun {
  readonly kernel: CallKernel;
  readonly context: RunContext;
  readonly approver: Approver | undefined;
  /** The machine as it is now. */
  readonly machine: MachineState;
  /** The tools that the current step offers. */
  readonly tools: CompiledTools;
  dispatch(event: MachineEvent): void;
  fail(error: unknown): void;
  /** Told of every result of which a part is kept for reading on. */
  keepResults(): void;
}

const NOTHING_PREPARED: (PreparedCall | undefined)[] = [];

/** Prepares, asks about and performs the calls of the current batch, and reports every change of one as an event. */
export class CallRunner {
  /** By place in the batch; a call of a resumed run is here only once it has been prepared again. */
  private prepared = NOTHING_PREPARED;
  /** By call: on which no decision could be obtained. The machine knows of these that they are refused. */
  private readonly undecided = new Map<string, NoDecision>();
  private collected: CallChange[] | undefined = undefined;

  private readonly restored: RestoredCalls;

  constructor(private readonly run: CallRun) {
    this.restored = new RestoredCalls(run.machine.calls);
  }

  /** Forgets the calls of the batch that has ended. */
  clear(): void {
    this.prepared = NOTHING_PREPARED;
    this.undecided.clear();
  }

  prepare(indexes: readonly number[]): void {
    const { calls } = this.run.machine;
    if (this.prepared.length !== calls.length) this.prepared = new Array<PreparedCall | undefined>(calls.length).fill(undefined);
    let changes: CallChange[] | undefined;
    for (const index of indexes) {
      const call = calls[index];
      const change = call === undefined ? undefined : this.prepareCall(index, call);
      if (change !== undefined) changes = grow(changes, change);
    }
    if (changes !== undefined) this.report(changes);
  }

  ask(index: number): void {
    const { approver, context, kernel, machine } = this.run;
    const call = machine.calls[index];
    const request = call?.pending[0];
    if (call === undefined || request?.kind !== 'approval') return;
    const asked = approver === undefined ? Promise.resolve(undefined) : askApprover(kernel, context, { approver, request });
    asked.then(
      (answer) => this.isCurrent(index, call) && this.report([this.answered(index, call, request, answer)]),
      (error: unknown) => this.run.fail(error),
    );
  }

  perform(indexes: readonly number[]): void {
    const { machine, context, tools } = this.run;
    for (const index of indexes) {
      const call = machine.calls[index];
      const prepared = this.prepared[index];
      if (call === undefined || prepared === undefined) continue;
      performCall(tools, prepared, context).then(
        (outcome) => this.performEnd(index, call, outcome),
        (error: unknown) => this.run.fail(error),
      );
    }
  }

  /** Calls that the machine has answered: the run ends, or there is nobody to ask. */
  close(results: readonly ToolResult[]): void {
    for (const result of results) {
      const { callId } = result;
      const known = this.prepared.find((call) => call?.callId === callId) ?? this.restored.find(callId, this.run.tools);
      if (known !== undefined) this.auditClosed(known, result);
      emitResult(this.run.context, result);
    }
  }

  private auditClosed(call: AuditedCall, result: ToolResult): void {
    const { kernel, context: run } = this.run;
    auditEnd({ kernel, run, call }, result, result.error?.code === 'PERMISSION_DENIED' ? 'denied' : 'aborted');
  }

  /** The run was cancelled while a call was prepared: what came of that is on record, or is put there now. */
  private tooLate(preparation: Preparation): void {
    if (preparation.kind === 'settled') return;
    const { call } = preparation;
    const text = 'The run was cancelled before this call started. It did not run.';
    this.auditClosed(call, closedResult(call.callId, call.toolName, 'CALL_CANCELLED', text));
  }

  /** The change, or undefined if it is reported later. */
  private prepareCall(index: number, call: CallState): CallChange | undefined {
    const { context, tools } = this.run;
    const question = call.pending[0];
    if (call.decision?.type === 'answer' && question?.kind === 'question') {
      this.settleAnswered(index, call, { ...call.decision, question });
      return undefined;
    }
    this.restored.forget(call.proposal.callId);
    // Calls of a resumed run, and edited ones, were announced before.
    const isKnown = call.lane !== undefined;
    const preparation = prepareCall(tools, incomingCall(call), isKnown ? withoutAnnouncing(context) : context);
    if (!(preparation instanceof Promise)) return this.prepareEnd(index, call, preparation);
    preparation.then(
      (ready) => (this.isCurrent(index, call) ? this.report([this.prepareEnd(index, call, ready)]) : this.tooLate(ready)),
      (error: unknown) => this.run.fail(error),
    );
    return undefined;
  }

  /** A person answered the question of a call. */
  private settleAnswered(index: number, call: CallState, said: AnsweredQuestion): void {
    const { tools, context } = this.run;
    answerResult(tools, context, said).then(
      (result) => {
        if (!this.isCurrent(index, call)) return;
        endAnswered(tools, context, said, result);
        if (result.metadata.artifactId !== undefined) this.run.keepResults();
        this.report([{ index, callId: call.proposal.callId, to: 'settled', result }]);
      },
      (error: unknown) => this.run.fail(error),
    );
  }

  private report(changes: readonly CallChange[]): void {
    this.run.dispatch({ type: 'calls', changes });
  }

  /** Whether the call is still the one that an answer is about, and still waits for it. */
  private isCurrent(index: number, call: CallState): boolean {
    const now = this.run.machine.calls[index];
    return now !== undefined && now.proposal === call.proposal && now.status === call.status;
  }

  private prepareEnd(index: number, call: CallState, preparation: Preparation): CallChange {
    const { kernel, context } = this.run;
    const { callId } = call.proposal;
    if (preparation.kind === 'settled') return { index, callId, to: 'settled', result: preparation.result };
    const { decision } = call;
    let prepared = preparation.call;
    if (preparation.kind === 'pending') {
      this.prepared[index] = prepared;
      const request = freezeJson(preparation.request);
      const { id, toolName, args } = request;
      context.emit?.('approval-request', { id, callId, toolName, args, request });
      return { index, callId, to: 'pending', lane: prepared.lane, place: prepared.place, pending: request };
    }
    if (decision?.type === 'reject') {
      return this.refused(index, prepared, this.undecided.get(callId) ?? decision);
    }
    if (decision?.type === 'approve') prepared = approveCall(kernel, prepared, context, decision);
    this.prepared[index] = prepared;
    return { index, callId, to: 'ready', lane: prepared.lane, place: prepared.place };
  }

  private answered(index: number, call: CallState, request: ApprovalRequest, answer: ApprovalAnswer | NoDecision | undefined): CallChange {
    const { callId } = call.proposal;
    if (answer === undefined) return { index, callId, to: 'unanswered' };
    const { kernel, context } = this.run;
    const { id, toolName } = request;
    context.emit?.('approval-answer', { id, callId, toolName, answer: answer.type === 'none' ? refusalByNobody(answer) : answer });
    if (answer.type === 'edit') return { index, callId, to: 'proposed', decision: { ...answer, id } };
    const prepared = this.prepared[index];
    if (answer.type === 'none') {
      if (prepared !== undefined) return this.refused(index, prepared, answer);
      this.undecided.set(callId, answer);
      return { index, callId, to: 'proposed', decision: { type: 'reject', id } };
    }
    if (answer.type === 'reject') {
      if (prepared !== undefined) return this.refused(index, prepared, answer);
      return { index, callId, to: 'proposed', decision: { ...answer, id } };
    }
    const decision = { scope: 'once', ...answer, id } as const;
    if (prepared === undefined) return { index, callId, to: 'proposed', decision };
    this.prepared[index] = approveCall(kernel, prepared, context, answer);
    return { index, callId, to: 'ready', lane: prepared.lane, place: prepared.place, decision };
  }

  private refused(
    index: number,
    call: PreparedCall,
    why: NoDecision | (AnsweredBy & { readonly type: 'reject'; readonly message?: string }),
  ): CallChange {
    const { kernel, context } = this.run;
    const result = why.type === 'none' ? undecidedResult(kernel, call, context, why) : rejectionResult(kernel, call, context, why);
    return { index, callId: call.callId, to: 'settled', result };
  }

  private performEnd(index: number, call: CallState, outcome: CallOutcome): void {
    const { callId } = call.proposal;
    if (outcome.kind === 'pending') {
      const { pending } = outcome;
      const fields = { id: pending.id, callId, toolName: pending.toolName, args: this.prepared[index]?.args ?? {} };
      if (pending.kind === 'question') this.run.context.emit?.('question', { ...fields, request: pending });
      else this.run.context.emit?.('approval-request', { ...fields, request: pending });
      return this.collect({ index, callId, to: 'pending', lane: call.lane, place: call.place, pending });
    }
    if (outcome.kind === 'suspended') {
      return this.collect({ index, callId, to: 'suspended', pending: outcome.pending, childState: outcome.childState });
    }
    if (outcome.kind === 'aborted' && outcome.fatal !== undefined) this.run.fail(outcome.fatal);
    if (outcome.result.metadata.artifactId !== undefined) this.run.keepResults();
    this.collect({ index, callId, to: 'settled', result: outcome.result });
  }

  /** Calls that end at the same moment are one event: an event per call would cost the square of their number. */
  private collect(change: CallChange): void {
    if (this.prepared.length === 1) return this.report([change]);
    if (this.collected === undefined) queueMicrotask(this.reportCollected);
    this.collected = grow(this.collected, change);
  }

  private readonly reportCollected = (): void => {
    const { collected } = this;
    this.collected = undefined;
    if (collected !== undefined) this.report(collected);
  };
}

/** What events say of a call that no person refused. */
function refusalByNobody({ reason }: NoDecision): ApprovalAnswer {
  return { type: 'reject', by: 'tackroom', message: `No decision could be obtained: ${reason}.` };
}
