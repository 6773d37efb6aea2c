import type { JsonObject } from './json.js';

/**
 * A schema of any library that follows the Standard Schema convention (zod, Valibot, ArkType, …). Only what Tackroom
 * reads is named.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaProps<Input, Output>;
}

/** What a library puts behind `~standard`. */
export interface StandardSchemaProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  /** JSON Schema of what goes in and of what comes out; younger than the convention, so it may be absent. */
  readonly jsonSchema?:
    | { readonly input: (options: StandardJsonSchemaOptions) => object; readonly output: (options: StandardJsonSchemaOptions) => object }
    | undefined;
}

/** Which JSON Schema is asked for. */
export interface StandardJsonSchemaOptions {
  readonly target: 'draft-2020-12' | 'draft-07';
  /** What is for one library alone. */
  readonly libraryOptions?: Record<string, unknown>;
}

/** A value, or what is wrong with it. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of a checked value. */
export type StandardOutput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

/**
 * Checks of a schema's own library beyond what JSON Schema can say, such as rules across fields: one line for the model,
 * or undefined when all hold. A promise when the library checks asynchronously.
 */
export type Refinement = (args: JsonObject) => string | undefined | Promise<string | undefined>;
