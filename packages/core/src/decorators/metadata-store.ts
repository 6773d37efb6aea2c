import 'reflect-metadata';
import type { ToolSignature } from '../contracts/schema-manifest.js';
import type { AbstractClass, InjectionToken } from '../contracts/token.js';
import type { Misuse, PositionDeclaration, ToolDeclaration, ToolkitDeclaration } from './tool-declaration.js';

/**
 * The only place that touches `Reflect`. Importing it loads the polyfill, which must be there before tsyringe. Records are
 * a class's own and are replaced, never changed: a subclass starts empty, and what it inherits is the scan's decision.
 */
const TOOLKIT = Symbol.for('@tackroom/core/toolkit@1');
const TOOLS = Symbol.for('@tackroom/core/tools@1');
const FUNCTION = Symbol.for('@tackroom/core/tool-function@1');
/** Where a compiler leaves the signatures that it read: an own property of the class, or of a function tool's options. */
export const SIGNATURES: unique symbol = Symbol.for('@tackroom/core/signatures@1');
/** Where tsyringe 4.10 keeps the tokens of `inject`, by parameter index. */
const INJECTIONS = 'injectionTokens';

/** A class as a place for records. */
export type Owner = AbstractClass;

/** A declaration that says nothing. */
const NOTHING: ToolDeclaration = Object.freeze({ facts: {}, positions: new Map<number, PositionDeclaration>(), decorators: [] });
const NO_TOOLKIT: ToolkitDeclaration = Object.freeze({ asTool: NOTHING, isInjectable: false, misuses: [] });
const NO_TOOLS: ReadonlyMap<string | symbol, ToolDeclaration> = new Map();

/** What was said of the class itself, without what its base classes say. */
export function readToolkit(owner: Owner): ToolkitDeclaration {
  return (Reflect.getOwnMetadata(TOOLKIT, owner) as ToolkitDeclaration | undefined) ?? NO_TOOLKIT;
}

/** Replaces what was said of the class. */
export function amendToolkit(owner: Owner, amend: (before: ToolkitDeclaration) => ToolkitDeclaration): void {
  Reflect.defineMetadata(TOOLKIT, Object.freeze(amend(readToolkit(owner))), owner);
}

/** Notes a decorator that can do nothing where it stands. */
export function addMisuse(owner: Owner, misuse: Misuse): void {
  amendToolkit(owner, (before) => ({ ...before, misuses: [...before.misuses, misuse] }));
}

/** What was said of the class's own members, in the order in which it was first said. */
export function readTools(owner: Owner): ReadonlyMap<string | symbol, ToolDeclaration> {
  return (Reflect.getOwnMetadata(TOOLS, owner) as ReadonlyMap<string | symbol, ToolDeclaration> | undefined) ?? NO_TOOLS;
}

/** Replaces what was said of one member. */
export function amendTool(owner: Owner, member: string | symbol, amend: (before: ToolDeclaration) => ToolDeclaration): void {
  const before = readTools(owner);
  Reflect.defineMetadata(TOOLS, new Map(before).set(member, Object.freeze(amend(before.get(member) ?? NOTHING))), owner);
}

/** Says what fills one position of a method's parameter list. */
export function addParam(owner: Owner, member: string | symbol, index: number, position: PositionDeclaration): void {
  amendTool(owner, member, (before) => ({ ...before, positions: new Map(before.positions).set(index, position) }));
}

/** Types that the compiler emitted for a method of this class; undefined when none were emitted. */
export function readParameterTypes(owner: Owner, member: string | symbol): readonly unknown[] | undefined {
  return Reflect.getOwnMetadata('design:paramtypes', owner.prototype as object, member) as readonly unknown[] | undefined;
}

/** The type that the compiler emitted for a property of this class or one it extends; undefined when it emitted none. */
export function readPropertyType(owner: Owner, property: string): unknown {
  return Reflect.getMetadata('design:type', owner.prototype as object, property);
}

/** Types that the compiler emitted for the class's own constructor; undefined when none were emitted. */
export function readConstructorTypes(owner: Owner): readonly unknown[] | undefined {
  return Reflect.getOwnMetadata('design:paramtypes', owner) as readonly unknown[] | undefined;
}

/** Which parameters of the class's own constructor have a token, ours or tsyringe's. */
export function readInjections(owner: Owner): ReadonlySet<number> {
  const tokens = Reflect.getOwnMetadata(INJECTIONS, owner) as object | undefined;
  return new Set(Object.keys(tokens ?? {}).map(Number));
}

/** What is known of a class's constructor. */
export interface ConstructorDeclaration {
  /** Whether the class itself, not only a base of it, is marked for the container. */
  readonly isInjectable: boolean;
  /** What the container puts into each parameter: a token, a type, or a record of tsyringe's. Sparse where nobody said. */
  readonly parameters: readonly unknown[];
}

/** What the container would put into the constructor of a class; the same that tsyringe reads. */
export function readConstructor(owner: Owner): ConstructorDeclaration {
  const types = Reflect.getMetadata('design:paramtypes', owner) as readonly unknown[] | undefined;
  const tokens = Reflect.getOwnMetadata(INJECTIONS, owner) as Readonly<Record<number, unknown>> | undefined;
  return { isInjectable: readToolkit(owner).isInjectable, parameters: Object.assign([...(types ?? [])], tokens) };
}

/**
 * Gives a class without a constructor of its own the tokens of the constructor that it inherits. Where types are emitted,
 * tsyringe finds them in the inherited type list; where none are, it would inject `undefined`.
 */
export function inheritInjections(owner: Owner): void {
  const tokens: unknown = Reflect.getMetadata(INJECTIONS, owner);
  if (tokens === undefined || Reflect.hasOwnMetadata(INJECTIONS, owner) || Reflect.hasOwnMetadata('design:paramtypes', owner)) return;
  if (owner.length === 0) Reflect.defineMetadata(INJECTIONS, { ...(tokens as object) }, owner);
}

/** Signatures that a compiler attached to this class, by member; undefined when none did. */
export function attachedSignatures(owner: Owner): Readonly<Record<string, ToolSignature>> | undefined {
  return Object.getOwnPropertyDescriptor(owner, SIGNATURES)?.value as Readonly<Record<string, ToolSignature>> | undefined;
}

/** What a plain function says about itself as a tool. */
export function readFunction(fn: object): unknown {
  return Reflect.getOwnMetadata(FUNCTION, fn) as unknown;
}

/** Attaches what a plain function says about itself as a tool. */
export function describeFunction(fn: object, description: object): void {
  Reflect.defineMetadata(FUNCTION, Object.freeze(description), fn);
}

/** A token as tsyringe wants it: symbols and classes, abstract ones too, are among its kinds. */
export type ContainerToken = symbol | (new (...args: never[]) => unknown);

/** The token as the container knows it. */
export function containerToken(of: InjectionToken): ContainerToken {
  return of as ContainerToken;
}
