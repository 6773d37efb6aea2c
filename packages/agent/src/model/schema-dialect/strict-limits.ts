import type { JsonSchema } from '@tackroom/core';
import { isSchema, mapSchemas } from './schema-parts.js';

/** Of all of a schema together, as "Structured outputs", "Supported schemas" has them. */
const MAX_PROPERTIES = 5_000;
const MAX_DEPTH = 10;
const MAX_ENUM_VALUES = 1_000;
const MAX_CHARACTERS = 120_000;
/** Beyond so many values of one enum, their characters are counted. */
const LONG_ENUM = 250;
const MAX_ENUM_CHARACTERS = 15_000;

/** Which limit of strict mode a schema exceeds, if any. */
export function strictLimit(schema: JsonSchema): string | undefined {
  let properties = 0;
  let values = 0;
  let characters = 0;
  let longEnum = false;
  mapSchemas(schema, (inner) => {
    const names = Object.keys(inner.properties ?? {});
    properties += names.length;
    characters += lengthOf([...names, ...Object.keys(inner['$defs'] ?? inner['definitions'] ?? {}), inner.const]);
    if (inner.enum !== undefined) {
      values += inner.enum.length;
      characters += lengthOf(inner.enum);
      longEnum ||= inner.enum.length > LONG_ENUM && lengthOf(inner.enum) > MAX_ENUM_CHARACTERS;
    }
    return inner;
  });
  if (properties > MAX_PROPERTIES) return `it has ${properties} properties, of which ${MAX_PROPERTIES} are taken`;
  const depth = depthOf(schema);
  if (depth > MAX_DEPTH) return `its objects are nested ${depth} deep, of which ${MAX_DEPTH} are taken`;
  if (values > MAX_ENUM_VALUES) return `its enums have ${values} values, of which ${MAX_ENUM_VALUES} are taken`;
  if (longEnum) return `an enum of more than ${LONG_ENUM} values has more than ${MAX_ENUM_CHARACTERS} characters`;
  if (characters > MAX_CHARACTERS) return `its names and values have ${characters} characters, of which ${MAX_CHARACTERS} are taken`;
  return undefined;
}

function lengthOf(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}

/** Objects within objects; references count as nothing, since a schema may lead to itself. */
function depthOf(schema: unknown): number {
  if (!isSchema(schema)) return 0;
  const own = schema.properties === undefined ? 0 : 1;
  const inner = [...Object.values(schema.properties ?? {}), schema.items, ...((schema['anyOf'] ?? []) as readonly unknown[])];
  const shared = Object.values(schema['$defs'] ?? schema['definitions'] ?? {}) as readonly unknown[];
  return Math.max(own + Math.max(0, ...inner.map(depthOf)), ...shared.map(depthOf));
}
