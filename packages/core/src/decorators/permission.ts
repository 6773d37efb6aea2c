import type { PermissionLevel } from '../contracts/permissions.js';
import { stateFact, type ToolStatement } from './state-fact.js';

/** The tool's own level. Of a method and those it overrides the strictest counts. */
export function Permission(level: PermissionLevel): ToolStatement {
  return stateFact('Permission', 'permission', level);
}
