import type { JsonObject, JsonValue } from 'tackroom';
import { CliError, reasonOf } from './cli-error.js';

/** Parses a flag's or file's JSON. Throws `CLI_JSON_INVALID` naming where it stood, in a file of several lines by line and column. */
export function parseJson(given: string, where: string): JsonValue {
  const text = given.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    const reason = reasonOf(error).replace(
      / in JSON at position (\d+)(?: \(.*\))?$/,
      (said, at: string) => placeOf(text, Number(at)) ?? said,
    );
    throw new CliError('CLI_JSON_INVALID', `${where} is not valid JSON: ${reason}.`, { cause: error });
  }
}

function placeOf(text: string, at: number): string | undefined {
  const before = text.slice(0, at).split('\n');
  return text.trimEnd().includes('\n') ? ` at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}` : undefined;
}

/** The same for text that must be one JSON object. */
export function parseJsonObject(text: string, where: string): JsonObject {
  const value = parseJson(text, where);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CliError('CLI_JSON_INVALID', `${where} must be one JSON object, for example {"path":"README.md"}.`);
  }
  return value as JsonObject; // neither a list nor a scalar
}
