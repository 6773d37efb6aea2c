import { joinPath } from './value-text.js';

/** What a converter throws at a type that JSON has not. `path` leads through the JSON Schema, and names the field. */
export function foreignTypeError(message: string, path: readonly PropertyKey[] = []): Error {
  const field = fieldPath(path.map((key) => String(key)));
  return new Error(field === '' ? message : `${message} (at ${field})`);
}

function fieldPath(path: readonly string[]): string {
  let field = '';
  for (let at = 0; at < path.length; at++) {
    const key = path[at] ?? '';
    if (key === 'properties') field = joinPath(field, path[(at += 1)] ?? '');
    else if (key === 'items' || key === 'prefixItems') field += '[]';
    else if (key === 'additionalProperties') field += '.*';
  }
  return field;
}
