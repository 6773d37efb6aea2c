import type { DtoClass } from '../contracts/dto-class.js';
import type { JsonSchema } from '../contracts/json.js';
import type { StandardOutput, StandardSchema } from '../contracts/standard-schema.js';
import { markInjectable } from './injectable.js';
import { amendDeclaration, type ToolStatement } from './state-fact.js';
import type { ToolDecoratorOptions } from './tool-declaration.js';

/** Options of a tool whose arguments are one object of `input`'s type. */
export type InputToolOptions<S extends StandardSchema> = Omit<ToolDecoratorOptions, 'input'> & { readonly input: S };

/** Options of a tool whose arguments are one instance of a class with class-validator's rules. */
export type DtoToolOptions<T extends object> = Omit<ToolDecoratorOptions, 'input'> & { readonly input: DtoClass<T> };

/** Options of a tool whose arguments are separate parameters, or one object of a JSON Schema. */
export type PlainToolOptions = Omit<ToolDecoratorOptions, 'input'> & { readonly input?: JsonSchema & { readonly '~standard'?: never } };

/** Stands on a method whose first parameter takes `Args`, or on a class whose `execute` does. */
export interface InputToolDecorator<Args> {
  <Method extends (args: Args, ...rest: never[]) => unknown>(
    target: object,
    member: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void;
  (target: abstract new (...dependencies: never[]) => { execute(...args: never[]): unknown } & ExecuteOf<Args>): void;
}

/** A property, not a method: methods would be compared in both directions and a wrong type would pass. */
interface ExecuteOf<Args> {
  readonly execute: (args: Args, ...rest: never[]) => unknown;
}

/**
 * Makes a method a tool, or a class that has an `execute` method. The tool is named after the method (or class) in
 * snake_case. With `input` as a Standard Schema or a DTO class the method's first parameter must take what that gives.
 */
export function Tool<S extends StandardSchema>(options: InputToolOptions<S>): InputToolDecorator<StandardOutput<S>>;
export function Tool<T extends object>(options: DtoToolOptions<T>): InputToolDecorator<T>;
export function Tool(options?: PlainToolOptions): ToolStatement;
export function Tool(options: ToolDecoratorOptions = {}): ToolStatement {
  const declare: AnyPlace = amendDeclaration('Tool', (before) => (before.tool === undefined ? { ...before, tool: options } : undefined));
  return (target: object, member?: string | symbol, descriptor?: PropertyDescriptor): void => {
    declare(target, member, descriptor);
    if (member === undefined) markInjectable(target);
  };
}

/** A decorator before it is known where it stands. */
type AnyPlace = (target: object, member?: string | symbol, descriptor?: PropertyDescriptor) => void;
