import type { Scheduler } from '@tackroom/core';
import type { Expect } from './test-api.js';

/** What tests of a scheduler work with: `make` gives a fresh one. */
export interface SchedulerContext {
  readonly make: () => Scheduler | Promise<Scheduler>;
  readonly expect: Expect;
}
