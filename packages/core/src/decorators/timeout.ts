import { stateFact, type ToolStatement } from './state-fact.js';

/** Deadline of one attempt in milliseconds, above 0 and at most 2^31-1. An override inherits it. */
export function Timeout(ms: number): ToolStatement {
  return stateFact('Timeout', 'timeoutMs', ms);
}
