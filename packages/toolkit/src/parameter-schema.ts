import type { JsonSchema } from '@tackroom/core';

/** Schema of a tool's arguments: these and no others. */
export function object(properties: Readonly<Record<string, JsonSchema>>, ...required: readonly string[]): JsonSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
}

/** A text parameter. */
export function text(description: string): JsonSchema {
  return { type: 'string', description };
}

/** A whole number from `minimum` on. */
export function whole(minimum: number, description: string): JsonSchema {
  return { type: 'integer', minimum, description };
}

/** A switch that is off unless it is set. */
export function flag(description: string): JsonSchema {
  return { type: 'boolean', default: false, description };
}
