import { tokenName } from '@tackroom/core';
import type { Class, InjectionToken, Problem } from '@tackroom/core';
import type { ConstructorPlan } from './constructor-plan.js';
import type { ProviderRecord } from './provider.js';

/** One provider in its place: everything in `needs` is made before it. */
export interface PlannedProvider {
  readonly record: ProviderRecord;
  readonly needs: readonly InjectionToken[];
}

/** What must be made, dependencies first, and why it cannot be. Complete only if there are no problems. */
export interface DependencyPlan {
  readonly order: readonly PlannedProvider[];
  readonly problems: readonly Problem[];
}

/** A class that must be made although no provider lists it, and where it was given. */
export interface DependencyRoot {
  readonly type: Class;
  readonly where: string;
}

/** What a plan is made from. */
export interface DependencySources {
  readonly records: readonly ProviderRecord[];
  readonly roots?: readonly DependencyRoot[];
  /** Whether somebody outside already provides `token`. */
  readonly available: (token: InjectionToken) => boolean;
  readonly constructorOf: (type: Class) => ConstructorPlan;
}

interface Need {
  readonly token: InjectionToken;
  readonly optional: boolean;
  /** Who needs it, for messages. */
  readonly where: string;
}

/**
 * Orders providers so that each comes after what it needs. A class that nobody provides joins the plan if it is marked
 * injectable; everything else that is missing, and every cycle, is a problem that says what to write.
 */
export function planDependencies(sources: DependencySources): DependencyPlan {
  return new Planner(sources).plan();
}

class Planner {
  private readonly byToken: ReadonlyMap<InjectionToken, ProviderRecord>;
  private readonly order: PlannedProvider[] = [];
  private readonly problems: Problem[] = [];
  private readonly settled = new Set<InjectionToken>();
  /** Tokens on the way from a root to here, in order. */
  private readonly path = new Set<InjectionToken>();

  constructor(private readonly sources: DependencySources) {
    this.byToken = new Map(sources.records.map((record) => [record.token, record]));
  }

  plan(): DependencyPlan {
    for (const record of this.sources.records) this.visit(record);
    for (const { type, where } of this.sources.roots ?? []) {
      if (this.settled.has(type) || this.byToken.has(type) || this.sources.available(type)) continue;
      this.visit({ kind: 'class', token: type, useClass: type }, where);
    }
    return { order: this.order, problems: this.problems };
  }

  private visit(record: ProviderRecord, where?: string): void {
    if (this.settled.has(record.token)) return;
    this.path.add(record.token);
    const needs = this.needsOf(record, where);
    for (const need of needs) this.follow(need);
    this.path.delete(record.token);
    this.settled.add(record.token);
    this.order.push({ record, needs: needs.filter((need) => this.isProvided(need.token)).map((need) => need.token) });
  }

  private needsOf(record: ProviderRecord, where: string | undefined): readonly Need[] {
    if (record.kind === 'value') return [];
    if (record.kind === 'factory') {
      return record.inject.map((token, index) => ({
        token,
        optional: false,
        where: `factory of ${tokenName(record.token)}, inject[${index}]`,
      }));
    }
    const name = record.useClass.name || 'anonymous class';
    const plan = this.sources.constructorOf(record.useClass);
    for (const message of plan.problems) {
      this.problems.push({ code: 'DEPENDENCY_UNKNOWN', where: where === undefined ? name : `${where} (${name})`, message });
    }
    return plan.dependencies.map(({ index, token, optional }) => ({
      token,
      optional,
      where: `${name}, constructor parameter ${index + 1}`,
    }));
  }

  private follow(need: Need): void {
    if (this.path.has(need.token)) {
      this.reportCycle(need);
      return;
    }
    const record = this.byToken.get(need.token);
    if (record !== undefined) this.visit(record);
    else if (!this.isProvided(need.token)) this.followUnregistered(need);
  }

  private isProvided(token: InjectionToken): boolean {
    return this.settled.has(token) || this.sources.available(token);
  }

  private followUnregistered(need: Need): void {
    const { token } = need;
    if (typeof token === 'function' && this.sources.constructorOf(token as Class).injectable) {
      this.visit({ kind: 'class', token, useClass: token as Class });
    } else if (!need.optional || typeof token === 'function') {
      this.problems.push({ code: 'DEPENDENCY_MISSING', where: need.where, message: missingDependency(token) });
    }
  }

  private reportCycle(need: Need): void {
    const path = [...this.path];
    const chain = [...path.slice(path.indexOf(need.token)), need.token].map(tokenName).join(' → ');
    const message = `needs itself: ${chain}. Take one dependency out, or move what both need into a third class.`;
    this.problems.push({ code: 'DEPENDENCY_CYCLE', where: need.where, message });
  }
}

/** What to write when nobody provides `token`. */
export function missingDependency(token: InjectionToken): string {
  const name = tokenName(token);
  return typeof token === 'function'
    ? `nobody provides the class ${name}. Add it to providers ({ provide: ${name}, useClass: … }), or mark it with @Injectable().`
    : `nobody provides the token "${name}". Add { provide: …, useClass | useValue | useFactory } for it to providers.`;
}
