import { canonicalJson, type JsonSchema, type JsonValue } from '@tackroom/core';
import type { DialectNote } from './schema-dialect.js';
import { alsoSaying, isSchema, resolveReference, schemasIn, typesOf, type AnySchema } from './schema-parts.js';

/** Keywords that no provider takes at the root of a tool's schema, because they say it in parts. */
const PARTS = ['$ref', 'anyOf', 'oneOf', 'allOf'];

/** What an object may hold, said in one place. */
interface ObjectForm {
  readonly properties: ReadonlyMap<string, AnySchema>;
  readonly required: ReadonlySet<string>;
  readonly isClosed: boolean;
}

const OPEN: ObjectForm = { properties: new Map(), required: new Set(), isClosed: false };

/** A schema whose root says everything itself. */
export interface FlatRoot {
  readonly schema: JsonSchema;
  /** Which parameters go together, where that is a choice: the names of each set, and whether each is required. */
  readonly sets: readonly (readonly (readonly [name: string, isRequired: boolean])[])[];
}

/**
 * The schema of an object with `properties` of its own, where the registered one is put together from others at its root. It
 * takes everything that the registered one takes, and more: for which properties go together there are words only. The very
 * same schema where there is nothing to do. References are to `document`.
 */
export function flattenRoot(schema: JsonSchema, notes: DialectNote[], document = schema): FlatRoot {
  if (!PARTS.some((keyword) => schema[keyword] !== undefined)) return { schema, sets: [] };
  const { $ref: _reference, anyOf: _anyOf, oneOf, allOf: _allOf, required: _required, additionalProperties, ...kept } = schema;
  const { properties, required, isClosed } = formOf(schema, document, new Map());
  const sets = setsIn(schema, document);
  const keyword = oneOf === undefined ? 'anyOf' : 'oneOf';
  notes.push(
    sets.length > 1
      ? { kind: 'lost', path: '', text: `which parameters go together is only said in words, because ${keyword} is at the root` }
      : { kind: 'adapted', path: '', text: 'the parts of the root are put together into one object' },
  );
  const closing = isClosed ? false : additionalProperties;
  const flat: JsonSchema = {
    ...kept,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 ? { required: [...required] } : {}),
    ...(closing === undefined ? {} : { additionalProperties: closing }),
  };
  return { schema: flat, sets: sets.length > 1 ? sets : [] };
}

/** The flat schema, which says in words what goes together. */
export function sayingSets({ schema, sets }: FlatRoot, nameOf = (name: string): string => name): JsonSchema {
  if (sets.length === 0) return schema;
  const words = sets.map((set) => set.map(([name, isRequired]) => `${nameOf(name)}${isRequired ? '' : '?'}`).join(' + '));
  return { ...schema, description: alsoSaying(schema.description, `Give one of these sets of parameters: ${words.join('; ')}.`) };
}

/** `known`: what references lead to, open while it is not known yet, since a schema may be put together from itself. */
function formOf(schema: AnySchema, root: JsonSchema, known: Map<string, ObjectForm>): ObjectForm {
  if (!isSchema(schema)) return OPEN;
  let form: ObjectForm = {
    properties: new Map(Object.entries(schema.properties ?? {})),
    required: new Set(schema.required),
    isClosed: schema.additionalProperties === false,
  };
  const { $ref: reference } = schema;
  if (typeof reference === 'string') {
    if (!known.has(reference)) {
      known.set(reference, OPEN);
      known.set(reference, formOf(resolveReference(root, reference) ?? true, root, known));
    }
    form = both(form, known.get(reference) ?? OPEN);
  }
  for (const part of schemasIn(schema, 'allOf') ?? []) form = both(form, formOf(part, root, known));
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schemasIn(schema, keyword)?.filter(canBeObject);
    if (branches !== undefined && branches.length > 0) form = both(form, either(branches.map((branch) => formOf(branch, root, known))));
  }
  return form;
}

/** The part says more of a property than what it is a part of. */
function both(whole: ObjectForm, part: ObjectForm): ObjectForm {
  const closing = [whole, part].filter(({ isClosed, properties }) => isClosed && properties.size > 0);
  const members = [...whole.properties, ...part.properties].filter(([name]) => closing.every(({ properties }) => properties.has(name)));
  return {
    properties: new Map(members),
    required: new Set([...whole.required, ...part.required]),
    isClosed: whole.isClosed || part.isClosed,
  };
}

function either(forms: readonly ObjectForm[]): ObjectForm {
  const names = new Set(forms.flatMap(({ properties }) => [...properties.keys()]));
  const properties = new Map<string, AnySchema>();
  for (const name of names) {
    const texts = new Map<string, AnySchema>();
    for (const { properties: own } of forms) {
      const schema = own.get(name);
      if (schema !== undefined) texts.set(canonicalJson(schema as JsonValue), schema); // schemas are JSON
    }
    const [first = true, ...others] = texts.values();
    properties.set(name, others.length === 0 ? first : { anyOf: [first, ...others] });
  }
  const [first, ...others] = forms;
  const required = [...(first?.required ?? [])].filter((name) => others.every((form) => form.required.has(name)));
  return { properties, required: new Set(required), isClosed: forms.every(({ isClosed }) => isClosed) };
}

function canBeObject(schema: AnySchema): boolean {
  return isSchema(schema) ? (typesOf(schema)?.includes('object') ?? true) : schema;
}

function setsIn(schema: JsonSchema, document: JsonSchema): FlatRoot['sets'] {
  const branches = (schemasIn(schema, 'oneOf') ?? schemasIn(schema, 'anyOf') ?? []).filter(canBeObject);
  const sets = branches.map((branch) => {
    const { properties, required } = formOf(branch, document, new Map());
    return [...new Set([...required, ...properties.keys()])].map((name) => [name, required.has(name)] as const);
  });
  return [...new Map(sets.map((set) => [JSON.stringify(set), set])).values()].filter((set) => set.length > 0);
}
