import type { Ajv, SchemaValidateFunction } from 'ajv';

/** Whether a schema compares arrays or objects, which ajv does with a function that not every JSON value survives. */
export function comparesObjects(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.entries(schema).some(([keyword, value]: [string, unknown]) => {
    if (keyword === 'uniqueItems') return true;
    if (keyword === 'const' && isStructure(value)) return true;
    return (keyword === 'enum' && Array.isArray(value) && value.some(isStructure)) || comparesObjects(value);
  });
}

/**
 * Replaces ajv's keywords that compare. Its own call `valueOf`, `toString` and `constructor` of what they compare: a member
 * of that name, or an object that inherits nothing, throws or is never equal. `uniqueItems` is also linear here.
 */
export function compareAsJson(ajv: Ajv): void {
  for (const keyword of ['const', 'enum', 'uniqueItems']) ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword: 'const', validate: (only: unknown, data: unknown) => canonical(only) === canonical(data) });
  ajv.addKeyword({ keyword: 'enum', compile: enumCheck });
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', errors: true, validate: uniqueItems });
}

function enumCheck(values: readonly unknown[]): (data: unknown) => boolean {
  const known = new Set(values.map(canonical));
  return (data) => known.has(canonical(data));
}

const uniqueItems: SchemaValidateFunction = (isAsked: boolean, items: readonly unknown[]): boolean => {
  const seen = new Map<string, number>();
  for (let i = 0; isAsked && i < items.length; i++) {
    const text = canonical(items[i]);
    const j = seen.get(text);
    if (j !== undefined) {
      uniqueItems.errors = [{ keyword: 'uniqueItems', params: { i, j }, message: 'must not repeat items' }];
      return false;
    }
    seen.set(text, i);
  }
  return true;
};

/** The same text for equal JSON values, however their members are ordered. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isStructure(value)) return JSON.stringify(value) ?? String(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join()}}`;
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
