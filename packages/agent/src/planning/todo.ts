import type { JsonObject } from '@tackroom/core';

/** How far a todo is. */
export type TodoStatus = 'pending' | 'in_progress' | 'completed';

/** One item of a run's plan. Keys besides these two are the model's own and are kept. */
export type Todo = JsonObject & { readonly content: string; readonly status: TodoStatus };

/** A list with nothing on it. */
export const NO_TODOS: readonly Todo[] = Object.freeze([]);

/** Name of the tool that writes the list. */
export const WRITE_TODOS = 'write_todos';

/** Name of the tool that reads it. */
export const READ_TODOS = 'read_todos';

/** Whether a tool of this name only keeps the list, in a run that plans. */
export function isPlanningTool(name: string): boolean {
  return name === WRITE_TODOS || name === READ_TODOS;
}

/** How many todos are not completed. */
export function countUnfinished(todos: readonly Todo[]): number {
  return todos.filter(({ status }) => status !== 'completed').length;
}
