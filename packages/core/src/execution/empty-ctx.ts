import type { Ctx } from '../contracts/ctx.js';
import { silentLogger } from '../contracts/logger.js';
import { NO_DEPENDENCIES, NO_SANDBOX, NO_WORKSPACE } from './inert-ports.js';

/**
 * A `Ctx` outside every run: each field is readable and inert, `deps` is `{}`. Pass it to a toolkit method that is
 * called plainly; `overrides` replaces single fields, for tests.
 */
export function emptyCtx<Deps = unknown>(overrides: Partial<Ctx<Deps>> = {}): Ctx<Deps> {
  let controller: AbortController | undefined;
  return {
    deps: {} as Deps, // outside a run nobody can supply the deps; a field that is read is undefined, never a crash
    state: { messages: [], todos: [] },
    run: { id: '', sessionId: '', agentPath: [] },
    call: { id: '', toolName: '', attempt: 1, idempotencyKey: '', progress: () => undefined, publish: () => Promise.resolve('') },
    // Of its own, since whoever listens to a signal that all share is never let go of.
    get signal(): AbortSignal {
      controller ??= new AbortController();
      return controller.signal;
    },
    log: silentLogger,
    workspace: NO_WORKSPACE,
    sandbox: NO_SANDBOX,
    permissions: {
      check: () => Promise.resolve({ verdict: 'deny', reason: 'There is no policy outside a harness.', source: 'none' }),
      looksAt: () => false,
    },
    get: (of) => NO_DEPENDENCIES.get(of),
    ...overrides,
  };
}
