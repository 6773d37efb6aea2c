import { tokenName } from '@tackroom/core';
import type { Class, InjectionToken, Problem } from '@tackroom/core';

/** Makes one instance of `useClass` for the harness (or the run); its constructor is injected. */
export interface ClassProvider<T = unknown> {
  readonly provide: InjectionToken<T>;
  readonly useClass: Class<T>;
}

/** Provides a value as it is. Whoever made the value closes it. */
export interface ValueProvider<T = unknown> {
  readonly provide: InjectionToken<T>;
  readonly useValue: T;
}

/** Calls `useFactory` once with what `inject` names, in order; a promise is awaited. What it makes is closed by us. */
export interface FactoryProvider<T = unknown> {
  readonly provide: InjectionToken<T>;
  readonly useFactory: (...dependencies: never[]) => T | Promise<T>;
  readonly inject?: readonly InjectionToken[];
}

/** How something gets into the container: a class (which provides itself), or a token or class with where it comes from. */
export type Provider<T = unknown> = Class<T> | ClassProvider<T> | ValueProvider<T> | FactoryProvider<T>;

/** A provider, checked. */
export type ProviderRecord =
  | { readonly kind: 'class'; readonly token: InjectionToken; readonly useClass: Class }
  | { readonly kind: 'value'; readonly token: InjectionToken; readonly value: unknown }
  | {
      readonly kind: 'factory';
      readonly token: InjectionToken;
      readonly make: (...dependencies: readonly unknown[]) => unknown;
      readonly inject: readonly InjectionToken[];
    };

/** Providers as records, and what is wrong with the others. */
export interface ReadProviders {
  readonly records: readonly ProviderRecord[];
  readonly problems: readonly Problem[];
}

const sources = ['useClass', 'useValue', 'useFactory'] as const;
const keys: ReadonlySet<string> = new Set(['provide', 'inject', ...sources]);

/** Checks a list of providers as it was given. `where` names the list in problems. */
export function readProviders(given: unknown, where: string): ReadProviders {
  if (given === undefined) return { records: [], problems: [] };
  if (!Array.isArray(given)) return { records: [], problems: [invalid(where, 'must be an array of providers. Put them in [ ].')] };
  const problems: Problem[] = [];
  const records = new Map<InjectionToken, ProviderRecord>();
  for (const [index, item] of given.entries()) {
    const at = `${where}[${index}]`;
    const record = readProvider(item, at);
    if ('code' in record) problems.push(record);
    else if (records.has(record.token)) problems.push(duplicate(record.token, at));
    else records.set(record.token, record);
  }
  return { records: [...records.values()], problems };
}

/** Whether `value` can be a token: a symbol made by `token()`, or a class. */
export function isInjectionToken(value: unknown): value is InjectionToken {
  return typeof value === 'symbol' || isClass(value);
}

/** Whether `value` was written as a class; a plain function is not one. */
export function isClass(value: unknown): value is Class {
  return typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
}

function readProvider(item: unknown, at: string): ProviderRecord | Problem {
  if (isClass(item)) return { kind: 'class', token: item, useClass: item };
  if (typeof item === 'function') {
    return invalid(at, 'is a function, not a class. Write { provide: TOKEN, useFactory: theFunction, inject: [...] }.');
  }
  if (typeof item !== 'object' || item === null) {
    return invalid(at, `is ${describe(item)}. Give a class or { provide, useClass | useValue | useFactory }.${circular(item)}`);
  }
  const provider = item as Record<string, unknown>;
  if (!('provide' in provider))
    return invalid(at, `${describeObject(item)} Give a class or { provide, useClass | useValue | useFactory }.`);
  const token = provider['provide'];
  if (!isInjectionToken(token)) {
    const hint = typeof token === 'string' ? ` Write token('${token}') once and use it on both sides.` : circular(token);
    return invalid(at, `"provide" is ${describe(token)}; it must be a token made by token('name') or a class.${hint}`);
  }
  const unknown = Object.keys(provider).filter((key) => !keys.has(key));
  const named = `${at} (${tokenName(token)})`;
  if (unknown.length > 0) return invalid(named, `has unknown keys ${unknown.join(', ')}. Valid are ${[...keys].join(', ')}.`);
  return readSource(provider, token, named);
}

function readSource(provider: Record<string, unknown>, token: InjectionToken, at: string): ProviderRecord | Problem {
  const said = sources.filter((source) => source in provider);
  const [source] = said;
  if (source === undefined || said.length > 1) {
    return invalid(at, `says ${said.length === 0 ? 'nothing' : said.join(' and ')}. Give exactly one of ${sources.join(', ')}.`);
  }
  if ('inject' in provider && source !== 'useFactory') {
    return invalid(at, `"inject" belongs to useFactory. A class names its dependencies by @Inject in its constructor.`);
  }
  if (source === 'useValue') return { kind: 'value', token, value: provider['useValue'] };
  if (source === 'useClass') {
    const useClass = provider['useClass'];
    if (isClass(useClass)) return { kind: 'class', token, useClass };
    return invalid(at, `"useClass" is ${describe(useClass)}, not a class.${circular(useClass)}`);
  }
  const make = provider['useFactory'];
  const inject = provider['inject'] ?? [];
  if (typeof make !== 'function' || isClass(make)) {
    return invalid(at, `"useFactory" is ${describe(make)}. Give a function; for a class use "useClass".`);
  }
  if (!Array.isArray(inject)) return invalid(at, '"inject" must be an array of tokens and classes, in the order of the parameters.');
  const wrong = inject.findIndex((entry) => !isInjectionToken(entry));
  if (wrong >= 0) {
    return invalid(at, `"inject[${wrong}]" is ${describe(inject[wrong])}, neither a token nor a class.${circular(inject[wrong])}`);
  }
  return { kind: 'factory', token, make: make as (...dependencies: readonly unknown[]) => unknown, inject };
}

function duplicate(token: InjectionToken, at: string): Problem {
  const message = `${tokenName(token)} is provided twice. Keep one of the two providers.`;
  return { code: 'PROVIDER_DUPLICATE', where: at, message };
}

function invalid(where: string, message: string): Problem {
  return { code: 'PROVIDER_INVALID', where, message };
}

function circular(value: unknown): string {
  return value === undefined ? ' If it is imported, two files import each other: move it to a file of its own.' : '';
}

/** What an object without `provide` is: made of a class, or written with other keys. */
function describeObject(item: object): string {
  const made: unknown = (item as { readonly constructor?: unknown }).constructor;
  if (isClass(made) && made !== Object)
    return `is an object of ${made.name}; for that write { provide: ${made.name}, useValue: theObject }.`;
  return `has no "provide", only ${Object.keys(item).join(', ') || 'nothing'}.`;
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return `${isClass(value) ? 'class' : 'function'} ${value.name || '(anonymous)'}`;
  return typeof value === 'string' ? `the text "${value}"` : Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}
