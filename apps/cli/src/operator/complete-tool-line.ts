import type { JsonSchema, OperatorTool } from 'tackroom';
import type { Complete } from '../terminal/person-input.js';

/**
 * Completes a tool line: the tool's name, then the parameters that are not given yet as `name=`, as long as there are some
 * only required ones, and the values that a schema lists. `results` are ids that `read_tool_result` takes.
 */
export function completeToolLine(tools: readonly OperatorTool[], results: readonly string[] = []): Complete {
  return (line) => {
    const [, name = '', rest] = /^(\S*)(?:\s+(.*))?$/s.exec(line) ?? [];
    if (rest === undefined)
      return [
        beginningWith(
          name,
          tools.map((tool) => `${tool.name} `),
        ),
        name,
      ];
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined || rest.startsWith('{')) return [[], line];
    const last = /\S*$/.exec(rest)?.[0] ?? '';
    const [, key = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(last) ?? [];
    if (value !== undefined && name === 'read_tool_result' && key === 'id') return [beginningWith(value, results.map(asWord)), value];
    if (value !== undefined) return [beginningWith(value, valuesOf(propertyOf(tool, key))), value];
    return [beginningWith(key, missingParameters(tool, rest)), key];
  };
}

/** The parameters of a tool with what they take, for a person: `path=TEXT [limit=NUMBER]`. */
export function usageOf({ name, inputSchema }: OperatorTool): string {
  const words = parametersOf(inputSchema).map(({ key, required, schema }) => {
    const word = `${key}=${placeholder(schema)}`;
    return required ? word : `[${word}]`;
  });
  return [name, ...words].join(' ');
}

interface Parameter {
  readonly key: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Required parameters first. */
function parametersOf({ properties = {}, required = [] }: JsonSchema): readonly Parameter[] {
  const all = Object.entries(properties).map(([key, schema]) => ({
    key,
    required: required.includes(key),
    schema: typeof schema === 'object' ? schema : {},
  }));
  return [...all.filter((parameter) => parameter.required), ...all.filter((parameter) => !parameter.required)];
}

function missingParameters({ inputSchema }: OperatorTool, rest: string): readonly string[] {
  const given = new Set([...rest.matchAll(/(?:^|\s)([^\s=]+)=/g)].map(([, key]) => key));
  const missing = parametersOf(inputSchema).filter(({ key }) => !given.has(key));
  const first = missing.some(({ required }) => required) ? missing.filter(({ required }) => required) : missing;
  return first.map(({ key }) => `${key}=`);
}

function propertyOf({ inputSchema }: OperatorTool, key: string): JsonSchema {
  const property = Object.hasOwn(inputSchema.properties ?? {}, key) ? inputSchema.properties?.[key] : undefined;
  return typeof property === 'object' ? property : {};
}

function valuesOf({ enum: values, const: only, type, default: initial }: JsonSchema): readonly string[] {
  const listed = Array.isArray(values) ? values : only === undefined ? (type === 'boolean' ? [true, false] : []) : [only];
  const all = listed.length === 0 && initial !== undefined ? [initial] : listed;
  return all.map((value) => (typeof value === 'string' ? asWord(value) : `${JSON.stringify(value)} `));
}

/** Text as one word of a line, and what ends it. */
function asWord(value: string): string {
  return `${quoted(value)} `;
}

function quoted(value: string): string {
  return /^[\w./:@%+,-]+$/.test(value) ? value : JSON.stringify(value);
}

function placeholder({ enum: values, type }: JsonSchema): string {
  if (Array.isArray(values)) return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('|');
  const types = Array.isArray(type) ? type : [type ?? 'JSON'];
  return types.map((name) => PLACEHOLDERS.get(String(name)) ?? 'JSON').join('|');
}

const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ['string', 'TEXT'],
  ['number', 'NUMBER'],
  ['integer', 'NUMBER'],
  ['boolean', 'true|false'],
]);

function beginningWith(text: string, candidates: readonly string[]): readonly string[] {
  return candidates.filter((candidate) => candidate.startsWith(text));
}
