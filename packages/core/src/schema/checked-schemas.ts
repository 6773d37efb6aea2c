import type { JsonSchema } from '../contracts/json.js';

const checked = new WeakSet<object>();

/** Notes that a schema was checked and deeply frozen, so that giving it again costs nothing. */
export function markChecked(schema: JsonSchema): void {
  checked.add(schema);
}

/** Whether a value is a schema that was checked and deeply frozen here. */
export function isChecked(value: object): value is JsonSchema {
  return checked.has(value);
}
