import type { Problem } from '../contracts/errors.js';
import type { JsonObject, JsonSchema } from '../contracts/json.js';
import type { Refinement } from '../contracts/standard-schema.js';
import type { InjectionToken } from '../contracts/token.js';
import type { ParameterSemantics } from '../contracts/tool-definition.js';
import type { ToolDecoratorOptions } from '../decorators/tool-declaration.js';
import { toJsonSchema } from '../schema/json-schema-of.js';
import { objectSchema } from '../schema/object-schema.js';
import { isProblems } from '../schema/shape-source.js';
import { refuse } from '../schema/standard-schema.js';
import type { LibrarySchema, ParameterSource } from './parameter-plan.js';
import type { Slot } from './parameter-slots.js';
import { scanParameter, type ScannedParameter } from './scan-parameter.js';

/** A tool's parameter list: how a call fills it, and what the model sees of it. */
export interface ScannedParameters {
  readonly sources: readonly ParameterSource[];
  /** Undefined for a tool whose `input` is the schema. */
  readonly inputSchema: JsonSchema | undefined;
  readonly refine: Refinement | undefined;
  readonly semantics: Readonly<Record<string, ParameterSemantics>>;
  readonly secretParameters: readonly string[];
  readonly losslessParameters: readonly string[];
  readonly dependencies: readonly InjectionToken[];
  readonly problems: readonly Problem[];
}

/** What the scan is told besides the slots. */
export interface ParameterScanOptions {
  /** Class and member, for messages. */
  readonly where: string;
  readonly tool: ToolDecoratorOptions;
  readonly unknownTypes: 'reject' | 'unconstrained';
  /** Whole argument lists that the doc comment shows. */
  readonly examples?: readonly unknown[];
}

/** Reads a tool's parameter list and everything that is wrong with it. */
export function scanParameters(slots: readonly Slot[], options: ParameterScanOptions): ScannedParameters {
  const dependencies = slots.flatMap(({ position }) => (position.kind === 'dep' ? [position.token] : []));
  return { ...(options.tool.input === undefined ? scanSeparate(slots, options) : scanObject(slots, options)), dependencies };
}

/** Each parameter is one of the model's. */
function scanSeparate(
  slots: readonly Slot[],
  { where, tool, unknownTypes, examples }: ParameterScanOptions,
): Omit<ScannedParameters, 'dependencies'> {
  const problems: Problem[] = [];
  const parameters: ScannedParameter[] = [];
  const sources = slots.map((slot): ParameterSource => {
    if (slot.position.kind !== 'param') return slot.position;
    const scanned = scanParameter(slot, where, unknownTypes);
    if (isProblems(scanned)) problems.push(...scanned);
    else parameters.push(scanned);
    return isProblems(scanned) ? { kind: 'args' } : valueSource(scanned);
  });
  problems.push(...repeatedNames(parameters, where));
  const isLossless = ({ param }: ScannedParameter): boolean => tool.coerce === 'lossless' || param.coerce === 'lossless';
  return {
    sources,
    inputSchema: objectSchema(parameters, examples),
    refine: refinementOf(parameters),
    semantics: Object.fromEntries(
      parameters.flatMap(({ name, param }) => (param.semantics === undefined ? [] : [[name, param.semantics]])),
    ),
    secretParameters: parameters.filter(({ param }) => param.secret === true).map(({ name }) => name),
    losslessParameters: parameters.filter(isLossless).map(({ name }) => name),
    problems,
  };
}

/** One parameter takes the whole arguments object. */
function scanObject(slots: readonly Slot[], { where, tool }: ParameterScanOptions): Omit<ScannedParameters, 'dependencies'> {
  const problems: Problem[] = [];
  let isTaken = false;
  const sources = slots.map((slot): ParameterSource => {
    if (slot.position.kind !== 'param') return slot.position;
    if (Object.keys(slot.position.param).length > 0 || isTaken) {
      const message =
        '@Tool({ input }) gives the method one arguments object as its first parameter; mark the others with @Ctx or @Dep and drop @Param.';
      problems.push({ code: 'PARAM_WITH_INPUT', where: `${where}, parameter ${slot.index + 1}`, message });
    }
    isTaken = true;
    return { kind: 'args' };
  });
  return {
    sources,
    inputSchema: undefined,
    refine: undefined,
    semantics: tool.semantics ?? {},
    secretParameters: tool.secretParameters ?? [],
    losslessParameters: tool.coerce === 'lossless' ? inputNames(tool.input, where) : [],
    problems,
  };
}

/** Names of the parameters that a schema of the whole arguments lists. */
function inputNames(input: unknown, where: string): readonly string[] {
  const converted = toJsonSchema(input, where);
  return isProblems(converted) ? [] : Object.keys(converted.schema.properties ?? {});
}

function valueSource({ name, library }: ScannedParameter): ParameterSource {
  return { kind: 'value', name, ...(library === undefined ? {} : { library }) };
}

function repeatedNames(parameters: readonly ScannedParameter[], where: string): readonly Problem[] {
  const names = parameters.map(({ name }) => name);
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map((name) => {
    return { code: 'PARAM_NAME_INVALID', where, message: `Two parameters have the name ${JSON.stringify(name)}; give one another.` };
  });
}

/** Asks the library of each parameter that has one; the first refusal is the answer. */
function refinementOf(parameters: readonly ScannedParameter[]): Refinement | undefined {
  const checks = parameters.flatMap(({ name, library }) => (library === undefined ? [] : [{ name, library }]));
  return checks.length === 0 ? undefined : (args) => firstRefusal(checks, args, 0);
}

function firstRefusal(
  checks: readonly { readonly name: string; readonly library: LibrarySchema }[],
  args: JsonObject,
  from: number,
): ReturnType<Refinement> {
  for (let at = from; at < checks.length; at++) {
    const check = checks[at];
    if (check === undefined || !Object.hasOwn(args, check.name)) continue;
    const refusal = refuse(check.library.standard, args[check.name], check.name);
    if (refusal instanceof Promise) return refusal.then((text) => text ?? firstRefusal(checks, args, at + 1));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
