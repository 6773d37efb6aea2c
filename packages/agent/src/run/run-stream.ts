import { HarnessError, type HarnessEvent } from '@tackroom/core';
import { thrownMessage } from '../thrown-message.js';
import type { AgentRun } from './agent-run.js';
import { EventQueue } from './event-queue.js';
import type { RunResult } from './run-result.js';

/** How the text of a run is read. */
export interface TextOptions {
  /** A reply broke off and starts again: what was read of it is void. */
  readonly onReset?: () => void;
}

/**
 * A run as it happens: its events, or only its text, and its result. It is read once, by one reader; nobody has to read it
 * for the run to go on. A reader that leaves early cancels the run.
 */
export class RunStream implements AsyncIterable<HarnessEvent> {
  private readonly run: AgentRun;
  private readonly events = new EventQueue<HarnessEvent>(() => this.cancel());
  private texts: EventQueue<string> | undefined = undefined;
  private onReset: (() => void) | undefined = undefined;
  private taken = false;
  private ending: ((queue: EventQueue<never>) => void) | undefined = undefined;

  /** `start` sets a run going with the listener it is given. */
  constructor(start: (listener: (event: HarnessEvent) => void) => AgentRun) {
    this.run = start((event) => this.take(event));
    this.run.result.then(
      () => this.endWith((queue) => queue.end()),
      (error: unknown) => this.endWith((queue) => queue.fail(asError(error))),
    );
  }

  /** Rejects only for mistakes of the caller, like `agent.run`. */
  get result(): Promise<RunResult> {
    return this.run.result;
  }

  /** Cancels the run; its result says so. */
  cancel(reason?: unknown): void {
    this.run.cancel(reason);
  }

  /** The text alone, as it arrives. Throws `STREAM_TAKEN` if somebody reads already. */
  text(options: TextOptions = {}): AsyncIterableIterator<string> {
    this.claim();
    const queue = new EventQueue<string>(() => this.cancel());
    this.texts = queue;
    this.onReset = options.onReset;
    for (const event of this.events.takeAll()) this.takeText(event, queue);
    this.ending?.(queue as EventQueue<never>);
    return queue;
  }

  /** Throws `STREAM_TAKEN` if somebody reads already. */
  [Symbol.asyncIterator](): AsyncIterableIterator<HarnessEvent> {
    this.claim();
    return this.events;
  }

  private claim(): void {
    if (this.taken)
      throw new HarnessError('STREAM_TAKEN', 'A run can be read once, as events or as text; this one has its reader already.');
    this.taken = true;
  }

  private take(event: HarnessEvent): void {
    if (this.texts === undefined) this.events.push(event);
    else this.takeText(event, this.texts);
  }

  private takeText(event: HarnessEvent, queue: EventQueue<string>): void {
    if (event.type === 'text-delta') queue.push(event.text);
    else if (event.type === 'attempt-reset') this.onReset?.();
  }

  private endWith(ending: (queue: EventQueue<never>) => void): void {
    this.ending = ending;
    ending(this.events as EventQueue<never>);
    if (this.texts !== undefined) ending(this.texts as EventQueue<never>);
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(thrownMessage(thrown), { cause: thrown });
}
