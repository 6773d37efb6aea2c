/** Deeper than this, an option is compared by identity; it also ends the walk of a cyclic one. */
const MAX_DEPTH = 8;

const identities = new WeakMap<object, number>();
let lastIdentity = 0;

/**
 * A text that is equal for equal options of one process: plain objects by content whatever the order of their keys,
 * everything else (stores, functions, class instances) by identity.
 */
export function optionIdentity(options: object): string {
  return identityOf(options, 0);
}

function identityOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return String(value);
  if (depth < MAX_DEPTH && Array.isArray(value)) return `[${value.map((item) => identityOf(item, depth + 1)).join(',')}]`;
  if (depth < MAX_DEPTH && isPlain(value)) {
    const said = Object.entries(value).filter(([, item]) => item !== undefined);
    const sorted = said.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${identityOf(item, depth + 1)}`).join(',')}}`;
  }
  let identity = identities.get(value);
  if (identity === undefined) identities.set(value, (identity = ++lastIdentity));
  return `#${identity}`;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
