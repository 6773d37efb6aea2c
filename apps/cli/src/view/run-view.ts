import type { HarnessEvent, PendingItem, RunResult } from 'tackroom';

/** Shows a run while it goes on. */
export interface RunView {
  /** Shows one event, or nothing if it says nothing to whoever looks. */
  show(event: HarnessEvent): void;
  /** Shows how the run ended, or what it waits for. `event` is the one that ends it. */
  end(event: HarnessEvent, result: RunResult): void;
  /** Leaves the screen to a question, until what is returned is called. */
  hold(): () => void;
  /** Takes away what moves. */
  close(): void;
}

/** How a run is to be shown. */
export interface ViewOptions {
  readonly json: boolean;
  /** Tells the person what a paused run waits for, and how to go on with it. */
  readonly showPause: (result: RunResult) => void;
  /** What a run that is gone on with was waiting for: its calls are not announced again. */
  readonly waiting?: readonly PendingItem[];
  /** A person is the model, so nobody is waited for. */
  readonly personAnswers: boolean;
}
