import { WANTED, type Schema } from './json-schema.js';

/**
 * The schema without defaults inside alternatives, where no validator fills them in: which alternative a value is meant to
 * be is known only after it was checked. What a field's type requires is required there again.
 */
export function withoutUnionDefaults(schema: Schema): Schema {
  const definitions = schema.$defs ?? {};
  const reached = new Set<string>();
  const collect = (at: Schema, inUnion: boolean): void => {
    const name = inUnion && at.$ref !== undefined ? at.$ref.replace('#/$defs/', '') : undefined;
    const named = name === undefined || reached.has(name) ? undefined : definitions[name];
    if (name !== undefined) reached.add(name);
    if (named !== undefined) collect(named, true);
    mapped(at, (part, isAlternative) => {
      collect(part, inUnion || isAlternative);
      return part;
    });
  };
  collect(schema, false);
  const plain = (at: Schema): Schema => mapped(at, (part, isAlternative) => (isAlternative ? bare(part) : plain(part)));
  const shared = Object.entries(definitions).map(([name, one]): [string, Schema] => [name, reached.has(name) ? bare(one) : plain(one)]);
  return { ...plain(schema), ...(schema.$defs === undefined ? {} : { $defs: Object.fromEntries(shared) }) };
}

/** Without any default of a field. */
function bare(schema: Schema): Schema {
  const { properties } = schema;
  const parts = mapped(schema, bare);
  if (properties === undefined || parts.properties === undefined) return parts;
  const required = Object.keys(properties).filter(
    (name) => schema.required?.includes(name) === true || properties[name]?.[WANTED] === true,
  );
  const fields = Object.entries(parts.properties).map(([name, { default: _unfilled, ...field }]): [string, Schema] => [name, field]);
  return { ...parts, properties: Object.fromEntries(fields), ...(required.length === 0 ? {} : { required }) };
}

/** The schema with each part changed; definitions stay. */
function mapped(schema: Schema, change: (part: Schema, isAlternative: boolean) => Schema): Schema {
  const part = (one: Schema): Schema => change(one, false);
  const each = (parts: Readonly<Record<string, Schema>>): Record<string, Schema> =>
    Object.fromEntries(Object.entries(parts).map(([name, one]) => [name, part(one)]));
  const { properties, patternProperties, items, additionalProperties, prefixItems, anyOf } = schema;
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: each(properties) }),
    ...(patternProperties === undefined ? {} : { patternProperties: each(patternProperties) }),
    ...(typeof items === 'object' ? { items: part(items) } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: part(additionalProperties) } : {}),
    ...(prefixItems === undefined ? {} : { prefixItems: prefixItems.map(part) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => change(one, true)) }),
  };
}
