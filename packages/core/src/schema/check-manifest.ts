import type { SchemaManifest } from '../contracts/schema-manifest.js';

/** Whether a value has the form of a manifest that this version reads. Its schemas are checked when they are used. */
export function isManifest(value: unknown): value is SchemaManifest {
  if (!isRecord(value) || value['version'] !== 1) return false;
  const { sources, tools } = value;
  return isRecord(sources) && isRecord(tools) && Object.values(tools).every(isSignature);
}

function isSignature(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value['parameters'])) return false;
  const texts = ['className', 'member', 'tool', 'id', 'description', 'refused'].every((field) => isAbsentOr(value[field], isText));
  const lists = isAbsentOr(value['uses'], isListOf(isText)) && isAbsentOr(value['examples'], isListOf(isRecord));
  return texts && lists && value['parameters'].every(isParameter);
}

function isParameter(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { name, emits, schema, dates, refused, required, injected } = value;
  const isTyped = ['String', 'Number', 'Boolean', 'Object'].includes(String(emits));
  const texts = isAbsentOr(name, isText) && isAbsentOr(refused, isText) && isAbsentOr(dates, isListOf(isText));
  return isTyped && texts && isAbsentOr(schema, isRecord) && isAbsentOr(required, isFlag) && isAbsentOr(injected, isFlag);
}

function isAbsentOr(value: unknown, holds: (value: unknown) => boolean): boolean {
  return value === undefined || holds(value);
}

function isListOf(holds: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(holds);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
