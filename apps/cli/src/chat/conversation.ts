import { randomUUID } from 'node:crypto';
import type { HarnessEvent, JsonObject, Message, PendingItem, RunResult, RunState, RunStream } from 'tackroom';
import { describeError } from '../cli-error.js';
import { exitCodeOfRun, ExitCode } from '../exit-code.js';
import { writeLine } from '../io.js';
import { reportError } from '../output/report-error.js';
import { followAnswering, runOptions, type AgentDesk, type CommonOptions, type ReadAgentFlags } from '../run-agent.js';
import { withState } from '../state/with-state.js';
import type { UndoLog } from '../undo/undo-log.js';
import { makeView } from '../view/make-view.js';
import type { RunView } from '../view/run-view.js';
import { listWaiting, waysToDecide } from './pending-items.js';

/** What a conversation is made of. */
export interface ConversationParts {
  readonly desk: AgentDesk;
  readonly read: ReadAgentFlags;
  readonly undo: UndoLog;
}

/** Runs of one agent in one session, each with what was said before it. A run that pauses is gone on with here. */
export class Conversation {
  private messages: readonly Message[] = [];
  private cancel: AbortController | undefined;
  /** Everything that the paused run waited for, also what is decided since. */
  private waiting: readonly PendingItem[] = [];
  private last: RunResult | undefined;
  private ended: ExitCode = ExitCode.success;
  private plan: readonly JsonObject[] = [];

  private session: ConversationParts;

  constructor(given: ConversationParts) {
    this.session = given;
  }

  /** What it is made of; another session since it was cleared. */
  get parts(): ConversationParts {
    return this.session;
  }

  /** Whether the person is the model. */
  get personAnswers(): boolean {
    return this.parts.desk.model.isPerson === true;
  }

  /** The run that waits for the person; undefined if none does. */
  get paused(): RunState | undefined {
    return this.last !== undefined && this.last.pending.length > 0 ? this.last.state : undefined;
  }

  /** Whether a run is under way. */
  get running(): boolean {
    return this.cancel !== undefined;
  }

  /** The result of the newest run. */
  get result(): RunResult | undefined {
    return this.last;
  }

  /** The plan as it was last reported. */
  get todos(): readonly JsonObject[] {
    return this.plan;
  }

  /** How the newest run ended. */
  get exitCode(): ExitCode {
    return this.ended;
  }

  /** Says something to the agent, and shows what it does. */
  async say(text: string): Promise<void> {
    const input = this.messages.length === 0 ? text : [...this.messages, { role: 'user' as const, content: text }];
    const { desk } = this.parts;
    await this.turn((options) => desk.agent.stream(input, { ...options, sessionId: desk.sessionId }));
  }

  /** Goes on with a decided run. */
  async resume(state: RunState): Promise<void> {
    const { agent } = this.parts.desk;
    await this.turn((options) => agent.resumeStream(state, options));
  }

  /** Keeps a run that waits, with one more decision. */
  keep(state: RunState): void {
    if (this.last !== undefined) this.last = withState(this.last, state);
  }

  /** Forgets everything that was said, and what belongs to the session: the plan, and grants. */
  clear(): void {
    this.messages = [];
    this.last = undefined;
    this.waiting = [];
    this.plan = [];
    this.session = { ...this.session, desk: { ...this.session.desk, sessionId: `cli_${randomUUID()}` } };
  }

  /** Stops the run under way; false if there is none, or it has been told already. */
  interrupt(): boolean {
    if (this.cancel === undefined || this.cancel.signal.aborted) return false;
    this.cancel.abort(new Error('stopped by Ctrl-C'));
    return true;
  }

  private async turn(start: (options: CommonOptions) => RunStream): Promise<void> {
    const { desk, read, undo } = this.parts;
    const cancel = new AbortController();
    this.cancel = cancel;
    const json = desk.flags.json === true;
    const waiting = this.waiting;
    let begun = false;
    const view = makeView(desk.io, { json, waiting, personAnswers: this.personAnswers, showPause: (result) => this.showPause(result) });
    try {
      const options = { ...runOptions(desk, read), signal: AbortSignal.any([desk.io.signal, cancel.signal]) };
      const follow = { ...desk, options, onFirst: () => (begun = true) };
      const { event, result } = await followAnswering(start(options), this.watchPlan(view), follow);
      this.last = result;
      // With what was answered since it paused.
      this.waiting = event?.type === 'run-pause' ? event.pending : [];
      this.messages = result.messages;
      this.ended = exitCodeOfRun(result);
      if (event !== undefined) view.end(event, result);
    } catch (error) {
      this.ended = reportError(error, json, desk.io);
      if (begun || describeError(error).code === 'RUN_STATE_USED') this.giveUp();
    } finally {
      this.cancel = undefined;
      view.close();
      await undo.endTurn();
    }
  }

  /** A stop can be resumed once: what waited in a run that broke off can never be decided any more. */
  private giveUp(): void {
    const left = this.paused?.pending.length ?? this.waiting.length;
    this.last = undefined;
    this.waiting = [];
    if (left > 0) this.parts.desk.io.stderr.write('tackroom: The run broke off; what waited in it is given up.\n');
  }

  private watchPlan(view: RunView): Pick<RunView, 'show' | 'hold'> {
    return {
      hold: () => view.hold(),
      show: (event: HarnessEvent) => {
        if (event.type === 'todos-update') this.plan = event.todos;
        view.show(event);
      },
    };
  }

  private showPause({ state }: RunResult): void {
    const { io } = this.parts.desk;
    writeLine(io, `\nThis waits for you:\n${listWaiting(state)}\n${waysToDecide(state)}`);
  }
}
