import type { JsonObject, JsonSchema, Todo } from '@tackroom/core';
import { freezeJson } from '../freeze-json.js';
import { hasWords } from '../transcript/has-words.js';

/** Todos of one list. */
const MAX_TODOS = 50;

/** Characters of what a todo says. */
const MAX_CONTENT_CHARS = 200;

/** Characters of a todo as JSON, with the keys that are the model's own: every state of the run carries them. */
const MAX_TODO_CHARS = 1_000;

/** What a model gives `write_todos`. */
export const TODOS_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    todos: {
      type: 'array',
      description: 'The whole list, in order. An empty one clears it.',
      maxItems: MAX_TODOS,
      items: {
        type: 'object',
        properties: {
          content: { type: 'string', description: 'What is to be done, in a few words.', maxLength: MAX_CONTENT_CHARS },
          status: { type: 'string', enum: ['pending', 'in_progress', 'completed'], description: 'One todo at most is in_progress.' },
        },
        required: ['content', 'status'],
      },
    },
  },
  required: ['todos'],
  additionalProperties: false,
};

/** What is wrong with arguments that the schema accepts, in one line; undefined for a list that can be kept. */
export function todosProblem(args: JsonObject): string | undefined {
  for (const [at, todo] of todosOf(args).entries()) {
    if (!hasWords(todo.content)) return `todos[${at}].content: says nothing; write what is to be done, or leave the todo out`;
    const { length } = JSON.stringify(todo);
    if (length > MAX_TODO_CHARS) {
      return `todos[${at}]: must have at most ${MAX_TODO_CHARS} characters as JSON, got ${length}; leave other keys than content and status out`;
    }
  }
  return undefined;
}

/** A list that may be kept, and how many todos had to wait because another one is in progress already. */
export interface NormalTodos {
  readonly todos: readonly Todo[];
  readonly setBack: number;
}

/** The list of checked arguments, frozen: of several todos in progress the first stays, the others are pending. */
export function normalTodos(args: JsonObject): NormalTodos {
  const given = todosOf(args);
  const first = given.findIndex(isInProgress);
  const setBack = given.filter(isInProgress).length - (first < 0 ? 0 : 1);
  const todos = given.map((todo, at): Todo => (isInProgress(todo) && at !== first ? { ...todo, status: 'pending' } : todo));
  return { todos: freezeJson(todos), setBack };
}

function isInProgress({ status }: Todo): boolean {
  return status === 'in_progress';
}

function todosOf(args: JsonObject): readonly Todo[] {
  return args['todos'] as readonly Todo[]; // what the schema says
}
