import type { Todo } from '@tackroom/core';
import { NO_TODOS } from './todos.js';

/** Sessions of one agent whose lists are remembered; the one that was used longest ago goes first. */
const MAX_SESSIONS = 1_000;

/** The todo lists of an agent's sessions, from run to run. In memory: between processes a list travels in the run's state. */
export class SessionTodos {
  private readonly lists = new Map<string, readonly Todo[]>();

  /** The list that a new run of the session begins with. */
  get(sessionId: string): readonly Todo[] {
    const todos = this.lists.get(sessionId);
    if (todos === undefined) return NO_TODOS;
    this.lists.delete(sessionId);
    this.lists.set(sessionId, todos);
    return todos;
  }

  set(sessionId: string, todos: readonly Todo[]): void {
    this.lists.delete(sessionId);
    if (todos.length === 0) return;
    this.lists.set(sessionId, todos);
    for (const oldest of this.lists.keys()) {
      if (this.lists.size <= MAX_SESSIONS) break;
      this.lists.delete(oldest);
    }
  }

  /** Puts back what a stored run carried, unless the session has gone on with a list of its own. */
  restore(sessionId: string, todos: readonly Todo[]): void {
    if (!this.lists.has(sessionId)) this.set(sessionId, todos);
  }
}
