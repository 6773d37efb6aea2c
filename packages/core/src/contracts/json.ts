/** A value that JSON can say. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Frozen wherever it leaves the pipeline. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * A whole number, to the compiler of schemas: `pieces: Integer` is `"type": "integer"` in the schema of a tool. To TypeScript
 * it is `number`, which it takes and gives without a cast.
 */
export type Integer = number & {};

/**
 * A JSON Schema (draft 2020-12) in its object form. Only the keywords that Tackroom itself reads are named;
 * every other keyword is kept as given.
 */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema | boolean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema | boolean;
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;
  readonly default?: JsonValue;
  readonly description?: string;
  readonly [keyword: string]: unknown;
}
