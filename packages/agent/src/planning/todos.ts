import type { Todo } from '@tackroom/core';

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
