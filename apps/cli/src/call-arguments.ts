import type { JsonObject, JsonSchema, JsonValue } from 'tackroom';
import { cliError } from './cli-error.js';
import { parseJson } from './parse-json.js';

/**
 * The arguments of `tackroom call`: one JSON object as text, handed on as it is so that the pipeline judges it, or
 * `key=value` words. A value is read by the parameter's type; text parameters take it as it stands.
 */
export function callArguments(words: readonly string[], schema: JsonSchema | undefined): string | JsonObject {
  const [first] = words;
  if (first === undefined) return {};
  if (words.length === 1 && !/^[\w-]+=/.test(first)) return first;
  const args: Record<string, JsonValue> = {};
  for (const word of words) {
    const split = word.indexOf('=');
    if (split < 1)
      throw cliError('CLI_USAGE', `${JSON.stringify(word)} is not key=value. Write path=README.md, or all arguments as one JSON object.`);
    const key = word.slice(0, split);
    args[key] = readValue(word.slice(split + 1), key, schema?.properties?.[key]);
  }
  return args;
}

function readValue(text: string, key: string, schema: JsonSchema | boolean | undefined): JsonValue {
  const type = typeof schema === 'object' ? schema.type : undefined;
  if (type === 'string') return text;
  if (type !== undefined) return looksLikeJson(text) ? parseJson(text, key) : text;
  return text;
}

/** What is not JSON is passed on as text: the pipeline's own message about it is the better one. */
function looksLikeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
