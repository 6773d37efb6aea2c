import type { JsonObject, JsonValue } from 'tackroom';
import { CliError, reasonOf } from './cli-error.js';

/** Parses a flag's or file's JSON. Throws `CLI_JSON_INVALID` naming where it stood. */
export function parseJson(text: string, where: string): JsonValue {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as JsonValue;
  } catch (error) {
    throw new CliError('CLI_JSON_INVALID', `${where} is not valid JSON: ${reasonOf(error)}.`, { cause: error });
  }
}

/** The same for text that must be one JSON object. */
export function parseJsonObject(text: string, where: string): JsonObject {
  const value = parseJson(text, where);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CliError('CLI_JSON_INVALID', `${where} must be one JSON object, for example {"path":"README.md"}.`);
  }
  return value as JsonObject; // neither a list nor a scalar
}
