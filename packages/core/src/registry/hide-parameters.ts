import { HarnessError } from '../contracts/errors.js';
import type { JsonObject, JsonSchema } from '../contracts/json.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { compileValidator } from '../schema/validator.js';
import { copyDefinition } from './copy-definition.js';

/**
 * A copy of a definition whose model cannot see or set the named parameters: they leave its schema, and the runtime fills
 * in these values. Throws `TOOL_PARAMETER_INVALID` for a parameter that the tool does not have and for a value that its
 * schema refuses.
 */
export function hideParameters(definition: ToolDefinition, values: JsonObject): ToolDefinition {
  const hidden = Object.keys(values);
  if (hidden.length === 0) return definition;
  const schema = definition.inputSchema;
  const properties = Object.entries(schema.properties ?? {});
  const unknown = hidden.filter((name) => !properties.some(([known]) => known === name));
  if (unknown.length > 0) {
    const known = properties.map(([name]) => name).join(', ') || 'none';
    throw invalid(`${definition.name} has no parameter ${unknown.join(', ')} to hide; its parameters are: ${known}.`);
  }
  checkValues(definition, values);
  const visible: JsonSchema = {
    ...schema,
    properties: Object.fromEntries(properties.filter(([name]) => !hidden.includes(name))),
    ...(schema.required === undefined ? {} : { required: schema.required.filter((name) => !hidden.includes(name)) }),
  };
  return copyDefinition(definition, { inputSchema: visible, hidden: { ...definition.hidden, ...values } }, 'bundle-option');
}

function checkValues(definition: ToolDefinition, values: JsonObject): void {
  const schema = definition.inputSchema;
  const names = Object.keys(values);
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => names.includes(name));
  const { $defs, definitions } = schema;
  const wrong = compileValidator({
    type: 'object',
    properties: Object.fromEntries(properties),
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  }).check({ ...values });
  if (wrong !== undefined) throw invalid(`The value to hide in ${definition.name} does not fit: ${wrong}.`);
}

function invalid(message: string): HarnessError {
  return new HarnessError('TOOL_PARAMETER_INVALID', message);
}
