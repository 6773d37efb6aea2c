import type { JsonObject, JsonValue } from '@tackroom/core';

/** What a copy of a schema changed in the values it asks for, place by place. Cyclic where the schema is recursive. */
export interface SchemaUndo {
  /** Properties for which `null` stands for leaving them out; never one whose own schema allows `null`. */
  readonly absent?: ReadonlySet<string>;
  /** The registered names of properties, by the names that the copy gives them. */
  readonly renamed?: ReadonlyMap<string, string>;
  /** By registered name. */
  readonly properties?: ReadonlyMap<string, SchemaUndo>;
  readonly items?: SchemaUndo | undefined;
}

/** Below this, a value is left as it is: no schema means such depth, and the stack has an end. */
const MAX_DEPTH = 500;

/** The value that the registered schema knows, from one that follows the copy. The very same value where nothing differs. */
export function undoCopy(value: JsonValue, undo: SchemaUndo, depth = 0): JsonValue {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  return isList(value) ? undoItems(value, undo, depth) : undoObject(value, undo, depth);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function undoItems(values: readonly JsonValue[], { items }: SchemaUndo, depth: number): readonly JsonValue[] {
  if (items === undefined) return values;
  const undone = values.map((value) => undoCopy(value, items, depth + 1));
  return undone.some((value, at) => value !== values[at]) ? undone : values;
}

function undoObject(value: JsonObject, undo: SchemaUndo, depth: number): JsonObject {
  const members: [string, JsonValue][] = [];
  let changed = false;
  for (const [sent, member] of Object.entries(value)) {
    const name = undo.renamed?.get(sent) ?? sent;
    if (member === null && undo.absent?.has(name) === true) {
      changed = true;
      continue;
    }
    const inner = undo.properties?.get(name);
    const undone = inner === undefined ? member : undoCopy(member, inner, depth + 1);
    changed ||= name !== sent || undone !== member;
    members.push([name, undone]);
  }
  // Own properties whatever their names are: `__proto__` is one that a model may send.
  return changed ? Object.fromEntries(members) : value;
}
