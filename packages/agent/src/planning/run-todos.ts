import type { EmitEvent, Todo } from '@tackroom/core';
import type { SessionTodos } from './session-todos.js';
import { countUnfinished } from './todos.js';
import { todosNote } from './todos-text.js';

/** Where the list of a run belongs. */
export interface TodosOwner {
  readonly sessionId: string;
  readonly sessions: SessionTodos;
  /** Whether the run has the planning tools: without them the list is kept, and nothing is said of it. */
  readonly planning: boolean;
  readonly emit: EmitEvent | undefined;
}

/** The todo list of one run. A new list takes the place of the old one; a list that was handed out never changes. */
export class RunTodos {
  private left: number;
  private written: string | undefined = undefined;

  constructor(
    private current: readonly Todo[],
    private readonly owner: TodosOwner,
  ) {
    this.left = current.length === 0 ? 0 : countUnfinished(current);
  }

  /** Frozen. */
  get items(): readonly Todo[] {
    return this.current;
  }

  /** What the model is to be reminded of, if it ends now. */
  get unfinished(): number {
    return this.owner.planning ? this.left : 0;
  }

  /** What goes with the newest message of a request; undefined when there is nothing to say. Made once for each list. */
  get note(): string | undefined {
    if (this.current.length === 0 || !this.owner.planning) return undefined;
    this.written ??= todosNote(this.current);
    return this.written;
  }

  /** `todos` must be frozen. */
  write(todos: readonly Todo[]): void {
    const { sessions, sessionId, emit } = this.owner;
    this.current = todos;
    this.left = countUnfinished(todos);
    this.written = undefined;
    sessions.set(sessionId, todos);
    emit?.('todos-update', { todos });
  }
}
