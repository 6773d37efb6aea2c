import type { Schema } from '../describe/json-schema.js';
import { Refusal } from '../describe/refusal.js';
import type { DocComment, DocTag } from './doc-comment.js';
import { refuseContradictions } from './refuse-contradictions.js';

/** How the text of a tag becomes the value of its keyword; undefined when it cannot. */
type ReadValue = (text: string, schema: Schema) => unknown;

const number: ReadValue = (text) => (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined);
const positive: ReadValue = (text, schema) => ((number(text, schema) as number) > 0 ? Number(text) : undefined);
const count: ReadValue = (text) => (/^\d+$/.test(text) ? Number(text) : undefined);
const flag: ReadValue = (text) => (text === '' || text === 'true' ? true : text === 'false' ? false : undefined);
const text: ReadValue = (value) => (value === '' ? undefined : value);
const pattern: ReadValue = (value) => {
  const source = /^\/(.*)\/u?$/.exec(value)?.[1] ?? value;
  try {
    return source === '' || new RegExp(source, 'u').source === '' ? undefined : source;
  } catch {
    return undefined;
  }
};

/** Tags that constrain values of one type, with what their text must be. */
const CONSTRAINTS: Readonly<Record<string, readonly [type: string, read: ReadValue, expected: string]>> = {
  minimum: ['number', number, 'a number'],
  maximum: ['number', number, 'a number'],
  exclusiveMinimum: ['number', number, 'a number'],
  exclusiveMaximum: ['number', number, 'a number'],
  multipleOf: ['number', positive, 'a number above 0'],
  minLength: ['string', count, 'a whole number from 0'],
  maxLength: ['string', count, 'a whole number from 0'],
  pattern: ['string', pattern, 'a regular expression'],
  format: ['string', text, 'the name of a format'],
  contentEncoding: ['string', text, 'the name of an encoding'],
  contentMediaType: ['string', text, 'a media type'],
  minItems: ['array', count, 'a whole number from 0'],
  maxItems: ['array', count, 'a whole number from 0'],
  uniqueItems: ['array', flag, 'true or false, or nothing'],
  minProperties: ['object', count, 'a whole number from 0'],
  maxProperties: ['object', count, 'a whole number from 0'],
};

/**
 * The schema with what a doc comment says of it: description, constraints, `@default`, `@example`, `@title`,
 * `@deprecated`. Throws `Refusal` for a tag that says nothing sensible, since a constraint that is not applied would be
 * believed, and for tags that contradict each other.
 */
export function describedBy(schema: Schema, doc: DocComment): Schema {
  const constrained = doc.tags.reduce(withConstraint, schema);
  const annotations = annotationsOf(constrained, doc);
  const described = Object.keys(annotations).length === 0 ? constrained : { ...constrained, ...annotations };
  refuseContradictions(described);
  return described;
}

function withConstraint(schema: Schema, tag: DocTag): Schema {
  const isInteger = tag.name === 'integer' || (tag.name === 'type' && /^\{?integer\}?$/.test(tag.text));
  if (isInteger) return onType(schema, 'number', tag, (branch) => ({ ...branch, type: 'integer' }));
  const rule = Object.hasOwn(CONSTRAINTS, tag.name) ? CONSTRAINTS[tag.name] : undefined;
  if (rule === undefined) return schema;
  const [type, read, expected] = rule;
  const value = read(tag.text.trim(), schema);
  if (value === undefined) throw new Refusal(`has @${tag.name} ${tag.text}`.trimEnd() + `: write ${expected} after it`);
  return onType(schema, type, tag, (branch) => ({ ...branch, [tag.name]: value }));
}

/** Applies a constraint where values of its type are described: in the alternatives of a union, not beside them. */
function onType(schema: Schema, type: string, tag: DocTag, change: (branch: Schema) => Schema): Schema {
  const applies = (branch: Schema): boolean => (branch.type === 'integer' ? 'number' : branch.type) === type;
  if (applies(schema)) return change(schema);
  if (schema.anyOf?.some(applies) === true)
    return { ...schema, anyOf: schema.anyOf.map((branch) => (applies(branch) ? change(branch) : branch)) };
  const isOpen = Object.keys(schema).length === 0;
  if (isOpen || schema.$ref !== undefined) return change(schema);
  throw new Refusal(`has @${tag.name}, which says something of a ${type}, but its type is another`);
}

function annotationsOf(schema: Schema, { text: description, tags }: DocComment): Schema {
  const examples = tags.filter(({ name }) => name === 'example' || name === 'examples').map((tag) => exampleOf(schema, tag));
  const said = tags.find(({ name }) => name === 'default');
  const title = tags.find(({ name }) => name === 'title');
  return {
    ...(title === undefined ? {} : { title: title.text }),
    ...(description === '' ? {} : { description }),
    ...(said === undefined ? {} : { default: defaultOf(schema, said) }),
    ...(examples.length === 0 ? {} : { examples }),
    ...(tags.some(({ name }) => name === 'deprecated') ? { deprecated: true } : {}),
  };
}

/** JSON where the text is JSON of the right type, else the text as it stands. */
function exampleOf(schema: Schema, { text: given }: DocTag): unknown {
  const source = given.replace(/^```\w*\n([\s\S]*?)\n?```$/, '$1').trim();
  if (schema.type === 'string') return unquoted(source);
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return unquoted(source);
  }
}

function defaultOf(schema: Schema, { text: given }: DocTag): unknown {
  try {
    const value = JSON.parse(given) as unknown;
    return schema.type === 'string' && typeof value !== 'string' ? given : value;
  } catch {
    if (schema.type === 'string') return unquoted(given);
    throw new Refusal(`has @default ${given}: write the value as JSON`);
  }
}

function unquoted(source: string): string {
  return /^(['"`])([^'"`\\\n]*)\1$/.exec(source)?.[2] ?? source;
}
