import type { CtxState, Message, Todo } from '@tackroom/core';
import type { RunTodos } from './run-todos.js';

let open: (state: CtxState) => RunTodos | undefined;

/** What handlers see of their run: live, and closed to them. Only the planning tools reach the list behind it. */
export class RunView implements CtxState {
  readonly #todos: RunTodos;

  constructor(
    readonly messages: readonly Message[],
    todos: RunTodos,
  ) {
    this.#todos = todos;
  }

  static {
    open = (state) => (#todos in state ? state.#todos : undefined);
  }

  get todos(): readonly Todo[] {
    return this.#todos.items;
  }
}

/** The list of the run that a handler works for; undefined outside an agent's run. */
export function todosOf(state: CtxState): RunTodos | undefined {
  return open(state);
}
