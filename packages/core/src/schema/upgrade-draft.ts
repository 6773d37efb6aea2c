import type { JsonSchema } from '../contracts/json.js';
import { holdsNames, mapSubschemas } from './subschemas.js';

/**
 * A schema of draft 6 or 7 in the words of draft 2020-12: a list under `items` becomes `prefixItems`, `definitions` become
 * `$defs`, `dependencies` become `dependentRequired` and `dependentSchemas`, and references follow.
 */
export function upgradeDraft(schema: JsonSchema): JsonSchema {
  return upgraded(schema, schema);
}

function upgraded(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { items, additionalItems, definitions, dependencies, $ref, ...rest } = mapSubschemas(schema, (inner) => upgraded(inner, root));
  const hasPrefix = Array.isArray(items);
  const after = hasPrefix ? additionalItems : items;
  return {
    ...(typeof $ref === 'string' ? { $ref: moved($ref, root) } : {}),
    ...rest,
    ...(hasPrefix && items.length > 0 ? { prefixItems: items } : {}),
    ...(after === undefined ? {} : { items: after as JsonSchema }),
    ...dependents(dependencies),
    ...(definitions === undefined ? {} : { $defs: { ...(definitions as object), ...(rest['$defs'] as object | undefined) } }),
  };
}

function dependents(dependencies: unknown): object {
  const all = Object.entries(dependencies ?? {}) as [string, unknown][];
  const required = all.filter(([, needs]) => Array.isArray(needs));
  const schemas = all.filter(([, needs]) => !Array.isArray(needs));
  return {
    ...(required.length === 0 ? {} : { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length === 0 ? {} : { dependentSchemas: Object.fromEntries(schemas) }),
  };
}

/** Where a local reference leads afterwards. `root` is the schema as it was: names that look like keywords stay. */
function moved(reference: string, root: unknown): string {
  if (!reference.startsWith('#/')) return reference;
  let node = root;
  let isName = false;
  const parts = reference
    .slice(2)
    .split('/')
    .map((part) => {
      const parent = node as Readonly<Record<string, unknown>> | undefined;
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      node = parent?.[key];
      const wasName = isName;
      isName = !wasName && holdsNames(key);
      return wasName ? part : keywordNow(key, part, parent);
    });
  return `#/${parts.join('/')}`;
}

function keywordNow(key: string, part: string, parent: Readonly<Record<string, unknown>> | undefined): string {
  if (key === 'definitions') return '$defs';
  if (key === 'dependencies') return 'dependentSchemas';
  const hasPrefix = Array.isArray(parent?.['items']);
  if (key === 'items' && hasPrefix) return 'prefixItems';
  return key === 'additionalItems' && hasPrefix ? 'items' : part;
}
