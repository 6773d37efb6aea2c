import type { Problem } from '../contracts/errors.js';
import type { JsonSchema } from '../contracts/json.js';
import { toJsonSchema, toOutputSchema, type ConvertedSchema } from '../schema/json-schema-of.js';
import { isProblems } from '../schema/shape-source.js';
import type { ToolOptions } from './tool-options.js';
import { isRecord, wrongOption } from './tool-problem.js';

/** Schemas of a tool, checked and frozen. */
export interface ToolSchemas {
  readonly input: ConvertedSchema;
  readonly output: ConvertedSchema | undefined;
}

/** Schema of a tool that takes nothing. */
const NO_ARGUMENTS: JsonSchema = Object.freeze({ type: 'object', properties: Object.freeze({}), additionalProperties: false });

/** The schemas that a tool's options give, or what is wrong with them. */
export function toolSchemas(options: ToolOptions, where: string): ToolSchemas | readonly Problem[] {
  const input = inputOf(options, where);
  const output = options.outputSchema === undefined ? undefined : toOutputSchema(options.outputSchema, `${where}, output`);
  const problems = [...(isProblems(input) ? input : unknownParameters(options, input.schema, where))];
  if (output !== undefined && isProblems(output)) return [...problems, ...output];
  return problems.length > 0 || isProblems(input) ? problems : { input, output };
}

function inputOf(options: ToolOptions, where: string): ConvertedSchema | readonly Problem[] {
  const { inputSchema, input } = options;
  if (inputSchema !== undefined && input !== undefined) return [wrongOption(where, 'input', 'is given beside "inputSchema"; keep one')];
  const converted = toJsonSchema(inputSchema ?? input ?? NO_ARGUMENTS, `${where}, input`);
  if (isProblems(converted)) return converted;
  const types = [converted.schema.type ?? 'object'].flat();
  if (types.includes('object')) return converted;
  const message = `The schema describes ${types.join(', ')}, but arguments are always one object: write type: 'object' with properties.`;
  return [{ code: 'SCHEMA_INVALID', where: `${where}, input`, message }];
}

const NAMING_OPTIONS = ['semantics', 'secretParameters', 'losslessParameters'] as const;

/** Options that speak of parameters, where the schema lists all there are. */
function unknownParameters(options: ToolOptions, schema: JsonSchema, where: string): readonly Problem[] {
  const { properties } = schema;
  if (NAMING_OPTIONS.every((option) => options[option] === undefined) || properties === undefined) return [];
  if (['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema)) return [];
  const known = [...Object.keys(properties), ...Object.keys(options.hidden ?? {})];
  return NAMING_OPTIONS.flatMap((option) => {
    const given: unknown = options[option];
    const names: readonly unknown[] = Array.isArray(given) ? given : isRecord(given) ? Object.keys(given) : [];
    return names
      .filter((name) => typeof name === 'string' && !known.includes(name))
      .map((name) => wrongOption(where, option, `names the parameter ${String(name)}; the parameters are ${known.join(', ') || 'none'}`));
  });
}
