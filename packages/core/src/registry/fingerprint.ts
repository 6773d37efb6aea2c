import { createHash } from 'node:crypto';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import type { JsonValue } from '../contracts/json.js';
import { canonicalJson } from './canonical-json.js';

/** `sha256:` and the hexadecimal digest of the canonical JSON of `value`. */
export function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256')
    .update(canonicalJson(value as JsonValue))
    .digest('hex')}`; // made of checked schemas and texts
}

/**
 * Digest of what a person approves when they approve a tool: its name and texts, schemas, annotations, and the values that
 * are filled in for hidden parameters. Policy such as deadlines is not part of it.
 */
export function fingerprintOf(definition: Omit<ToolDefinition, 'fingerprint'>): string {
  const { name, description, title, category, riskLevel, replayPolicy, inputSchema, outputSchema, semantics, hidden } = definition;
  const { secretParameters, losslessParameters } = definition;
  return digestOf({
    name,
    description,
    title,
    category,
    riskLevel,
    replayPolicy,
    inputSchema,
    outputSchema,
    semantics,
    hidden,
    secretParameters,
    losslessParameters,
  });
}
