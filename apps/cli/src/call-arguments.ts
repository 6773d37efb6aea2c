import type { JsonObject, JsonSchema, JsonValue } from 'tackroom';
import { CliError } from './cli-error.js';

/** `key=value`, and not JSON that has an equals sign in it. */
const ASSIGNMENT = /^(?<key>[^\s="'{}[\]]+)=(?<text>.*)$/s;

/**
 * The arguments of `tackroom call`: one JSON object as text, handed on as it is so that the pipeline judges it, or
 * `key=value` words, whose values are read by the parameter's type. Throws `CLI_USAGE` for a mixture of both.
 */
export function callArguments(words: readonly string[], schema: JsonSchema | undefined): string | JsonObject {
  const [first] = words;
  if (first !== undefined && words.length === 1 && !ASSIGNMENT.test(first)) return first;
  const args = new Map<string, JsonValue>();
  for (const word of words) {
    const { key, text } = ASSIGNMENT.exec(word)?.groups ?? {};
    if (key === undefined || text === undefined) {
      throw new CliError(
        'CLI_USAGE',
        `${JSON.stringify(word)} is not key=value. Write path=README.md, or all arguments as one JSON object.`,
      );
    }
    if (args.has(key)) throw new CliError('CLI_USAGE', `${key} is given twice. A list is written as JSON: ${key}='["a","b"]'.`);
    args.set(key, readValue(text, propertyOf(schema, key)));
  }
  return Object.fromEntries(args);
}

function propertyOf(schema: JsonSchema | undefined, key: string): JsonSchema | undefined {
  const properties = schema?.properties;
  const property = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return typeof property === 'object' ? property : undefined;
}

/**
 * Text that is JSON of a type which the parameter takes is read as JSON; where the parameter takes text, anything else
 * stands for itself. The pipeline's own message about a wrong type is better than one from here.
 */
function readValue(text: string, schema: JsonSchema | undefined): JsonValue {
  const parsed = parse(text);
  if (parsed === undefined) return text;
  const types = typesOf(schema);
  const fits = typeof parsed !== 'string' && (types.has(typeOf(parsed)) || (types.has('integer') && typeof parsed === 'number'));
  return types.has('string') && !fits ? text : parsed;
}

/** The types of JSON that a parameter takes; none when its schema does not say. */
function typesOf(schema: unknown): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return new Set();
  const { type, enum: values, const: value, anyOf, oneOf } = schema as JsonSchema;
  const given = [...listOf(values), ...(value === undefined ? [] : [value])].map(typeOf);
  const alternatives = [...listOf(anyOf), ...listOf(oneOf)].flatMap((each) => [...typesOf(each)]);
  return new Set([...listOf(type).map(String), ...given, ...alternatives]);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
