import type { Problem } from '../contracts/errors.js';
import type { JsonSchema } from '../contracts/json.js';
import type { StandardSchema } from '../contracts/standard-schema.js';
import type { ParameterSignature } from '../contracts/schema-manifest.js';
import type { ParamOptions } from '../decorators/tool-declaration.js';

/** What is known of a parameter before its schema is decided. */
export interface ParameterFacts {
  /** Class, member and parameter, for messages. */
  readonly where: string;
  readonly param: ParamOptions;
  /** The type that the compiler emitted for it; undefined when it emitted none. */
  readonly designType: unknown;
  /** Whether the compiler emitted types for the method at all. */
  readonly hasDesignTypes: boolean;
  /** What a compiler read from the signature; undefined when none did. */
  readonly signature?: ParameterSignature | undefined;
}

/** What values a parameter takes. */
export interface ParameterShape {
  readonly schema: JsonSchema;
  /** The library's schema: it checks once more and gives the value that the method gets. */
  readonly standard?: StandardSchema;
  /** Whether we wrote the schema, so that it may be completed and holds to strict rules. */
  readonly isGenerated: boolean;
}

/** One place where shapes come from: its answer, its problems, or undefined when it has nothing to say. */
export type ShapeSource = (facts: ParameterFacts) => ParameterShape | readonly Problem[] | undefined;

/** Whether a source (or all of them) found problems and no shape. */
export function isProblems<T extends object>(answer: T | readonly Problem[]): answer is readonly Problem[] {
  return Array.isArray(answer);
}
