import type { InjectionToken, Middleware, Problem } from '@tackroom/core';
import type { DependencyRoot } from '../di/dependency-plan.js';
import { isClass, isInjectionToken } from '../di/provider.js';

/** Middleware as it was given: ready, or something the container makes. */
export type MiddlewareSource =
  { readonly where: string; readonly instance: Middleware } | { readonly where: string; readonly token: InjectionToken<Middleware> };

const hooks: readonly (keyof Middleware)[] = ['beforeModel', 'afterModel', 'beforeTool', 'afterTool', 'onEvent'];

/** Tells instances from classes and tokens; instances are checked here, the others once they are made. */
export function readMiddleware(given: readonly unknown[] = []): {
  readonly sources: readonly MiddlewareSource[];
  readonly problems: readonly Problem[];
} {
  const sources: MiddlewareSource[] = [];
  const problems: Problem[] = [];
  for (const [index, item] of given.entries()) {
    const where = `middleware[${index}]`;
    if (isInjectionToken(item)) {
      sources.push({ where, token: item as InjectionToken<Middleware> }); // what it names is checked once it is made
      continue;
    }
    const problem = checkMiddleware(item, where);
    if (problem === undefined)
      sources.push({ where, instance: item as Middleware }); // just checked
    else problems.push(problem);
  }
  return { sources, problems };
}

/** The classes among middleware, which the container makes whether or not a provider lists them. */
export function middlewareRoots(sources: readonly MiddlewareSource[]): readonly DependencyRoot[] {
  return sources.flatMap((source) => ('token' in source && isClass(source.token) ? [{ type: source.token, where: source.where }] : []));
}

/** What is wrong with one middleware; undefined if nothing is. */
export function checkMiddleware(value: unknown, where: string): Problem | undefined {
  const known = `Hooks are ${hooks.join(', ')}.`;
  if (typeof value !== 'object' || value === null)
    return invalid(where, `is no middleware. Give an object with hooks, a class, or a token. ${known}`);
  const candidate = value as Readonly<Record<string, unknown>>;
  const wrong = hooks.filter((hook) => candidate[hook] !== undefined && typeof candidate[hook] !== 'function');
  if (wrong.length > 0) return invalid(where, `has ${wrong.join(', ')} that is no function.`);
  // A class may have other methods; in an object that was written for this place another key is a misspelt hook.
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  const unknown = isPlain ? Object.keys(value).filter((key) => key !== 'name' && !(hooks as readonly string[]).includes(key)) : [];
  if (unknown.length > 0) return invalid(where, `has ${unknown.join(', ')}, which nobody calls. ${known}`);
  if (hooks.every((hook) => candidate[hook] === undefined)) return invalid(where, `has no hook. ${known}`);
  return undefined;
}

function invalid(where: string, message: string): Problem {
  return { code: 'MIDDLEWARE_INVALID', where, message };
}
