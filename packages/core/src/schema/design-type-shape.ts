import type { JsonSchema } from '../contracts/json.js';
import type { ShapeSource } from './shape-source.js';

const SCHEMAS: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [String, Object.freeze({ type: 'string' })],
  [Number, Object.freeze({ type: 'number' })],
  [Boolean, Object.freeze({ type: 'boolean' })],
]);

/**
 * The type that the compiler emitted, when it is a primitive's. Anything else (`Object`, `Array`, a class) says too little
 * to be a source.
 */
export const designTypeShape: ShapeSource = ({ designType }) => {
  const schema = SCHEMAS.get(designType);
  return schema === undefined ? undefined : { schema, isGenerated: true };
};

/** The schema of an emitted type that is a primitive's. */
export function designTypeSchema(designType: unknown): JsonSchema | undefined {
  return SCHEMAS.get(designType);
}

/** Whether an emitted type contradicts a JSON Schema type; types that say too little contradict nothing. */
export function contradicts(designType: unknown, type: string): boolean {
  const emitted = SCHEMAS.get(designType)?.type;
  return emitted !== undefined && emitted !== (type === 'integer' ? 'number' : type);
}
