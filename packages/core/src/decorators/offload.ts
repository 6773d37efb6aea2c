import type { OffloadTarget } from '../contracts/tool-definition.js';
import { stateFact, type ToolStatement } from './state-fact.js';

/**
 * Runs a module's function in a worker instead of the method: `@Offload({ module: import.meta.url, exportName: 'hash' })`.
 * The method gives the contract (name, parameters, policy) and its body never runs in a call. The function is called with
 * the arguments object and `{ deps: undefined, signal }`; arguments and result are structured-cloned, and the deadline
 * really ends it. `@Ctx`, `@Dep` and a body that uses `this` are boot errors. An override does not inherit it.
 */
export function Offload(target: OffloadTarget): ToolStatement {
  return stateFact('Offload', 'offload', target);
}
