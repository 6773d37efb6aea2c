import type { Problem } from '../contracts/errors.js';
import { pointerOf } from './frozen-json.js';

/** After this many, the rest of a broken schema says nothing new. */
const MAX_PROBLEMS = 10;
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** One walk over a schema. */
interface Walk {
  readonly document: unknown;
  /** What local references start from: the document, or the nearest part of it with an `$id`. */
  readonly resource: unknown;
  readonly isDraft07: boolean;
  readonly problems: Problem[];
  readonly where: string;
  /** Keys from the root to what is being checked; only read for a problem. */
  readonly path: string[];
}

type Check = (value: unknown, walk: Walk) => void;

/**
 * Everything that is wrong with a JSON Schema, each with its JSON pointer (`SCHEMA_INVALID`): what the 2020-12
 * meta-schema says, and besides it patterns that do not compile and references that lead nowhere. A schema that names
 * draft-07 (or older) in `$schema` may use that draft's array form of `items`.
 *
 * The meta-schema is a table here and not a document: a walk costs about a microsecond per keyword, where ajv needs
 * some 100 ms to compile the document before its first check. A test holds the two against each other.
 */
export function checkSchema(schema: unknown, where: string): readonly Problem[] {
  const walk: Walk = { document: schema, resource: schema, isDraft07: isOlderDraft(schema), problems: [], where, path: [] };
  checkNode(schema, walk);
  return walk.problems;
}

/** Whether the schema says that it follows draft-07 or an older one. */
export function isOlderDraft(schema: unknown): boolean {
  return isRecord(schema) && typeof schema['$schema'] === 'string' && /\/draft-0[3467]\//.test(schema['$schema']);
}

function checkNode(schema: unknown, walk: Walk): void {
  if (typeof schema === 'boolean') return;
  if (!isRecord(schema)) {
    report(walk, 'must be a schema: an object, true or false');
    return;
  }
  const inner = schema['$id'] === undefined || walk.path.length === 0 ? walk : { ...walk, resource: schema };
  for (const keyword of Object.keys(schema)) {
    const check = CHECKS.get(keyword);
    if (check !== undefined && walk.problems.length < MAX_PROBLEMS) within(keyword, check, schema[keyword], inner);
  }
}

function within(key: string, check: Check, value: unknown, walk: Walk): void {
  walk.path.push(key);
  check(value, walk);
  walk.path.pop();
}

function report(walk: Walk, what: string): void {
  if (walk.problems.length >= MAX_PROBLEMS) return;
  const place = walk.path.length === 0 ? 'The schema' : `The schema at "${pointerOf(walk.path)}"`;
  walk.problems.push({ code: 'SCHEMA_INVALID', where: walk.where, message: `${place} ${what}.` });
}

/** A check that looks at the value alone. */
function expecting(holds: (value: unknown) => boolean, expected: string): Check {
  return (value, walk) => {
    if (!holds(value)) report(walk, `must be ${expected}`);
  };
}

/** A check of every member of an object. */
function eachMember(check: Check): Check {
  return (value, walk) => {
    if (!isRecord(value)) report(walk, 'must be an object');
    else for (const key of Object.keys(value)) within(key, check, value[key], walk);
  };
}

function eachItem(value: readonly unknown[], walk: Walk): void {
  value.forEach((item, index) => within(String(index), checkNode, item, walk));
}

const schemas: Check = (value, walk) => {
  if (!Array.isArray(value) || value.length === 0) report(walk, 'must be a list of schemas, at least one');
  else eachItem(value, walk);
};

const items: Check = (value, walk) => {
  if (!Array.isArray(value)) checkNode(value, walk);
  else if (walk.isDraft07) eachItem(value, walk);
  else report(walk, 'must be one schema; a list of them is called "prefixItems" in draft 2020-12');
};

const pattern: Check = (value, walk) => {
  if (typeof value !== 'string') report(walk, 'must be a string');
  else if (compilePattern(value) === undefined) report(walk, 'must be a valid regular expression');
};

const patternMap: Check = (value, walk) => {
  eachMember(checkNode)(value, walk);
  if (!isRecord(value)) return;
  for (const key of Object.keys(value))
    if (compilePattern(key) === undefined) report(walk, `has the name ${quote(key)}, which is no valid regular expression`);
};

