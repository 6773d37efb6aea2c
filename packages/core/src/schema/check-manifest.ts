import type { SchemaManifest } from '../contracts/schema-manifest.js';

/** Whether a value has the form of a manifest that this version reads. Its schemas are checked when they are used. */
export function isManifest(value: unknown): value is SchemaManifest {
  if (!isRecord(value) || value['version'] !== 1) return false;
  const { sources, tools } = value;
  return isRecord(sources) && isRecord(tools) && Object.values(tools).every(isSignature);
}

function isSignature(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value['parameters']) && value['parameters'].every(isParameter);
}

function isParameter(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { name, emits, schema, dates } = value;
  const isNamed = name === undefined || typeof name === 'string';
  const isTyped = ['String', 'Number', 'Boolean', 'Object'].includes(String(emits));
  const hasSchema = schema === undefined || isRecord(schema);
  return (
    isNamed && isTyped && hasSchema && (dates === undefined || (Array.isArray(dates) && dates.every((date) => typeof date === 'string')))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
