import type { CallFacts } from '../../contracts/permissions.js';

/** Whether a pattern covers a value; `unknown` when the pattern cannot tell. */
export type Match = 'yes' | 'no' | 'unknown';

/**
 * How a rule reads a value that can be spelled in several ways. `permit` (allow rules, grants): every spelling must match.
 * `restrict` (deny and ask rules): any spelling is enough.
 */
export type Reading = 'permit' | 'restrict';

/** Judges one string. `key` is the parameter's name, or `name[index]` for an element: the key of its facts. Never throws. */
export type StringMatcher = (value: string, key: string, facts: CallFacts) => Match;
