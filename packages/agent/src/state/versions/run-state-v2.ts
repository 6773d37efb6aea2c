import { exactly, flag, listUpTo, open, text, word, words, type Shape } from '../shape.js';
import { membersV1 } from './run-state-v1.js';

const todo = open({ content: words(200), status: word('pending', 'in_progress', 'completed') });

/** The members of version 2 besides the number, for versions that add to them: the plan. */
export const membersV2: Readonly<Record<string, Shape>> = {
  ...membersV1,
  todos: listUpTo(50, todo),
  'answer?': exactly({ text, stands: flag }),
};

/** Version 2 of a stored run. Published: it is never changed, a change is a new version. */
export const runStateV2: Shape = exactly({ version: word(2), ...membersV2 });

/** A run of version 1 made no plan. Its signature was of what it said then. */
export function upgradeV1(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { signature: _, ...rest } = data;
  return { ...rest, version: 2, todos: [] };
}
