import type { JsonSchema } from '../contracts/json.js';
import { dateSchema } from './date-schema.js';
import { toJsonSchema } from './json-schema-of.js';
import { isProblems, type ShapeSource } from './shape-source.js';

/**
 * What a compiler read from the signature. What it refused is no shape but a problem; the caller decides whether that
 * matters. The manifest may have been edited by hand, so that its schemas are checked like any other.
 */
export const signatureShape: ShapeSource = ({ signature, where }) => {
  if (signature?.refused !== undefined) {
    return [{ code: 'PARAM_TYPE_UNKNOWN', where, message: `The compiler has no schema for it: ${signature.refused}.` }];
  }
  if (signature?.schema === undefined) return undefined;
  const converted = toJsonSchema(signature.schema, where);
  if (isProblems(converted)) return converted;
  const schema: JsonSchema = converted.schema;
  const dates = signature.dates ?? [];
  return dates.length === 0 ? { schema, isGenerated: true } : { schema, isGenerated: true, standard: dateSchema(schema, dates) };
};
