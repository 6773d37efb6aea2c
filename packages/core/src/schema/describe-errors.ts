import type { ErrorObject } from 'ajv';
import { closestName } from './closest-name.js';
import { mustMatch } from './pattern-text.js';
import { unionVerdict, type UnionContext } from './union-verdict.js';
import { choicesText, joinPath, mustBeOneOf, pathText, quoted, typesText, valueText } from './value-text.js';

/** Problems that are written out; the rest is counted. */
const MAX_WRITTEN = 3;
/** Errors that are looked at: a long list of wrong items says nothing new after this many. */
const MAX_ERRORS = 200;
/** Characters of a path that are shown. */
const MAX_PATH = 120;

/** One problem of the arguments. `path` is empty for the whole. */
interface ErrorLine {
  readonly path: string;
  readonly text: string;
}

/**
 * What ajv found (with `allErrors` and `verbose`), as one line for a model: the first three problems as
 * `path: what is wrong or expected`, then a count. Never the schema.
 */
export function describeErrors(errors: readonly ErrorObject[], subject: string, context: UnionContext): string {
  const looked = errorLines(errors.slice(0, MAX_ERRORS), '', context);
  const lines = new Set(looked.map(({ path, text }) => `${path === '' ? subject : clipped(path)}: ${text}`));
  const written = [...lines].slice(0, MAX_WRITTEN);
  const rest = lines.size - written.length;
  const many = errors.length > MAX_ERRORS ? `at least ${rest}` : `${rest}`;
  return rest > 0 ? `${written.join('; ')}; and ${many} more ${rest === 1 ? 'problem' : 'problems'}` : written.join('; ');
}

/** The end of a path is what tells. */
function clipped(path: string): string {
  return path.length > MAX_PATH ? `…${path.slice(-MAX_PATH).toWellFormed()}` : path;
}

/** The problems one by one, those that a summarising keyword stands for left out. */
function errorLines(errors: readonly ErrorObject[], base: string, context: UnionContext): readonly ErrorLine[] {
  return summarised(errors).flatMap((error) => {
    const path = pathText(base, error.instancePath);
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') return [lineOf(error, path)];
    const verdict = unionVerdict(error, path, context);
    if (verdict.kind === 'line') return [verdict];
    return either(verdict.branches.map((branch) => errorLines(branch, path, context)));
  });
}

/** Lines of one branch as they are; of several, which have one line each, as one line with a choice. */
function either(branches: readonly (readonly ErrorLine[])[]): readonly ErrorLine[] {
  const [first, ...others] = branches.map(([line]) => line).filter((line) => line !== undefined);
  if (first === undefined || branches.length === 1) return branches[0] ?? [];
  const texts = others.map(({ path, text }) => (path === first.path ? text : `${path}: ${text}`));
  return [{ path: first.path, text: [...new Set([first.text, ...texts])].join(', or ') }];
}

/** Keywords that come after the errors of what is inside them, and say it better. */
const SUMMARIES = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames']);

function summarised(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    if (isTypeOf(kept[kept.length - 1], error)) kept.pop();
    if (SUMMARIES.has(error.keyword)) while (isInside(kept[kept.length - 1], error)) kept.pop();
    kept.push(error);
  }
  return kept;
}

/** Whether an error only says the type of the values that `listed` lists. */
function isTypeOf(error: ErrorObject | undefined, listed: ErrorObject): boolean {
  const isListed = listed.keyword === 'enum' || listed.keyword === 'const';
  return isListed && error?.keyword === 'type' && error.instancePath === listed.instancePath && error.parentSchema === listed.parentSchema;
}

/**
 * Whether an error that was reported before `summary` came from within it. Errors behind a `$ref` do not tell; those of
 * other keywords beside the summary do.
 */
function isInside(error: ErrorObject | undefined, summary: ErrorObject): boolean {
  if (error === undefined) return false;
  if (error.instancePath !== summary.instancePath && !error.instancePath.startsWith(`${summary.instancePath}/`)) return false;
  const parent = summary.schemaPath.slice(0, summary.schemaPath.lastIndexOf('/') + 1);
  return (
    error.schemaPath.startsWith(`${summary.schemaPath}/`) || error.schemaPath === summary.schemaPath || !error.schemaPath.startsWith(parent)
  );
}

function lineOf(error: ErrorObject, path: string): ErrorLine {
  const params: Readonly<Record<string, unknown>> = error.params;
  const member = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['propertyName'];
  if (typeof member === 'string') {
    return { path: joinPath(path, member), text: memberText(error, member) };
  }
  return { path, text: TEXTS[error.keyword]?.(error) ?? error.message ?? 'is not valid' };
}

