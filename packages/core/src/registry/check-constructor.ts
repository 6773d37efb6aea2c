import type { Problem } from '../contracts/errors.js';
import { readConstructorTypes, readInjections, readToolkit, type Owner } from '../decorators/metadata-store.js';
import { sourceTokens } from '../schema/source-tokens.js';
import { classChain, ownerName } from './toolkit-levels.js';

/**
 * Whether the container can construct a toolkit: it injects `undefined` silently where it knows neither a type nor a
 * token, and into a constructor that an undecorated subclass inherits. Codes: `CONSTRUCTOR_INHERITED`,
 * `CONSTRUCTOR_UNTYPED`.
 */
export function checkConstructor(toolkit: Owner): readonly Problem[] {
  const chain = classChain(toolkit);
  const at = chain.findIndex((level) => parameterCount(level) > 0);
  const owner = chain[at];
  if (owner === undefined || chain.slice(0, at).some(hasOwnConstructor)) return [];
  if (!readToolkit(toolkit).isInjectable) return [undecorated(toolkit, owner)];
  const types = readConstructorTypes(owner);
  const tokens = readInjections(owner);
  return Array.from({ length: parameterCount(owner) }, (_, index) => index)
    .filter((index) => !tokens.has(index) && !isInjectable(types?.[index]))
    .map((index) => untyped(owner, index, types?.[index]));
}

function parameterCount(owner: Owner): number {
  return Math.max(owner.length, readConstructorTypes(owner)?.length ?? 0);
}

/** Whether the class writes a constructor, and so calls the inherited one itself. */
function hasOwnConstructor(owner: Owner): boolean {
  if (readConstructorTypes(owner) !== undefined) return true;
  let depth = 0;
  let before = '';
  for (const { text } of sourceTokens(Function.prototype.toString.call(owner))) {
    if (depth === 1 && before === 'constructor' && text === '(') return true;
    if (text === '{') depth += 1;
    if (text === '}') depth -= 1;
    before = text;
  }
  return false;
}

/** Emitted types that name something to inject; the others only say that there is a parameter. */
function isInjectable(type: unknown): boolean {
  const empty: readonly unknown[] = [Object, String, Number, Boolean, Array, Function, Symbol, Promise, Date, RegExp, Map, Set];
  return typeof type === 'function' && !empty.includes(type);
}

function undecorated(toolkit: Owner, owner: Owner): Problem {
  const where = ownerName(toolkit);
  if (owner === toolkit) {
    const message = `Its constructor takes dependencies, but nothing made it injectable: put @Toolkit() on the class.`;
    return { code: 'CONSTRUCTOR_UNTYPED', where, message };
  }
  const message = `It inherits the constructor of ${ownerName(owner)}, whose dependencies would all be undefined: put @Toolkit() on ${where} too.`;
  return { code: 'CONSTRUCTOR_INHERITED', where, message };
}

function untyped(owner: Owner, index: number, type: unknown): Problem {
  const found = typeof type === 'function' ? `its emitted type ${type.name} names nothing to inject` : 'no type was emitted for it';
  const message = `Constructor parameter ${index + 1} has no @Inject, and ${found}: write @Inject(TOKEN) before it.`;
  return { code: 'CONSTRUCTOR_UNTYPED', where: ownerName(owner), message };
}
