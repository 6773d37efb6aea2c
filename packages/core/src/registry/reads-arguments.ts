import type { Problem } from '../contracts/errors.js';
import { parseParameters } from '../schema/parse-parameters.js';

/**
 * What is wrong with a function tool of which nobody says the schema although its function reads arguments: no call could
 * give it any. Undefined if nothing is, or if the source does not show it.
 */
export function missingSchema(fn: (...args: never[]) => unknown, where: string): Problem | undefined {
  if (!readsArguments(fn)) return undefined;
  const message =
    'Its function reads arguments, but nobody says which it takes, so that no call could give it any: ' +
    'compile its signature with "npx tackroom schemas", or write inputSchema. Begin the name with _ if they are of no use.';
  return { code: 'TOOL_SCHEMA_MISSING', where, message };
}

/** A destructured first parameter is read; a named one if its name stands once more, and does not begin with `_`. */
function readsArguments(fn: (...args: never[]) => unknown): boolean {
  const source = Function.prototype.toString.call(fn);
  const [first] = parseParameters(source) ?? [];
  if (first === undefined || first.isRest) return false;
  if (first.name === undefined) return true;
  if (first.name.startsWith('_')) return false;
  const name = first.name.replace(/\$/g, '\\$&');
  return (source.match(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`, 'g')) ?? []).length > 1;
}
