/** Schemas that rows are made of. */
export const text = { type: 'string' };
export const number = { type: 'number' };
export const boolean = { type: 'boolean' };
export const nothing = { type: 'null' };
export const texts = { type: 'array', items: text };

/** An object of these fields, as the compiler writes it: a mere map lists none. */
export function object(properties: object, required: readonly string[] = [], additionalProperties: unknown = false): object {
  return {
    type: 'object',
    ...(Object.keys(properties).length === 0 && additionalProperties !== false ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties,
  };
}
