import type { Todo, TodoStatus } from '@tackroom/core';

/** The list as a model reads it: a line for each todo. */
export function todosText(todos: readonly Todo[]): string {
  return todos.map(({ content, status }) => `[${status}] ${oneLine(content)}`).join('\n');
}

/** The list as it stands at the end of a message that is not about it. */
export function todosNote(todos: readonly Todo[]): string {
  return `<todos>\n${todosText(todos)}\n</todos>`;
}

/** The result of writing a list. The list itself follows in the next request. */
export function writtenText(todos: readonly Todo[], setBack: number): string {
  if (todos.length === 0) return 'The todo list is empty now.';
  const parts = STATUSES.flatMap(([status, words]) => {
    const count = todos.filter((todo) => todo.status === status).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const written = `Todo list updated: ${parts.join(', ')}.`;
  if (setBack === 0) return written;
  const kept = todos.find(({ status }) => status === 'in_progress')?.content ?? '';
  const others = setBack === 1 ? 'the other one is' : `the ${setBack} others are`;
  return `${written} Only one todo can be in progress: ${JSON.stringify(oneLine(kept))} stays, ${others} pending.`;
}

/** Asks once, after an answer, for what is left of the list. */
export function reminderText(unfinished: number): string {
  const items = unfinished === 1 ? '1 unfinished item' : `${unfinished} unfinished items`;
  return (
    `Your todo list still has ${items}. Do what is left, or update the list if it is done or no longer needed. ` +
    'Then give your complete final answer: it replaces the one above.'
  );
}

const STATUSES: readonly (readonly [TodoStatus, string])[] = [
  ['completed', 'completed'],
  ['in_progress', 'in progress'],
  ['pending', 'pending'],
];

/** Line breaks in a todo would look like further todos. */
function oneLine(content: string): string {
  return content.trim().replace(/\s+/g, ' ');
}