const reference: Check = (value, walk) => {
  if (typeof value !== 'string') report(walk, 'must be a string');
  else if (isLoop(value, walk.resource)) report(walk, `refers to ${quote(value)}, which only refers back to itself`);
  else if (value.startsWith('#/')) {
    if (resolvePointer(walk.resource, value) === undefined) report(walk, `refers to ${quote(value)}, which is not in the schema`);
  } else if (!value.startsWith('#') && !JSON.stringify(walk.document).includes('"$id"')) {
    report(walk, `refers to ${quote(value)}, but nothing is fetched; put that schema under "$defs"`);
  }
};

/** Whether references lead in a circle with nothing between them: no value is ever reached, and a check never ends. */
function isLoop(first: string, resource: unknown): boolean {
  const seen = new Set<string>();
  for (let at: unknown = first; typeof at === 'string' && at.startsWith('#');) {
    if (seen.has(at)) return true;
    seen.add(at);
    const target = at === '#' ? resource : resolvePointer(resource, at);
    at = isRecord(target) ? target['$ref'] : undefined;
  }
  return false;
}

const properties: Check = (value, walk) => {
  eachMember(checkNode)(value, walk);
  // ajv never looks at a property of this name, so that its value would go unchecked.
  if (isRecord(value) && Object.hasOwn(value, '__proto__')) report(walk, 'has a property "__proto__", which cannot be checked; rename it');
};

const dependency: Check = (value, walk) => {
  if (Array.isArray(value)) names(value, walk);
  else checkNode(value, walk);
};

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isNameList = (value: unknown): boolean => isDistinct(value) && value.every((item) => typeof item === 'string');
const isType = (value: unknown): boolean => typeof value === 'string' && TYPES.includes(value);

const names = expecting(isNameList, 'a list of distinct strings');
const number = expecting(isNumber, 'a number');
const count = expecting(isCount, 'a whole number from 0');
const text = expecting((value) => typeof value === 'string', 'a string');
const flag = expecting((value) => typeof value === 'boolean', 'true or false');
const anchor = expecting((value) => typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value), 'a name');
const type = expecting(
  (value) => isType(value) || (isDistinct(value) && value.length > 0 && value.every(isType)),
  `one of ${TYPES.join(', ')}, or a list of them`,
);

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...['additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'not', 'propertyNames', 'then'].map(each(checkNode)),
  ...['unevaluatedItems', 'unevaluatedProperties'].map(each(checkNode)),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map(each(schemas)),
  ...['$defs', 'definitions', 'dependentSchemas'].map(each(eachMember(checkNode))),
  ['properties', properties],
  ...['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum'].map(each(number)),
  ...['maxContains', 'maxItems', 'maxLength', 'maxProperties', 'minContains', 'minItems', 'minLength', 'minProperties'].map(each(count)),
  ...['$comment', '$schema', 'contentEncoding', 'contentMediaType', 'description', 'format', 'title'].map(each(text)),
  ...['deprecated', 'readOnly', 'uniqueItems', 'writeOnly'].map(each(flag)),
  ...['$dynamicRef', '$ref'].map(each(reference)),
  ...['$anchor', '$dynamicAnchor'].map(each(anchor)),
  ['$id', expecting((value) => typeof value === 'string' && /^[^#]*#?$/.test(value), 'a URI without a fragment')],
  ['$vocabulary', eachMember(flag)],
  ['dependencies', eachMember(dependency)],
  ['dependentRequired', eachMember(names)],
  ['enum', expecting((value) => Array.isArray(value) && value.length > 0, 'a list of values, at least one')],
  ['examples', expecting(Array.isArray, 'a list')],
  ['items', items],
  ['multipleOf', expecting((value) => isNumber(value) && Number(value) > 0, 'a number above 0')],
  ['pattern', pattern],
  ['patternProperties', patternMap],
  ['required', names],
  ['type', type],
]);

function each(check: Check): (keyword: string) => [string, Check] {
  return (keyword) => [keyword, check];
}

/** The regular expression of a schema, in Unicode mode where it allows that; undefined when it is none. */
export function compilePattern(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Published schemas use escapes such as `\_`, which Unicode mode refuses.
    }
  }
  return undefined;
}

/** What a local reference (`#/…`) leads to. */
export function resolvePointer(from: unknown, reference: string): unknown {
  let node = from;
  for (const part of reference.slice(2).split('/')) {
    if (typeof node !== 'object' || node === null) return undefined;
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    node = Object.hasOwn(node, key) ? (node as Record<string, unknown>)[key] : undefined;
  }
  return node;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function isDistinct(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && new Set(value).size === value.length;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
