import type { JsonSchema } from '../contracts/json.js';
import { markChecked } from './checked-schemas.js';
import { hoistDefinitions } from './hoist-definitions.js';

/** One parameter of a tool as its schema shows it. */
export interface ParameterSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** Whether we wrote the whole schema, so that it holds to strict rules. */
  readonly isGenerated: boolean;
}

const generated = new WeakSet<object>();

/**
 * The schema of a parameter list: an object with these (checked, frozen) properties and no others. `examples` are whole
 * argument lists.
 */
export function objectSchema(parameters: readonly ParameterSchema[], examples: readonly unknown[] = []): JsonSchema {
  const { schemas, definitions } = hoistDefinitions(parameters);
  const schema: JsonSchema = Object.freeze({
    type: 'object',
    properties: Object.freeze(Object.fromEntries(parameters.map(({ name }, at) => [name, schemas[at] ?? true]))),
    required: Object.freeze(parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name)),
    additionalProperties: false,
    ...(definitions === undefined ? {} : { $defs: Object.freeze(definitions) }),
    ...(examples.length === 0 ? {} : { examples: Object.freeze(examples) }),
  });
  markChecked(schema);
  if (parameters.every(({ isGenerated }) => isGenerated)) generated.add(schema);
  return schema;
}

/** Whether every part of the schema was written by us and not published by somebody else. */
export function isGenerated(schema: JsonSchema): boolean {
  return generated.has(schema);
}
