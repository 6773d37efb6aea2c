import type { Concurrency as ConcurrencyType } from '../contracts/tool-definition.js';
import { stateFact, type ToolStatement } from './state-fact.js';

/** How calls of one tool may overlap with others. */
export type Concurrency = ConcurrencyType;

/** Says how calls may overlap with others. An override inherits it. */
export function Concurrency(concurrency: ConcurrencyType): ToolStatement {
  return stateFact('Concurrency', 'concurrency', concurrency);
}
