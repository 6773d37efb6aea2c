import { grow } from '../grow-list.js';
import { copyState } from './copy-state.js';
import type { CallChange } from './machine-event.js';
import type { CallState, Effect, MachineState, Transition } from './machine-state.js';

/** A change into one state. */
export type Change<To extends CallChange['to']> = Extract<CallChange, { readonly to: To }>;

const NONE: readonly never[] = Object.freeze([]);

/** A batch in the middle of one event: its calls are replaced one by one, and effects are added. */
export class BatchDraft {
  private added: Effect[] | undefined = undefined;

  constructor(
    readonly state: MachineState,
    /** The draft's own. */
    readonly calls: CallState[],
  ) {}

  get effects(): readonly Effect[] {
    return this.added ?? NONE;
  }

  add(effect: Effect): void {
    this.added = grow(this.added, effect);
  }

  /** The event is done; nothing else follows from it. */
  end(): Transition {
    const state = copyState(this.state);
    state.calls = this.calls;
    return { state, effects: this.effects };
  }
}
