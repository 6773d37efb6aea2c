import type { Problem } from '../contracts/errors.js';

/** A value of an option that cannot be, and what to write instead. */
export function wrongOption(where: string, option: string, message: string): Problem {
  return { code: 'TOOL_OPTION_INVALID', where: `${where}, ${option}`, message: `${message}.` };
}

/** A value as a problem shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${value.name}`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value);
}

/** Whether a value is an object with members, not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
