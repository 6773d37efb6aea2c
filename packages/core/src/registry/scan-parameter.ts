import type { Problem } from '../contracts/errors.js';
import type { JsonValue } from '../contracts/json.js';
import type { StandardSchema } from '../contracts/standard-schema.js';
import type { ParamOptions } from '../decorators/tool-declaration.js';
import { frozenJson } from '../schema/frozen-json.js';
import type { ParameterSchema } from '../schema/object-schema.js';
import { parameterShape } from '../schema/parameter-shape.js';
import { isProblems, type ParameterShape } from '../schema/shape-source.js';
import { refuse } from '../schema/standard-schema.js';
import type { LibrarySchema } from './parameter-plan.js';
import { slotName, type Slot } from './parameter-slots.js';
import { isRecord, shown } from './tool-problem.js';

/** One parameter that the model fills. */
export interface ScannedParameter extends ParameterSchema {
  readonly param: ParamOptions;
  readonly library: LibrarySchema | undefined;
}

/**
 * Reads one parameter from its slot, or everything that is wrong with it. Codes: `PARAM_REST`, `PARAM_NAME_UNKNOWN`,
 * `PARAM_NAME_INVALID`, `PARAM_OPTION_INVALID`, `PARAM_TYPE_UNKNOWN`, `PARAM_TYPE_CONFLICT` and those of schemas.
 */
export function scanParameter(slot: Slot, member: string, unknownTypes: 'reject' | 'unconstrained'): ScannedParameter | readonly Problem[] {
  const param = slot.position.kind === 'param' ? slot.position.param : {};
  const said = slotName(slot);
  const where = `${member}, parameter ${slot.index + 1}${said === undefined ? '' : ` (${said})`}`;
  if (slot.parsed?.isRest === true) {
    return [{ code: 'PARAM_REST', where, message: 'It is a rest parameter, which no call can fill: take one array with a schema.' }];
  }
  const name = nameOf(slot, param, where);
  const shape = parameterShape(
    { where, param, designType: slot.designType, hasDesignTypes: slot.hasDesignTypes, signature: slot.signature },
    unknownTypes,
  );
  const problems = [...checkParam(param, where), ...(typeof name === 'string' ? [] : [name]), ...(isProblems(shape) ? shape : [])];
  if (problems.length > 0 || typeof name !== 'string' || isProblems(shape)) return problems;
  return complete(name, slot, param, shape);
}

function nameOf(slot: Slot, param: ParamOptions, where: string): string | Problem {
  const unknown = (why: string): Problem => {
    return { code: 'PARAM_NAME_UNKNOWN', where, message: `Its name is not known: ${why}. Write @Param('name', 'description').` };
  };
  if (param.name !== undefined) return isName(param.name) ? param.name : invalidName(param.name, where);
  if (slot.signature?.name !== undefined)
    return isName(slot.signature.name) ? slot.signature.name : invalidName(slot.signature.name, where);
  if (slot.parsed === undefined)
    return unknown('the source of the method does not show it (a native function, or compiled for an engine before ES2017)');
  if (slot.parsed.name === undefined) return unknown('it is destructured');
  if (slot.isMinified) return unknown(`every name of the method has one letter ("${slot.parsed.name}"), as if it was minified`);
  return isName(slot.parsed.name) ? slot.parsed.name : invalidName(slot.parsed.name, where);
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && name.length > 0 && name.length <= 64 && name !== '__proto__';
}

function invalidName(name: unknown, where: string): Problem {
  return {
    code: 'PARAM_NAME_INVALID',
    where,
    message: `The name ${shown(name)} cannot be used: write 1 to 64 characters, not "__proto__".`,
  };
}

const OPTIONS: Readonly<Record<keyof ParamOptions, readonly [holds: (value: unknown) => boolean, expected: string]>> = {
  name: [() => true, 'a name'],
  description: [(value) => typeof value === 'string', 'a text for the model'],
  type: [() => true, 'a type'],
  schema: [() => true, 'a schema'],
  semantics: [(value) => ['text', 'path', 'url', 'shell-command'].includes(String(value)), 'text, path, url or shell-command'],
  secret: [(value) => typeof value === 'boolean', 'true or false'],
  coerce: [(value) => value === 'lossless', "'lossless'"],
  optional: [(value) => typeof value === 'boolean', 'true or false'],
  default: [(value) => 'value' in frozenJson(value), 'a JSON value'],
};

function checkParam(param: ParamOptions, where: string): readonly Problem[] {
  const problem = (message: string): Problem => ({ code: 'PARAM_OPTION_INVALID', where, message });
  if (!isRecord(param)) return [problem(`@Param was given ${shown(param)}; write a name or an object of options.`)];
  const problems: Problem[] = [];
  for (const option of Object.keys(param)) {
    const given: unknown = param[option];
    const rule = Object.hasOwn(OPTIONS, option) ? OPTIONS[option as keyof ParamOptions] : undefined;
    if (rule === undefined)
      problems.push(problem(`"${option}" is not an option of @Param; the options are ${Object.keys(OPTIONS).join(', ')}.`));
    else if (given !== undefined && !rule[0](given)) problems.push(problem(`"${option}" is ${shown(given)}; write ${rule[1]}.`));
  }
  const { type, default: value }: ParamOptions = param;
  if (value !== undefined && type !== undefined && !isOfType(value, type)) {
    problems.push(problem(`The default ${shown(value)} is not of the type ${type}.`));
  }
  return problems;
}

function isOfType(value: unknown, type: unknown): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function complete(name: string, slot: Slot, param: ParamOptions, shape: ParameterShape): ScannedParameter {
  const value = param.default ?? sourceDefault(slot, param, shape);
  const library = shape.standard === undefined ? undefined : { standard: shape.standard, takesAbsent: takesAbsent(shape.standard) };
  const schema: Record<string, unknown> = { ...shape.schema };
  if (param.description !== undefined) schema['description'] = param.description;
  if (value !== undefined) schema['default'] = frozenDefault(value);
  const isOptional =
    param.optional === true || slot.signature?.required === false || slot.parsed?.hasDefault === true || library?.takesAbsent === true;
  return {
    name,
    schema: Object.freeze(schema),
    isRequired: !isOptional && schema['default'] === undefined,
    isGenerated: shape.isGenerated,
    param,
    library,
  };
}

/** The default in the method's own source, where it is a plain value of the right type: rules and approvers then see it. */
function sourceDefault(slot: Slot, param: ParamOptions, shape: ParameterShape): JsonValue | undefined {
  const value = slot.parsed?.default;
  const isUsable = value !== undefined && shape.isGenerated && param.optional !== true;
  return isUsable && isOfType(value, shape.schema.type) ? value : undefined;
}

function frozenDefault(value: JsonValue): JsonValue {
  const copy = frozenJson(value);
  return 'value' in copy ? copy.value : null;
}

/** Whether a library's schema takes a parameter that was left out; its JSON Schema has no way to say so. */
function takesAbsent(standard: StandardSchema): boolean {
  try {
    return refuse(standard, undefined, '') === undefined;
  } catch {
    // A user's own check that cannot take undefined.
    return false;
  }
}