function memberText(error: ErrorObject, member: string): string {
  if (error.keyword === 'required') return 'is required but missing';
  if (error.keyword === 'dependentRequired' || error.keyword === 'dependencies')
    return `is required when ${quoted(String(error.params['property']))} is given`;
  if (error.keyword === 'propertyNames') return 'is not an allowed name';
  const fields = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
  const closest = closestName(member, fields);
  if (closest !== undefined) return `is not a known field; did you mean ${quoted(closest)}?`;
  const patterns = Object.keys((error.parentSchema?.['patternProperties'] ?? {}) as object);
  if (fields.length === 0 && patterns.length === 1) return `is not an allowed name; names ${mustMatch(patterns[0] ?? '', undefined)}`;
  return fields.length === 0 ? 'is not a known field' : `is not a known field; known are ${choicesText(fields)}`;
}

type Describe = (error: ErrorObject) => string;

const limitOf = (error: ErrorObject): number => Number(error.params['limit']);
const sizeOf = (error: ErrorObject): number => Object.keys(error.data as object).length;
const lengthOf = (error: ErrorObject): number => Array.from(error.data as string).length;
const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Text of each keyword whose error stands for itself. */
const TEXTS: Readonly<Record<string, Describe>> = {
  type: (error) => `must be ${typesText([error.schema].flat())}, got ${valueText(error.data)}`,
  enum: (error) => mustBeOneOf(error.schema as readonly unknown[], error.data),
  const: (error) => mustBeOneOf([error.schema], error.data),
  minimum: (error) => `must be at least ${limitOf(error)}, got ${String(error.data)}`,
  maximum: (error) => `must be at most ${limitOf(error)}, got ${String(error.data)}`,
  exclusiveMinimum: (error) => `must be above ${limitOf(error)}, got ${String(error.data)}`,
  exclusiveMaximum: (error) => `must be below ${limitOf(error)}, got ${String(error.data)}`,
  multipleOf: (error) => `must be a multiple of ${Number(error.schema)}, got ${String(error.data)}`,
  minLength: (error) => `must have at least ${count(limitOf(error), 'character', 'characters')}, got ${lengthOf(error)}`,
  maxLength: (error) => `must have at most ${count(limitOf(error), 'character', 'characters')}, got ${lengthOf(error)}`,
  pattern: (error) => mustMatch(String(error.schema), error.parentSchema?.['format']),
  minItems: (error) => `must have at least ${count(limitOf(error), 'item', 'items')}, got ${sizeOf(error)}`,
  maxItems: (error) => `must have at most ${count(limitOf(error), 'item', 'items')}, got ${sizeOf(error)}`,
  items: (error) => `must have at most ${count(limitOf(error), 'item', 'items')}, got ${sizeOf(error)}`,
  uniqueItems: (error) => `must not repeat items: [${Number(error.params['j'])}] and [${Number(error.params['i'])}] are equal`,
  contains: containsText,
  minProperties: (error) => `must have at least ${count(limitOf(error), 'field', 'fields')}, got ${sizeOf(error)}`,
  maxProperties: (error) => `must have at most ${count(limitOf(error), 'field', 'fields')}, got ${sizeOf(error)}`,
  unevaluatedItems: () => 'has more items than the schema describes',
  not: notText,
  'false schema': () => 'must be left out',
};

function containsText({ schema, params }: ErrorObject): string {
  const choices = (schema as { readonly enum?: readonly unknown[] }).enum;
  if (choices?.length === 1) return `must contain ${choicesText(choices)}`;
  return `must have at least ${count(Number(params['minContains']), 'item', 'items')} of the required form`;
}

/** What may not be, where it is a list of values or a pattern. */
function notText({ schema }: ErrorObject): string {
  const { enum: choices, pattern, contains } = schema as NotSchema;
  if (choices !== undefined) return `must not be ${choices.length > 1 ? 'one of ' : ''}${choicesText(choices)}`;
  if (typeof pattern === 'string') return mustMatch(pattern, undefined).replace('must', 'must not');
  if (contains?.enum !== undefined) return `must not contain ${choicesText(contains.enum)}`;
  return 'has a form that is not allowed';
}

/** The forms of `not` that have a text of their own. */
interface NotSchema {
  readonly enum?: readonly unknown[];
  readonly pattern?: unknown;
  readonly contains?: { readonly enum?: readonly unknown[] };
}
