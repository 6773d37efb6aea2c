import type { DecisionContext, PermissionLevel, PermissionService } from '@tackroom/core';
import type { Expect } from './test-api.js';

/** A policy in terms that every rule-based service knows: rules as text (`tool`, `glob*`, `tool{"arg":"pattern"}`). */
export interface ContractPolicy {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly defaultLevel?: PermissionLevel;
}

/** Makes a service with a policy. `now` is its time, in milliseconds since the epoch. */
export type MakePermissionService = (policy: ContractPolicy, now: () => number) => PermissionService | Promise<PermissionService>;

/** The run in which suites decide. */
export const CONTRACT_CONTEXT: DecisionContext = Object.freeze({ sessionId: 'session_1', runId: 'run_1', agentPath: ['root'] });

/** What tests of a permission service work with. */
export interface PermissionContext {
  readonly make: MakePermissionService;
  readonly expect: Expect;
}
