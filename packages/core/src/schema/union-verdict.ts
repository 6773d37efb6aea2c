import type { ErrorObject } from 'ajv';
import { resolvePointer } from './check-schema.js';
import { pointerOf } from './frozen-json.js';
import { choicesText, joinPath, mustBeOneOf, typesText, valueText } from './value-text.js';

/** What a union is looked at with. */
export interface UnionContext {
  /** The schema that local references start from. */
  readonly root: unknown;
  /** What is wrong with `data` under the schema at `pointer`; undefined when that cannot be told. */
  errorsAt(pointer: string, data: unknown): readonly ErrorObject[] | undefined;
}

/** One line that says it all, or the errors of the branch that was most likely meant, or of several that are as near. */
export type UnionVerdict =
  | { readonly kind: 'line'; readonly path: string; readonly text: string }
  | { readonly kind: 'branches'; readonly branches: readonly (readonly ErrorObject[])[] };

/** Branches that are named beside each other; more would bury what they say. */
const MAX_BRANCHES = 3;

interface Branch {
  readonly index: number;
  readonly schema: unknown;
}

/**
 * What to say when no branch of an `anyOf` or `oneOf` fits (or too many do): the values or types to choose from, or the
 * errors of one branch, chosen by a property that tells the branches apart, else by the fewest errors. Branches that a
 * single change each would satisfy are named together: one of them alone would read as the only way.
 */
export function unionVerdict(error: ErrorObject, path: string, context: UnionContext): UnionVerdict {
  const line = (text: string, at = path): UnionVerdict => ({ kind: 'line', path: at, text });
  if (Array.isArray(error.params['passingSchemas'])) return line('fits more than one of the allowed forms and must fit exactly one');
  const branches = (error.schema as readonly unknown[]).map((schema, index): Branch => ({ index, schema: resolved(schema, context.root) }));
  const values = branches.map(({ schema }) => valuesOf(schema));
  if (values.every((list) => list !== undefined)) return line(mustBeOneOf(values.flat(), error.data));
  const fitting = branches.filter(({ schema }) => takesType(schema, error.data));
  if (fitting.length === 0)
    return line(`must be ${typesText(branches.flatMap(({ schema }) => typesOf(schema)))}, got ${valueText(error.data)}`);
  const tag = tagOf(fitting, error.data);
  if (tag !== undefined && tag.matching.length === 0) return line(tagText(tag, error.data), joinPath(path, tag.name));
  const nearest = fewestErrors(tag?.matching ?? fitting, error, context);
  return nearest.length === 0 ? line('does not fit any of the allowed forms') : { kind: 'branches', branches: nearest };
}

/** Follows local references, a bounded number of times: they may go in a circle. */
function resolved(schema: unknown, root: unknown): unknown {
  let node = schema;
  for (let hops = 0; hops < 10; hops++) {
    const reference = member(node, '$ref');
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return node;
    node = resolvePointer(root, reference);
  }
  return node;
}

/** The values that a branch allows, when it lists them. */
function valuesOf(schema: unknown): readonly unknown[] | undefined {
  const listed = member(schema, 'enum');
  if (Array.isArray(listed)) return listed as unknown[];
  const only = member(schema, 'const');
  if (only !== undefined) return [only];
  return member(schema, 'type') === 'null' ? [null] : undefined;
}

function typesOf(schema: unknown): readonly unknown[] {
  const type = member(schema, 'type');
  if (type !== undefined) return [type].flat();
  return valuesOf(schema)?.map((value) => (value === null ? 'null' : typeof value)) ?? [];
}

function takesType(schema: unknown, data: unknown): boolean {
  const types = typesOf(schema);
  if (types.length === 0) return true;
  if (data === null) return types.includes('null');
  if (Array.isArray(data)) return types.includes('array');
  return types.includes(typeof data) || (typeof data === 'number' && types.includes('integer'));
}

interface Tag {
  readonly name: string;
  /** Values of all branches. */
  readonly values: readonly unknown[];
  /** Branches whose value the data has. */
  readonly matching: readonly Branch[];
}

/** The property that every branch fixes to values of its own, if the data has it or every branch asks for it. */
function tagOf(branches: readonly Branch[], data: unknown): Tag | undefined {
  if (branches.length < 2 || typeof data !== 'object' || data === null) return undefined;
  for (const name of Object.keys(member(branches[0]?.schema, 'properties') ?? {})) {
    const values = branches.map(({ schema }) => valuesOf(member(member(schema, 'properties'), name)));
    if (!values.every((list) => list !== undefined)) continue;
    if (!Object.hasOwn(data, name) && !branches.every(({ schema }) => requires(schema, name))) continue;
    const given = member(data, name);
    return { name, values: [...new Set(values.flat())], matching: branches.filter((_, at) => values[at]?.includes(given)) };
  }
  return undefined;
}

function requires(schema: unknown, name: string): boolean {
  const required = member(schema, 'required');
  return Array.isArray(required) && required.includes(name);
}

function tagText({ name, values }: Tag, data: unknown): string {
  return Object.hasOwn(data as object, name)
    ? mustBeOneOf(values, member(data, name))
    : `is required but missing; it is one of ${choicesText(values)}`;
}

/** The errors of the branch with the fewest; of several, where each has but one. */
function fewestErrors(branches: readonly Branch[], error: ErrorObject, context: UnionContext): readonly (readonly ErrorObject[])[] {
  // The error's own path does not help: behind a reference it starts anew.
  const pointer = pointerTo(error.schema, context.root, []);
  if (pointer === undefined) return [];
  const found = branches.flatMap(({ index }) => {
    const errors = context.errorsAt(`${pointer}/${index}`, error.data);
    return errors === undefined || errors.length === 0 ? [] : [errors];
  });
  const fewest = Math.min(...found.map((errors) => errors.length));
  return found.filter((errors) => errors.length === fewest).slice(0, fewest === 1 ? MAX_BRANCHES : 1);
}

/** The JSON pointer of this very object within `node`. */
function pointerTo(target: unknown, node: unknown, path: readonly string[]): string | undefined {
  if (node === target) return pointerOf(path);
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [key, inner] of Object.entries(node)) {
    const found = pointerTo(target, inner, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined;
}
