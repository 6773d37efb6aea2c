import type { JsonObject } from './json.js';

/** How far a todo is. */
export type TodoStatus = 'pending' | 'in_progress' | 'completed';

/** One item of a run's plan. Keys besides these two are the model's own and are kept. */
export type Todo = JsonObject & { readonly content: string; readonly status: TodoStatus };
