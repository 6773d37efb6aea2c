import type { RiskLevel } from '../contracts/tool-definition.js';
import { stateFact, type ToolStatement } from './state-fact.js';

/** How risky the tool is. Of a method and those it overrides the highest counts. */
export function Risk(level: RiskLevel): ToolStatement {
  return stateFact('Risk', 'riskLevel', level);
}
