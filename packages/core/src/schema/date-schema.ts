import type { JsonSchema } from '../contracts/json.js';
import type { StandardIssue, StandardResult, StandardSchema } from '../contracts/standard-schema.js';
import { resolvePointer } from './check-schema.js';
import { valueText } from './value-text.js';

/**
 * The schema of values in which the places at `pointers` (JSON pointers into the schema) are dates: checks the text that
 * stands for each and makes a `Date` of it. What comes out is a copy; everything but the dates is shared.
 */
export function dateSchema(schema: JsonSchema, pointers: readonly string[]): StandardSchema {
  const dates = new Set(pointers.map((pointer) => (pointer === '' ? schema : resolvePointer(schema, `#${pointer}`))));
  const validate = (value: unknown): StandardResult<unknown> => {
    const issues: StandardIssue[] = value === undefined ? [{ message: 'is required but missing' }] : [];
    const revived = revive(value, schema, { root: schema, dates, issues, path: [] });
    return issues.length > 0 ? { issues } : { value: revived };
  };
  const jsonSchema = (): object => schema;
  return { '~standard': { version: 1, vendor: 'tackroom', validate, jsonSchema: { input: jsonSchema, output: jsonSchema } } };
}

interface Walk {
  readonly root: JsonSchema;
  readonly dates: ReadonlySet<unknown>;
  readonly issues: StandardIssue[];
  readonly path: readonly PropertyKey[];
}

/** Follows a value along its schema, which it fits. */
function revive(value: unknown, schema: unknown, walk: Walk): unknown {
  if (typeof schema !== 'object' || schema === null) return value;
  if (walk.dates.has(schema)) return reviveDate(value, walk);
  const { $ref, anyOf } = schema as JsonSchema;
  if (typeof $ref === 'string') return revive(value, resolvePointer(walk.root, $ref), walk);
  if (Array.isArray(anyOf)) return reviveBranch(value, anyOf, walk);
  if (Array.isArray(value)) return reviveItems(value, schema as JsonSchema, walk);
  return typeof value === 'object' && value !== null
    ? reviveMembers(value as Readonly<Record<string, unknown>>, schema as JsonSchema, walk)
    : value;
}

/** RFC 3339: the offset is part of it, since a time without one is another time on another machine. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

function reviveDate(value: unknown, { issues, path }: Walk): unknown {
  if (typeof value !== 'string') return value;
  const date = new Date(value);
  if (DATE_TIME.test(value) && !Number.isNaN(date.getTime()) && isOnCalendar(value)) return date;
  issues.push({ path, message: `must be a date and time with its offset, such as 2026-01-31T09:30:00Z, got ${valueText(value)}` });
  return value;
}

/** The language takes 31 February for 3 March. */
function isOnCalendar(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return day >= 1 && month >= 1 && month <= 12 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * The first alternative in which the value leads somewhere else than to itself; a plain string stays one where that is
 * allowed. A text that is no date speaks against an alternative only if no other takes it as it is.
 */
function reviveBranch(value: unknown, branches: readonly unknown[], walk: Walk): unknown {
  if (typeof value === 'string' && branches.some((branch) => takesText(branch, walk, value))) return value;
  let refused: readonly StandardIssue[] = [];
  let staysItself = false;
  for (const branch of branches) {
    if (!mayDescribe(value, branch, walk)) continue;
    const issues: StandardIssue[] = [];
    const revived = revive(value, branch, { ...walk, issues });
    if (issues.length > 0) refused = refused.length === 0 ? issues : refused;
    else if (revived !== value) return revived;
    else staysItself = true;
  }
  if (!staysItself) walk.issues.push(...refused);
  return value;
}

function takesText(branch: unknown, walk: Walk, value: string): boolean {
  const schema = followed(branch, walk.root);
  return schema?.type === 'string' && !walk.dates.has(schema) && mayDescribe(value, schema, walk);
}

/** Whether a value that fits one of several alternatives may be of this one: by its type, its constants and its parts. */
function mayDescribe(value: unknown, branch: unknown, walk: Walk): boolean {
  if (branch === undefined || typeof branch === 'boolean') return branch !== false;
  const schema = followed(branch, walk.root);
  if (schema === undefined) return false;
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((one: unknown) => mayDescribe(value, one, walk));
  if (!isOfType(value, schema) || !isOneOf(value, schema)) return false;
  if (typeof value === 'string') return typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(value);
  if (Array.isArray(value)) return value.every((item, at) => mayDescribe(item, itemSchema(schema, at), walk));
  const hasMembers = typeof value === 'object' && value !== null;
  return !hasMembers || mayHaveMembers(value as Readonly<Record<string, unknown>>, schema, walk);
}

function isOfType(value: unknown, { type }: JsonSchema): boolean {
  if (typeof type !== 'string') return true;
  const found = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return found === (type === 'integer' ? 'number' : type);
}

function isOneOf(value: unknown, schema: JsonSchema): boolean {
  if (schema.const !== undefined) return schema.const === value;
  return schema.enum === undefined || schema.enum.some((one) => one === value);
}

function mayHaveMembers(members: Readonly<Record<string, unknown>>, schema: JsonSchema, walk: Walk): boolean {
  if ((schema.required ?? []).some((name) => !Object.hasOwn(members, name))) return false;
  return Object.entries(members).every(([name, member]) => mayDescribe(member, memberSchema(schema, name), walk));
}

function followed(branch: unknown, root: JsonSchema): JsonSchema | undefined {
  if (typeof branch !== 'object' || branch === null) return undefined;
  const { $ref } = branch as JsonSchema;
  return typeof $ref === 'string' ? followed(resolvePointer(root, $ref), root) : (branch as JsonSchema);
}

function reviveItems(value: readonly unknown[], schema: JsonSchema, walk: Walk): unknown {
  let isSame = true;
  const items = value.map((item, at) => {
    const revived = revive(item, itemSchema(schema, at), { ...walk, path: [...walk.path, at] });
    isSame &&= revived === item;
    return revived;
  });
  return isSame ? value : items;
}

function reviveMembers(value: Readonly<Record<string, unknown>>, schema: JsonSchema, walk: Walk): unknown {
  const changed = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    const revived = revive(member, memberSchema(schema, name), { ...walk, path: [...walk.path, name] });
    if (revived !== member) changed.set(name, revived);
  }
  return changed.size === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

function itemSchema(schema: JsonSchema, at: number): unknown {
  return ((schema['prefixItems'] ?? []) as readonly unknown[])[at] ?? schema.items;
}

function memberSchema(schema: JsonSchema, name: string): unknown {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  const patterns = (schema['patternProperties'] ?? {}) as Readonly<Record<string, unknown>>;
  const found = Object.entries(patterns).find(([pattern]) => new RegExp(pattern, 'u').test(name));
  return found === undefined ? schema.additionalProperties : found[1];
}
