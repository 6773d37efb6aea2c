import type { JsonSchema } from '../contracts/json.js';
import type { ToolDefinition, ToolOrigin } from '../contracts/tool-definition.js';
import { effectiveValues, type EffectiveField, type EffectiveValue } from '../registry/effective-values.js';
import { effectiveTimeoutMs, type EffectivePolicy } from '../registry/tool-policy.js';

/** A tool as people and scripts look at it. Plain JSON; functions are named, not shown. */
export interface ToolInspection {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly riskLevel: ToolDefinition['riskLevel'];
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** The tool's own level; `inherit` where the policy's default decides. */
  readonly permission: string;
  readonly concurrency: string;
  readonly replayPolicy: ToolDefinition['replayPolicy'];
  /** Effective deadline of one attempt in milliseconds. */
  readonly timeoutMs: number;
  readonly origin: ToolOrigin;
  readonly fingerprint: string;
  readonly effective: Readonly<Record<EffectiveField, EffectiveValue>>;
}

/** Describes one tool under a policy, with the source of each effective value. */
export function inspectTool(definition: ToolDefinition, policy: EffectivePolicy): ToolInspection {
  const { name, title, description, category, riskLevel, inputSchema, outputSchema, concurrency, replayPolicy, origin, fingerprint } =
    definition;
  return {
    name,
    title,
    description,
    category,
    riskLevel,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    permission: definition.permission ?? 'inherit',
    concurrency: typeof concurrency === 'string' ? concurrency : `keyed (${concurrency.mode})`,
    replayPolicy,
    timeoutMs: effectiveTimeoutMs(definition, policy),
    origin,
    fingerprint,
    effective: effectiveValues(definition, policy),
  };
}
