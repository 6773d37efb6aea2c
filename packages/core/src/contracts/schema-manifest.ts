import type { JsonSchema } from './json.js';

/** What a compiler read from signatures: the content of `tackroom.schemas.json`. */
export interface SchemaManifest {
  /** Version of this format. */
  readonly version: 1;
  /** SHA-256 of each file that an entry depends on, line ends as `\n`; by path from the manifest's folder. */
  readonly sources: Readonly<Record<string, string>>;
  /** By source path and member: `src/orders.ts#OrderTools.lookupOrder`; `src/orders.ts#lookup_order` for a function. */
  readonly tools: Readonly<Record<string, ToolSignature>>;
}

/** The same as an import of the JSON file has it, where texts and numbers are of no narrower type. It is checked when it is read. */
export interface ManifestContent {
  readonly version: number;
  readonly sources: object;
  readonly tools: object;
}

/** One signature with its doc comment. */
export interface ToolSignature {
  /** Name of the class and its member; absent for a function. */
  readonly className?: string;
  readonly member?: string;
  /** Name of the tool that a function is. */
  readonly tool?: string;
  /** `@Toolkit({ id })` of the class. */
  readonly id?: string;
  /** Doc comment up to its first tag. */
  readonly description?: string;
  /** Whole arguments, from `@example` tags that hold a JSON object. */
  readonly examples?: readonly Readonly<Record<string, unknown>>[];
  /** Files besides the tool's own whose types it uses. */
  readonly uses?: readonly string[];
  /** Why the signature as a whole cannot be compiled. */
  readonly refused?: string;
  readonly parameters: readonly ParameterSignature[];
}

/** One parameter of a signature, at its position. */
export interface ParameterSignature {
  /** Undefined for a destructured parameter. */
  readonly name?: string;
  /** The type that decorator metadata has at run time: String, Number, Boolean, or Object for anything else. */
  readonly emits: 'String' | 'Number' | 'Boolean' | 'Object';
  /** Filled by the runtime: `@Ctx()` and `@Dep()`. */
  readonly injected?: true;
  /** With its description, constraints and default; refers to nothing outside itself. */
  readonly schema?: JsonSchema;
  /** Whether the model must give it. */
  readonly required?: boolean;
  /** JSON pointers into the schema at which the signature says `Date`. */
  readonly dates?: readonly string[];
  /** Why there is no schema, and what to write. */
  readonly refused?: string;
}
