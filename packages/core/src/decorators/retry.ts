import type { ToolRetry } from '../contracts/tool-definition.js';
import { stateFact, type ToolStatement } from './state-fact.js';

/** Repeats of a `safe` or `idempotent` tool; what is left out is the default's. An override inherits it. */
export function Retry(options: Partial<ToolRetry>): ToolStatement {
  return stateFact('Retry', 'retry', options);
}
