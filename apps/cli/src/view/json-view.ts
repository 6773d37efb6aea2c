import type { HarnessEvent, RunResult } from 'tackroom';
import { writeJson, type CommandIo } from '../io.js';
import type { RunView } from './run-view.js';

/** Prints the events of a run as JSON lines. The last one carries the whole result, so that a script needs no other line. */
export class JsonView implements RunView {
  constructor(private readonly io: CommandIo) {}

  /** Prints one event. */
  show(event: HarnessEvent): void {
    writeJson(this.io, event);
  }

  /** Prints the event that ends the run, with its result. */
  end(event: HarnessEvent, { ok, text, usage, pending, todos, sync }: RunResult): void {
    writeJson(this.io, { ...event, ok, text, usage, pending, todos, ...(sync === undefined ? {} : { sync }) });
  }

  hold(): () => void {
    return () => undefined;
  }

  /** Nothing moves in JSON. */
  close(): void {}
}
