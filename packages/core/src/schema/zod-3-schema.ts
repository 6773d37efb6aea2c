import type { JsonSchema } from '../contracts/json.js';
import { foreignTypeError } from './foreign-type-error.js';

/** Which side of a schema: what it takes, or what it gives. */
export type SchemaSide = 'input' | 'output';

/** What is read of a zod 3 schema's definition. */
interface Definition {
  readonly typeName: string;
  readonly coerce?: boolean;
  readonly effect?: { readonly type: string };
  readonly unknownKeys?: string;
  readonly catchall?: { readonly _def: Definition };
  readonly shape?: () => Readonly<Record<string, { safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown } }>>;
}

interface Position {
  readonly currentPath: readonly string[];
  readonly seen: Map<Definition, unknown>;
}

/** What is used of the module `zod-to-json-schema`. */
interface Converter {
  zodToJsonSchema(source: unknown, options: object): JsonSchema;
}

/**
 * JSON Schema (draft 7) of a zod 3 schema by the converter `zod-to-json-schema`, with what it gets wrong for our purpose
 * put right: a type that no JSON value can be is an error that names the field, a stripping object takes unknown fields
 * but never gives any, and a field with a default is always given.
 */
export function zod3Schema(converter: unknown, source: unknown, side: SchemaSide): JsonSchema {
  return (converter as Converter).zodToJsonSchema(source, {
    target: 'jsonSchema7',
    pipeStrategy: side,
    postProcess: (schema: JsonSchema | undefined, definition: Definition, { currentPath, seen }: Position) => {
      // Only what is still being converted is referred to; the same schema in two places is written twice.
      seen.delete(definition);
      const type = foreignType(definition, side);
      if (type !== undefined) throw foreignTypeError(`${type} cannot be represented in JSON Schema`, currentPath.slice(1));
      return definition.typeName === 'ZodObject' && schema !== undefined ? objectSide(schema, definition, side) : schema;
    },
  });
}

const FOREIGN = ['ZodMap', 'ZodSet', 'ZodFunction', 'ZodSymbol', 'ZodNaN', 'ZodPromise'];
/** What a text or number becomes on the way in when the schema coerces. */
const COERCIBLE = ['ZodDate', 'ZodBigInt'];

/** The name of a type that no JSON value can be. */
function foreignType({ typeName, coerce, effect }: Definition, side: SchemaSide): string | undefined {
  const isForeign = FOREIGN.includes(typeName) || (COERCIBLE.includes(typeName) && !(coerce === true && side === 'input'));
  if (isForeign) return typeName.slice('Zod'.length);
  return effect?.type === 'transform' && side === 'output' ? 'A transformation' : undefined;
}

function objectSide(schema: JsonSchema, definition: Definition, side: SchemaSide): JsonSchema {
  const isStripping = definition.unknownKeys === 'strip' && definition.catchall?._def.typeName === 'ZodNever';
  const { additionalProperties, required, ...rest } = schema;
  const names = side === 'input' ? required : alwaysGiven(definition, schema);
  return {
    ...rest,
    ...(names === undefined || names.length === 0 ? {} : { required: names }),
    ...(additionalProperties === undefined || (isStripping && side === 'input') ? {} : { additionalProperties }),
  };
}

function alwaysGiven(definition: Definition, schema: JsonSchema): readonly string[] {
  const fields = Object.entries(definition.shape?.() ?? {}).filter(([name]) => Object.hasOwn(schema.properties ?? {}, name));
  return fields.filter(([, field]) => !mayBeAbsent(field)).map(([name]) => name);
}

function mayBeAbsent(field: { safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown } }): boolean {
  try {
    const parsed = field.safeParse(undefined);
    return parsed.success && parsed.data === undefined;
  } catch {
    // An asynchronous check, or a user's own that cannot take undefined.
    return true;
  }
}
