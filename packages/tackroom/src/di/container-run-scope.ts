import { HarnessError, problemsError, tokenName } from '@tackroom/core';
import type { InjectionToken, Problem, RunProvider, RunResolver, RunScope } from '@tackroom/core';
import type { ContainerScope } from './container-scope.js';
import type { DisposalFailure } from './disposal-stack.js';
import { readProviders } from './provider.js';

/**
 * Opens runs over a harness's container. A run without providers shares what the harness made; a run with providers gets
 * a child of its own, whose values no other run sees and which are closed when the run ends.
 */
export class ContainerRunScope implements RunScope {
  private readonly shared: RunResolver;

  constructor(private readonly root: ContainerScope) {
    this.shared = Object.freeze({
      get: <T>(of: InjectionToken<T>): T => found(this.root, of),
      close: () => Promise.resolve(),
    });
  }

  /**
   * Resolves everything that the run needs. Throws `RUN_PROVIDERS_INVALID` for providers that cannot work,
   * `RUN_DEPENDENCY_MISSING` for what nobody provides and `RUN_PROVIDER_FAILED` for what could not be made; then
   * everything made so far has been closed again.
   */
  open(providers: readonly RunProvider[], needed: readonly InjectionToken[]): RunResolver | Promise<RunResolver> {
    if (providers.length > 0) return this.openChild(providers, needed);
    checkNeeded(this.root, needed);
    return this.shared;
  }

  private async openChild(providers: readonly RunProvider[], needed: readonly InjectionToken[]): Promise<RunResolver> {
    const { records, problems } = readProviders(providers, 'providers');
    const scope = this.root.child();
    const plan = scope.plan(records);
    const wrong: readonly Problem[] = [...problems, ...plan.problems];
    if (wrong.length > 0) throw problemsError('RUN_PROVIDERS_INVALID', 'The providers of this run cannot work', wrong);
    const [failure] = await scope.make(plan.order);
    try {
      if (failure !== undefined) {
        const { where, message } = failure.problem;
        throw new HarnessError('RUN_PROVIDER_FAILED', `The provider ${where} of this run could not be made: ${message}`, failure);
      }
      checkNeeded(scope, needed);
    } catch (error) {
      await scope.disposal.drain();
      throw error;
    }
    return new ChildResolver(scope);
  }
}

class ChildResolver implements RunResolver {
  private closing: Promise<void> | undefined;

  constructor(private readonly scope: ContainerScope) {}

  get<T>(of: InjectionToken<T>): T {
    if (this.closing === undefined) return found(this.scope, of);
    throw new HarnessError('RUN_SCOPE_CLOSED', `${tokenName(of)} was asked for after its run had ended. Take what later code needs first.`);
  }

  close(): Promise<void> {
    this.closing ??= this.scope.disposal.drain().then(throwFailures);
    return this.closing;
  }
}

function throwFailures(failures: readonly DisposalFailure[]): void {
  if (failures.length === 0) return;
  const problems = failures.map(({ what, error }) => ({ code: 'CLOSE_FAILED', where: what, message: String(error) }));
  throw problemsError('RUN_CLOSE_FAILED', 'What this run made could not be closed', problems);
}

function checkNeeded(scope: ContainerScope, needed: readonly InjectionToken[]): void {
  const missing = needed.filter((token) => !scope.has(token));
  if (missing.length > 0) throw missingForRun(missing);
}

function found<T>(scope: ContainerScope, of: InjectionToken<T>): T {
  if (!scope.has(of)) throw missingForRun([of]);
  return scope.find(of) as T; // made by the provider of this very token
}

function missingForRun(tokens: readonly InjectionToken[]): HarnessError {
  const names = tokens.map(tokenName).join(', ');
  const what = tokens.length === 1 ? 'a provider for it' : 'providers for them';
  const message = `Nobody provides ${names}. Give ${what} to this run (agent.run(input, { providers }), harness.execute(call, { providers })), or to HarnessModule.create({ providers }).`;
  return new HarnessError('RUN_DEPENDENCY_MISSING', message);
}
