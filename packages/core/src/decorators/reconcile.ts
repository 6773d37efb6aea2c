import { stateFact, type ToolStatement } from './state-fact.js';

/**
 * Names the method that tells, after a crash, whether an interrupted call took effect; it is called with the call's
 * idempotency key, arguments and `Ctx`. It holds for this body: an override does not inherit it.
 */
export function Reconcile(method: string): ToolStatement {
  return stateFact('Reconcile', 'reconcile', method);
}
