import { createHash } from 'node:crypto';
import type { JsonValue } from '../contracts/json.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { canonicalJson } from './canonical-json.js';

/**
 * `sha256:` and the hexadecimal digest of what a person approves when they approve a tool: its name and texts, schemas,
 * annotations, and the values that are filled in for hidden parameters. Policy such as deadlines is not part of it.
 */
export function fingerprintOf(definition: Omit<ToolDefinition, 'fingerprint'>): string {
  const { name, description, title, category, riskLevel, replayPolicy, inputSchema, outputSchema, semantics, hidden } = definition;
  const { secretParameters, losslessParameters } = definition;
  const texts = { name, description, title, category, riskLevel, replayPolicy };
  const approved = { ...texts, inputSchema, outputSchema, semantics, hidden, secretParameters, losslessParameters };
  const text = canonicalJson(approved as unknown as JsonValue); // schemas were checked to be JSON, and members that are undefined are left out
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
