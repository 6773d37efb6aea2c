import type { Clock, EmitEvent, EventFields, EventListener, EventType, HarnessEvent, Logger } from '@tackroom/core';
import { thrownMessage } from '../thrown-message.js';

/** Who the events of a run are about. */
export interface EventSubject {
  readonly runId: string;
  readonly sessionId: string;
  readonly agentPath: readonly string[];
}

const FAILURE = "A listener of this run's events failed: ";

/**
 * Sends the events of one run to whoever listens, numbered in order. Made only if somebody listens. A listener that throws
 * changes nothing but that an `error` event follows.
 */
export class RunEvents {
  /** The pipeline's way to send an event. */
  readonly emit: EmitEvent = (type, fields) => this.send(type, fields);
  private reporting = false;
  private ended = false;
  private watcher: ((type: EventType) => void) | undefined = undefined;

  constructor(
    private readonly subject: EventSubject,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly listeners: readonly EventListener[],
    /** Number of the last event. */
    public seq: number,
  ) {}

  /** Lets the run itself take note of every event. */
  watchBy(watcher: (type: EventType) => void): void {
    this.watcher = watcher;
  }

  send<T extends EventType>(type: T, fields: EventFields[T]): void {
    const { runId, sessionId, agentPath } = this.subject;
    this.watcher?.(type);
    this.ended = type === 'run-finish' || type === 'run-pause';
    const base = { type, runId, sessionId, agentPath, seq: ++this.seq, at: this.clock.now() };
    this.deliver(Object.assign(base, fields) as unknown as HarnessEvent); // type and fields belong together by signature
  }

  /** The same for the one event that comes by the thousand: an object literal costs a third of a general one. */
  textDelta(text: string): void {
    const { runId, sessionId, agentPath } = this.subject;
    this.deliver({ type: 'text-delta', runId, sessionId, agentPath, seq: ++this.seq, at: this.clock.now(), text });
  }

  private deliver(event: HarnessEvent): void {
    for (const listener of this.listeners) {
      try {
        const given: unknown = listener(event);
        // An async listener is a function without result to the compiler; its failure must not end the process.
        if (given instanceof Promise) given.catch((error: unknown) => this.reportLate(event, error));
      } catch (error) {
        this.report(error);
      }
    }
  }

  /** The report of a failure is not answered with another one, and nothing follows the end of a run. */
  private reportLate(event: HarnessEvent, error: unknown): void {
    const isReport = event.type === 'error' && event.code === 'LISTENER_FAILED';
    if (isReport || this.ended) this.logger.error(`${FAILURE}${thrownMessage(error)}`);
    else this.report(error);
  }

  /** A listener that throws at the report of its own failure too is not reported again. */
  private report(error: unknown): void {
    if (this.reporting) return;
    this.reporting = true;
    const message = `${FAILURE}${thrownMessage(error)}`;
    this.logger.error(message);
    this.send('error', { code: 'LISTENER_FAILED', message });
    this.reporting = false;
  }
}
