import { readConstructor } from '@tackroom/core';
import type { Class, InjectionToken } from '@tackroom/core';
import { isInjectionToken } from './provider.js';

/** One constructor parameter that the container fills. */
export interface ConstructorDependency {
  readonly index: number;
  readonly token: InjectionToken;
  /** Whether the constructor can do without. */
  readonly optional: boolean;
}

/** What the container puts into a class's constructor, and why it cannot. */
export interface ConstructorPlan {
  /** Whether the class itself is marked with `@Injectable()` or `@Toolkit()`. */
  readonly injectable: boolean;
  readonly dependencies: readonly ConstructorDependency[];
  readonly problems: readonly string[];
}

/** Reads what decorators and the compiler said of a constructor. Nothing is guessed: what nobody says is a problem. */
export function planConstructor(type: Class): ConstructorPlan {
  const { isInjectable, parameters } = readConstructor(type);
  if (!isInjectable) return { injectable: false, dependencies: [], problems: problemsOfPlain(type) };
  const dependencies: ConstructorDependency[] = [];
  const problems: string[] = [];
  const count = Math.max(type.length, parameters.length);
  for (let index = 0; index < count; index++) {
    const dependency = readParameter(parameters[index], index);
    if (typeof dependency === 'string') problems.push(`constructor parameter ${index + 1} ${dependency}`);
    else if (dependency !== undefined) dependencies.push(dependency);
  }
  const base = count === 0 ? baseWithParameters(type) : undefined;
  if (base !== undefined) problems.push(inheritedConstructor(base));
  return { injectable: true, dependencies, problems };
}

/** A class without a mark is made with `new`, which is right only if its constructor takes nothing. */
function problemsOfPlain(type: Class): readonly string[] {
  if (type.length > 0) {
    const count = type.length === 1 ? 'one parameter' : `${type.length} parameters`;
    return [`its constructor takes ${count}, and nothing says what to put there. ${howToMark}`];
  }
  const base = baseWithParameters(type);
  return base === undefined ? [] : [inheritedConstructor(base)];
}

const howToMark = 'Write @Injectable() above the class and @Inject(TOKEN) before each parameter, or provide it with useFactory.';

function inheritedConstructor(base: Class): string {
  return `it inherits the constructor of ${base.name}, which takes parameters. Give it a constructor of its own. ${howToMark}`;
}

/** The class whose constructor `type` inherits, if that one takes something. */
function baseWithParameters(type: Class): Class | undefined {
  let current: Class = type;
  while (!/\bconstructor\s*\(/.test(Function.prototype.toString.call(current))) {
    const base: unknown = Object.getPrototypeOf(current);
    if (!isWrittenClass(base)) return undefined;
    if (base.length > 0 || readConstructor(base).parameters.length > 0) return base;
    current = base;
  }
  return undefined;
}

/** A class of this program; built-in ones, such as Error, are made without help. */
function isWrittenClass(value: unknown): value is Class {
  return typeof value === 'function' && Function.prototype.toString.call(value).startsWith('class');
}

const notInjectable: ReadonlySet<unknown> = new Set([
  String,
  Number,
  Boolean,
  Symbol,
  BigInt,
  Object,
  Array,
  Function,
  Promise,
  Date,
  Map,
  Set,
]);

/** What stands in a source where the compiler emits such a type, as far as there is more to it than its name. */
const origins: ReadonlyMap<string, string> = new Map([
  ['Object', ' (an interface or union)'],
  ['Function', ' (a function type, or a class that is imported with "import type")'],
]);

/** A dependency, undefined for a form that only the container understands, or what is wrong. */
function readParameter(info: unknown, index: number): ConstructorDependency | string | undefined {
  if (info === undefined || info === null) {
    return 'has no @Inject(TOKEN), and the compiler emitted no type for it (or two files import each other). Write @Inject(TOKEN) before it.';
  }
  if (notInjectable.has(info)) {
    const { name } = info as Class;
    return `has the type ${name}${origins.get(name) ?? ''}, which names nothing in the container. Write @Inject(TOKEN) before it, or provide the class with useFactory.`;
  }
  if (isInjectionToken(info)) return { index, token: info, optional: false };
  if (typeof info !== 'object' || !('token' in info)) return undefined;
  const { token, isOptional } = info as { readonly token: unknown; readonly isOptional?: boolean };
  if (isInjectionToken(token)) return { index, token, optional: isOptional === true };
  if (token === undefined) return 'is injected with undefined: two files import each other. Move the token or class to a file of its own.';
  return undefined;
}
