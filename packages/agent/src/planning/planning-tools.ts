import { defineTool, ToolFailure, ToolSnapshot, type Ctx, type ToolDefinition, type ToolOptions } from '@tackroom/core';
import type { RunTodos } from './run-todos.js';
import { todosOf } from './run-view.js';
import { READ_TODOS, WRITE_TODOS } from './todos.js';
import { normalTodos, TODOS_SCHEMA, todosProblem } from './todo-list.js';
import { todosText, writtenText } from './todos-text.js';

/** What the two tools have in common. They touch nothing but the run's own list. */
const PLANNING: Pick<ToolOptions, 'category' | 'riskLevel' | 'permission' | 'concurrency' | 'replayPolicy' | 'origin'> = {
  category: 'planning',
  riskLevel: 'low',
  // No rule is needed to plan, under a locked policy neither; rules that deny or ask are heard first.
  permission: 'allow',
  concurrency: 'serial',
  replayPolicy: 'safe',
  origin: { kind: 'builtin', bundle: 'planning', options: '' },
};

const writeTodos = defineTool({
  ...PLANNING,
  name: WRITE_TODOS,
  title: 'Write todos',
  description:
    'Write your todo list for this task: always the whole list, it replaces the one before. ' +
    'Each todo has a content and a status: pending, in_progress (one at a time) or completed.',
  instructions:
    'Plan work of three or more steps with write_todos, and update the list in the same turn as the work. When all is done, just answer.',
  inputSchema: TODOS_SCHEMA,
  losslessParameters: ['todos'],
  refine: todosProblem,
  handler: (args, ctx) => {
    const { todos, setBack } = normalTodos(args);
    listOf(ctx).write(todos);
    return writtenText(todos, setBack);
  },
});

const readTodos = defineTool({
  ...PLANNING,
  name: READ_TODOS,
  title: 'Read todos',
  description: 'Read your todo list. It also stands at the end of the newest message, so this is rarely needed.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  handler: (_, ctx) => {
    const { items } = listOf(ctx);
    return items.length === 0 ? 'The todo list is empty.' : todosText(items);
  },
});

/** The tools that agents plan with, `write_todos` and `read_todos`. No registry holds them; agents add them to their tools. */
export const PLANNING_TOOLS: readonly ToolDefinition[] = Object.freeze([writeTodos, readTodos]);

const planned = new WeakMap<ToolSnapshot, ToolSnapshot>();

/**
 * The snapshot with the planning tools in it; the same object for the same snapshot. Nobody's own tool is replaced, and
 * beside somebody's own `write_todos` there is no place for a list of ours.
 */
export function withPlanning(snapshot: ToolSnapshot): ToolSnapshot {
  let extended = planned.get(snapshot);
  if (extended === undefined) {
    extended = snapshot.get(WRITE_TODOS) === undefined ? new ToolSnapshot([...PLANNING_TOOLS, ...snapshot.definitions]) : snapshot;
    planned.set(snapshot, extended);
  }
  return extended;
}

/** Whether our `write_todos` is among the tools. */
export function hasPlanning(snapshot: ToolSnapshot): boolean {
  return snapshot.get(WRITE_TODOS) === writeTodos;
}

function listOf(ctx: Ctx): RunTodos {
  const todos = todosOf(ctx.state);
  if (todos !== undefined) return todos;
  throw new ToolFailure('There is no todo list here: it belongs to the run of an agent.', { code: 'TODOS_UNAVAILABLE' });
}
