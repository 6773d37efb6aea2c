import { containerToken, HarnessError, problemsError, tokenName } from '@tackroom/core';
import type { Class, InjectionToken, Problem } from '@tackroom/core';
import type { DependencyContainer } from 'tsyringe';
import { planConstructor } from './constructor-plan.js';
import { planDependencies } from './dependency-plan.js';
import type { DependencyPlan, DependencyRoot, PlannedProvider } from './dependency-plan.js';
import { DisposalStack } from './disposal-stack.js';
import type { ProviderRecord } from './provider.js';

/** Why some of a plan could not be made. */
export interface MakeFailure {
  readonly problem: Problem;
  readonly cause: unknown;
}

/**
 * A container whose instances are all made on purpose, in dependency order: asking for one never makes it. A child sees
 * what its parent made and can neither capture nor dispose it.
 */
export class ContainerScope {
  /** What this scope made and must close. */
  readonly disposal = new DisposalStack();
  private readonly made = new Map<InjectionToken, unknown>();

  private constructor(
    private readonly container: DependencyContainer,
    private readonly processWide: DependencyContainer,
    private readonly parent: ContainerScope | undefined,
  ) {}

  /** A scope below the process-wide container, whose registrations it can use. */
  static async root(): Promise<ContainerScope> {
    // tsyringe refuses to load before the reflect polyfill. Some module loaders run CommonJS modules while they link; what
    // is imported here runs after all static imports, the polyfill among them.
    const { container } = await import('tsyringe');
    return new ContainerScope(container.createChildContainer(), container, undefined);
  }

  /** A scope that sees this one. */
  child(): ContainerScope {
    return new ContainerScope(this.container.createChildContainer(), this.processWide, this);
  }

  /** Whether `token` has been made here or above. */
  has(token: InjectionToken): boolean {
    return this.made.has(token) || (this.parent?.has(token) ?? false);
  }

  /** Whether `token` has been made, or the process-wide container knows it. */
  provides(token: InjectionToken): boolean {
    return this.has(token) || this.processWide.isRegistered(containerToken(token));
  }

  /** What was made for `token` here or above; undefined if nothing was. */
  find(token: InjectionToken): unknown {
    return this.made.has(token) ? this.made.get(token) : this.parent?.find(token);
  }

  /** Orders `records` and whatever injectable classes they and `roots` need. */
  plan(records: readonly ProviderRecord[], roots: readonly DependencyRoot[] = []): DependencyPlan {
    return planDependencies({ records, roots, available: (token) => this.provides(token), constructorOf: planConstructor });
  }

  /**
   * Makes what a plan lists, in order; promises of factories are awaited. What needs a provider that failed is left out,
   * the rest is made.
   */
  async make(order: readonly PlannedProvider[]): Promise<readonly MakeFailure[]> {
    const failures: MakeFailure[] = [];
    const failed = new Set<InjectionToken>();
    for (const planned of order) {
      const { record, needs } = planned;
      if (needs.some((token) => failed.has(token))) {
        failed.add(record.token);
        continue;
      }
      try {
        const value = this.create(planned);
        this.keep(record, record.kind === 'factory' ? await value : value);
      } catch (cause) {
        failed.add(record.token);
        failures.push({ problem: failureOf(record, cause), cause });
      }
    }
    return failures;
  }

  /**
   * The one instance of a class that was not known at boot; made now, with the injectable classes it needs. Throws
   * `DEPENDENCY_MISSING` with every reason why it cannot be, or what its constructor throws.
   */
  instantiate(type: Class): object {
    if (!this.has(type)) {
      const { order, problems } = this.plan([], [{ type, where: type.name }]);
      if (problems.length > 0) throw problemsError('DEPENDENCY_MISSING', `${type.name} cannot be made`, problems);
      for (const planned of order) this.keep(planned.record, this.create(planned));
      if (!this.has(type)) this.borrow(type);
    }
    return this.find(type) as object; // what a class makes is an object
  }

  private create({ record, needs }: PlannedProvider): unknown {
    for (const token of needs) if (!this.has(token)) this.borrow(token);
    if (record.kind === 'value') return record.value;
    if (record.kind === 'factory') return record.make(...record.inject.map((token) => this.find(token)));
    this.container.registerSingleton(containerToken(record.token), record.useClass); // what its constructor takes is tsyringe's business
    return this.container.resolve(containerToken(record.token));
  }

  private keep(record: ProviderRecord, value: unknown): void {
    this.made.set(record.token, value);
    if (record.kind === 'value') this.disposal.spare(value);
    else if (!this.ownedAbove(value)) this.disposal.track(tokenName(record.token), value);
    // A factory, because tsyringe does not see a value provider of null or undefined.
    if (record.kind !== 'class') this.container.register(containerToken(record.token), { useFactory: () => value });
  }

  /** Takes something from the process-wide container. It is made up there, so that no harness's values get into it. */
  private borrow(token: InjectionToken): void {
    const value = this.processWide.resolve(containerToken(token));
    this.disposal.spare(value);
    this.made.set(token, value);
    this.container.register(containerToken(token), { useFactory: () => value });
  }

  private ownedAbove(value: unknown): boolean {
    return this.parent !== undefined && (this.parent.disposal.knows(value) || this.parent.ownedAbove(value));
  }
}

function failureOf(record: ProviderRecord, cause: unknown): Problem {
  const name = tokenName(record.token);
  const how = record.kind === 'factory' ? 'its factory' : 'its constructor';
  if (HarnessError.is(cause)) return { code: cause.code, where: name, message: `${how} failed: ${cause.message}` };
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return { code: 'PROVIDER_FAILED', where: name, message: `${how} failed with ${reason.split('\n', 1)[0] ?? ''}` };
}
