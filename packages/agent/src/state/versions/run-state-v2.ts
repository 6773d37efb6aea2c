import { exactly, flag, listUpTo, open, text, word, words, type Shape } from '../shape.js';
import { membersV1 } from './run-state-v1.js';

const todo = open({ content: words(200), status: word('pending', 'in_progress', 'completed') });

/** Version 2 of a stored run: the plan. Published: it is never changed, a change is a new version. */
export const runStateV2: Shape = exactly({
  version: word(2),
  ...membersV1,
  todos: listUpTo(50, todo),
  'answer?': exactly({ text, stands: flag }),
});

/** A run of version 1 made no plan. Its signature was of what it said then. */
export function upgradeV1(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { signature: _, ...rest } = data;
  return { ...rest, version: 2, todos: [] };
}
