import type { InjectionToken } from './token.js';
import { token, type Token } from './token.js';

/** What a run brings into its container: a value, or a class or factory resolved once when the run starts. */
export interface RunProvider<T = unknown> {
  readonly provide: InjectionToken<T>;
  readonly useValue?: T;
  readonly useClass?: new (...args: never[]) => T;
  readonly useFactory?: (...dependencies: never[]) => T | Promise<T>;
  readonly inject?: readonly InjectionToken[];
}

/** The dependencies of one run. */
export interface RunResolver {
  /** Throws `RUN_DEPENDENCY_MISSING` for something that neither the run nor the harness provides. */
  get<T>(of: InjectionToken<T>): T;
  /** Disposes what this run made, last made first. Idempotent. */
  close(): Promise<void>;
}

/** Opens the container of a run. A run without providers shares the harness's container. */
export interface RunScope {
  open(providers: readonly RunProvider[], needed: readonly InjectionToken[]): RunResolver | Promise<RunResolver>;
}

/** Token of the {@link RunScope} port. */
export const RunScope: Token<RunScope> = token('@tackroom/core/RunScope');
