import type { ParameterSignature, ToolSignature } from '../contracts/schema-manifest.js';
import { readParameterTypes, type Owner } from '../decorators/metadata-store.js';
import type { ParamOptions, PositionDeclaration } from '../decorators/tool-declaration.js';
import { parseParameters, type ParsedParameter } from '../schema/parse-parameters.js';
import type { DeclaredTool, Level, Method } from './toolkit-levels.js';

/** One position of a tool's parameter list and what is known of it. */
export interface Slot {
  readonly index: number;
  readonly position: PositionDeclaration;
  /** As the source shows it; undefined where the source does not show it. */
  readonly parsed: ParsedParameter | undefined;
  readonly designType: unknown;
  readonly hasDesignTypes: boolean;
  /** What a compiler read from the signature; undefined when none did. */
  readonly signature: ParameterSignature | undefined;
  /** Whether all names of the method's list have one letter, as minifiers leave them. */
  readonly isMinified: boolean;
}

/** What one class's own method shows of its parameter list. */
interface Signature {
  readonly parsed: readonly ParsedParameter[] | undefined;
  readonly designTypes: readonly unknown[] | undefined;
  readonly compiled: readonly ParameterSignature[] | undefined;
  readonly length: number;
  readonly isMinified: boolean;
}

/** Compiled signatures of a tool's member, by the class that has it. */
export type CompiledLevels = ReadonlyMap<Owner, ToolSignature>;

/**
 * The parameter list of a tool: positions that a decorator of the toolkit or a base class speaks of, those of a base class
 * replaced where a nearer class names the same parameter, and the undecorated rest of the nearest `@Tool` method.
 */
export function parameterSlots(tool: DeclaredTool, compiled: CompiledLevels): readonly Slot[] {
  const slots = new Map<number, Slot>();
  for (const level of [...tool.levels].reverse()) {
    const positions = level.declaration?.positions;
    if (positions === undefined || positions.size === 0) continue;
    const signature = signatureOf(level, tool.member, compiled);
    const inherited = new Map(slots);
    for (const [index, position] of positions) {
      const slot = slotAt(index, position, signature);
      slots.set(index, position.kind === 'param' ? replacing(slot, position.param, inherited, slots) : slot);
    }
  }
  const signature = signatureOf(tool.toolLevel, tool.member, compiled);
  const length = Math.max(signature.length, ...[...slots.keys()].map((index) => index + 1));
  return Array.from({ length }, (_, index) => slots.get(index) ?? slotAt(index, { kind: 'param', param: {} }, signature));
}

/** The name of a parameter slot, said or read from the source. */
export function slotName({ position, parsed, signature }: Slot): string | undefined {
  return position.kind === 'param' ? (position.param.name ?? signature?.name ?? parsed?.name) : undefined;
}

/** The slot in the place of an inherited one of that name, wherever that stood. Redaction and semantics are not lost. */
function replacing(slot: Slot, param: ParamOptions, inherited: ReadonlyMap<number, Slot>, slots: Map<number, Slot>): Slot {
  const name = slotName(slot);
  for (const [index, other] of inherited) {
    if (name === undefined || other.position.kind !== 'param' || slotName(other) !== name) continue;
    if (slots.get(index) === other) slots.delete(index);
    const { secret, semantics } = other.position.param;
    const kept = { ...(secret === true ? { secret } : {}), ...(semantics === undefined ? {} : { semantics }) };
    return { ...slot, position: { kind: 'param', param: { ...param, ...kept } } };
  }
  return slot;
}

function slotAt(index: number, position: PositionDeclaration, { parsed, designTypes, compiled, isMinified }: Signature): Slot {
  return {
    index,
    position,
    parsed: parsed?.[index],
    designType: designTypes?.[index],
    hasDesignTypes: designTypes !== undefined,
    signature: compiled?.[index],
    isMinified,
  };
}

function signatureOf({ owner, method, declaration }: Level, member: string | symbol, levels: CompiledLevels): Signature {
  const compiled = levels.get(owner)?.parameters;
  const visible = method === undefined ? undefined : shownParameters(method);
  const designTypes = readParameterTypes(owner, member);
  const declared = Math.max(designTypes?.length ?? 0, ...[...(declaration?.positions.keys() ?? [])].map((index) => index + 1));
  // Compiled for an engine without async functions, a method with defaults shows a shorter list of other names.
  const parsed = visible !== undefined && visible.length < declared ? undefined : visible;
  const shownLength = Math.max(method?.length ?? 0, parsed?.length ?? 0);
  const length = Math.max(shownLength, declared, compiled?.length ?? 0);
  return { parsed, designTypes, compiled, length, isMinified: looksMinified(parsed) };
}

/** Whether all names of a list have one letter, as minifiers leave them. */
export function looksMinified(parsed: readonly ParsedParameter[] | undefined): boolean {
  return parsed !== undefined && parsed.length > 0 && parsed.every(({ name }) => name?.length === 1);
}

const shown = new WeakMap<Method, readonly ParsedParameter[] | undefined>();

/** The parameter list that the source of a method shows. Two look at it: the scan, and who compares it with what was compiled. */
export function shownParameters(method: Method): readonly ParsedParameter[] | undefined {
  if (!shown.has(method)) shown.set(method, parseParameters(Function.prototype.toString.call(method)));
  return shown.get(method);
}
