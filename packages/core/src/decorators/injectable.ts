import { createRequire } from 'node:module';
import type * as tsyringe from 'tsyringe';
import { tokenName, type InjectionToken } from '../contracts/token.js';
import { addMisuse, amendToolkit, containerToken, inheritInjections, type Owner } from './metadata-store.js';

/**
 * tsyringe refuses to load before the polyfill, which the metadata store brings. Required here and not imported: jest runs
 * the CommonJS modules that an ES module imports before any of the others, whatever their order.
 */
const { inject, injectable } = createRequire(import.meta.url)('tsyringe') as typeof tsyringe;

/** Lets the container construct a class that is not a toolkit: a service, a provider. */
export function Injectable(): ClassDecorator {
  return (target: object): void => markInjectable(target);
}

/** Names what the container puts into one constructor parameter. A method's parameters take `@Dep` instead. */
export function Inject(of: InjectionToken): ParameterDecorator {
  const decorate = inject(containerToken(of) as symbol);
  return (target: object, member: string | symbol | undefined, index: number): void => {
    if (member === undefined) {
      decorate(target, member, index);
      return;
    }
    const owner = (typeof target === 'function' ? target : target.constructor) as Owner;
    const message = `stands on a method parameter, which only a constructor's container fills; write @Dep(${tokenName(of)})`;
    addMisuse(owner, { code: 'DECORATOR_MISPLACED', decorator: 'Inject', member: String(member), message });
  };
}

/** Registers what the constructor takes with tsyringe; nothing is put into a container. */
export function markInjectable(target: object): void {
  const owner = target as Owner;
  inheritInjections(owner);
  injectable()(target as new () => unknown);
  amendToolkit(owner, (before) => ({ ...before, isInjectable: true }));
}
