import type { Ctx, CtxRun } from '../contracts/ctx.js';
import type { RunResolver } from '../contracts/run-scope.js';
import { Cancellation } from './cancellation.js';
import { NO_DEPENDENCIES, NO_SANDBOX, NO_WORKSPACE } from './inert-ports.js';
import type { RunContext } from './run-context.js';

/** What a call outside an agent's run may bring. Everything has an inert default. */
export interface DirectRunOptions {
  /** Fields of the handler's `Ctx`: `deps`, `workspace`, `sandbox`, `state`, `run`. */
  readonly ctx?: Partial<Pick<Ctx, 'deps' | 'workspace' | 'sandbox' | 'state' | 'run'>>;
  readonly scope?: RunResolver;
  readonly signal?: AbortSignal;
  /** Cancels the call without the cost of a signal; `signal` is not looked at then. */
  readonly cancellation?: Cancellation;
}

/** The run context of a call that belongs to no agent: the handler sees an empty `Ctx` but for what is given. */
export function directRun(options: DirectRunOptions = {}): RunContext {
  const { ctx = NO_CTX } = options;
  const run = ctx.run ?? NO_RUN;
  return {
    runId: run.id,
    sessionId: run.sessionId,
    agentPath: run.agentPath,
    userId: run.userId,
    deps: ctx.deps ?? {},
    state: ctx.state ?? EMPTY_STATE,
    scope: options.scope ?? NO_DEPENDENCIES,
    workspace: ctx.workspace ?? NO_WORKSPACE,
    sandbox: ctx.sandbox ?? NO_SANDBOX,
    tree: { rootRunId: run.id },
    parentTicket: undefined,
    maxParallelCalls: Infinity,
    cancellation: options.cancellation ?? cancellationOf(options.signal),
    graceMs: 5_000,
    dedupe: undefined,
    refusals: undefined,
    emit: undefined,
  };
}

const NO_CTX: NonNullable<DirectRunOptions['ctx']> = Object.freeze({});
const NO_RUN: CtxRun = Object.freeze({ id: '', sessionId: '', agentPath: Object.freeze([]) });
const EMPTY_STATE = Object.freeze({ messages: Object.freeze([]), todos: Object.freeze([]) });

/** One for each signal, however many calls it is given to: a signal that lives long must not gather a listener per call. */
const cancellations = new WeakMap<AbortSignal, Cancellation>();

function cancellationOf(signal: AbortSignal | undefined): Cancellation {
  const known = signal === undefined ? undefined : cancellations.get(signal);
  if (known !== undefined) return known;
  const cancellation = new Cancellation();
  if (signal === undefined) return cancellation;
  cancellations.set(signal, cancellation);
  if (signal.aborted) cancellation.cancel(signal.reason);
  else signal.addEventListener('abort', () => cancellation.cancel(signal.reason), { once: true });
  return cancellation;
}
