/** A schema while it is being written. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: boolean | Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  enum?: (string | number | boolean)[];
  const?: string | number | boolean;
  $defs?: Record<string, Schema>;
  $ref?: string;
  [keyword: string]: unknown;
  /** Whether the type behind it is `Date`; never written to JSON. */
  [DATE]?: true;
  /** Whether a field's type requires it, and only its default makes it optional; never written to JSON. */
  [WANTED]?: true;
}

/** Marks the schema of a `Date`. A symbol, so that copies with more keywords keep it. */
export const DATE: unique symbol = Symbol('Date');

/** Marks the schema of a field that its type requires and that has a default. */
export const WANTED: unique symbol = Symbol('Wanted');

/** JSON pointers of everything in `schema` that is a `Date`. */
export function datePointers(schema: Schema): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (DATE in value) found.push(pointer);
    for (const [key, inner] of Object.entries(value)) visit(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  visit(schema, '');
  return found;
}
