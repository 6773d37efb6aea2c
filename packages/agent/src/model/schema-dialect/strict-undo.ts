import { canonicalJson, type JsonSchema, type JsonValue } from '@tackroom/core';
import { canBeNull } from './nullable.js';
import { below, isSchema, resolveReference, schemasIn, type AnySchema } from './schema-parts.js';
import type { SchemaUndo } from './schema-undo.js';

/** How to undo a strict copy, or where it cannot be undone. */
export interface StrictUndo {
  readonly undo: SchemaUndo | undefined;
  readonly conflict: { readonly path: string; readonly reason: string } | undefined;
}

/** A {@link SchemaUndo} while it is made. */
interface Draft {
  readonly absent: Set<string>;
  readonly properties: Map<string, Draft>;
  items: Draft | undefined;
}

/** Two alternatives that describe one place: fine as long as there is nothing to undo in it, or the same. */
interface Overlap {
  readonly path: string;
  readonly schemas: readonly [AnySchema, AnySchema];
  readonly drafts: readonly [Draft, Draft];
}

/**
 * Which `null`s of a value that follows a strict copy stand for properties that were left out. Alternatives that mean
 * different things by one are a conflict: which of them a value follows is not known before it is validated.
 */
export function strictUndo(schema: JsonSchema): StrictUndo {
  const builder = new UndoBuilder(schema);
  const draft = builder.draftOf(schema, '');
  const conflict = builder.conflict ?? builder.overlaps.find(disagrees);
  if (conflict !== undefined)
    return { undo: undefined, conflict: { path: conflict.path, reason: 'its alternatives mean different things by null' } };
  return { undo: changes(draft) ? pruned(draft) : undefined, conflict: undefined };
}

class UndoBuilder {
  conflict: { readonly path: string } | undefined = undefined;
  readonly overlaps: Overlap[] = [];
  private readonly drafts = new Map<AnySchema, Draft>();

  constructor(private readonly root: JsonSchema) {}

  draftOf(schema: AnySchema, path: string): Draft {
    const known = this.drafts.get(schema);
    if (known !== undefined && isSchema(schema)) return known;
    const draft: Draft = { absent: new Set(), properties: new Map(), items: undefined };
    this.drafts.set(schema, draft);
    const properties = new Map<string, AnySchema>();
    const keepsNull = new Set<string>();
    let items: AnySchema | undefined;
    for (const plain of this.alternatives(schema, new Set())) {
      for (const [name, property] of Object.entries(plain.properties ?? {})) {
        if (canBeNull(property, this.root)) keepsNull.add(name);
        else if (plain.required?.includes(name) !== true) draft.absent.add(name);
        const inner = this.draftOf(property, below(path, name));
        this.join(draft.properties.get(name), inner, { path: below(path, name), schemas: [properties.get(name) ?? property, property] });
        properties.set(name, property);
        draft.properties.set(name, inner);
      }
      if (plain.items === undefined) continue;
      const inner = this.draftOf(plain.items, `${path}[]`);
      this.join(draft.items, inner, { path: `${path}[]`, schemas: [items ?? plain.items, plain.items] });
      items = plain.items;
      draft.items = inner;
    }
    for (const name of draft.absent) if (keepsNull.has(name)) this.conflict ??= { path: below(path, name) };
    return draft;
  }

  private join(first: Draft | undefined, second: Draft, place: Omit<Overlap, 'drafts'>): void {
    if (first !== undefined && first !== second) this.overlaps.push({ ...place, drafts: [first, second] });
  }

  /** The schemas one of which describes a value, without references and unions. */
  private alternatives(schema: AnySchema, seen: Set<AnySchema>): readonly JsonSchema[] {
    if (!isSchema(schema) || seen.has(schema)) return [];
    seen.add(schema);
    const { $ref: reference } = schema;
    if (typeof reference === 'string') return this.alternatives(resolveReference(this.root, reference) ?? true, seen);
    const parts = schemasIn(schema, 'anyOf') ?? schemasIn(schema, 'oneOf') ?? schemasIn(schema, 'allOf');
    return parts === undefined ? [schema] : parts.flatMap((part) => this.alternatives(part, seen));
  }
}

function disagrees({ schemas: [first, second], drafts }: Overlap): boolean {
  return drafts.some((draft) => changes(draft)) && canonicalJson(first as JsonValue) !== canonicalJson(second as JsonValue); // schemas are JSON
}

/** Whether there is anything to undo in a value or below. */
function changes(draft: Draft, seen = new Set<Draft>()): boolean {
  if (draft.absent.size > 0) return true;
  if (seen.has(draft)) return false;
  seen.add(draft);
  return [...draft.properties.values(), ...(draft.items === undefined ? [] : [draft.items])].some((inner) => changes(inner, seen));
}

/** Without the places where nothing is to be done, so that a call does not look at them. */
function pruned(draft: Draft, seen = new Set<Draft>()): SchemaUndo {
  if (seen.has(draft)) return draft;
  seen.add(draft);
  for (const [name, inner] of draft.properties) {
    if (changes(inner)) pruned(inner, seen);
    else draft.properties.delete(name);
  }
  if (draft.items !== undefined) {
    if (changes(draft.items)) pruned(draft.items, seen);
    else draft.items = undefined;
  }
  return draft;
}
