import type { JsonValue } from '../contracts/json.js';
import type { Concurrency, ToolDefinition, ValueSource } from '../contracts/tool-definition.js';
import { effectiveDedupe, effectiveRetry, effectiveTimeoutMs, type EffectivePolicy } from './tool-policy.js';

/** A value as it holds for calls, and where it was said. Functions are shown as `(function)`. */
export interface EffectiveValue {
  readonly value: JsonValue;
  readonly source: ValueSource;
}

/** What can be said of a tool in more than one place. */
export type EffectiveField =
  | 'name'
  | 'title'
  | 'description'
  | 'category'
  | 'riskLevel'
  | 'permission'
  | 'approval'
  | 'concurrency'
  | 'replayPolicy'
  | 'timeoutMs'
  | 'retry'
  | 'retryIfResult'
  | 'dedupeCalls'
  | 'semantics'
  | 'secretParameters'
  | 'losslessParameters'
  | 'hidden'
  | 'visible'
  | 'instructions'
  | 'reconcile'
  | 'offload';

/** Every effective value of a tool under a policy, with its source. Plain JSON, for people and the command line. */
export function effectiveValues(definition: ToolDefinition, policy: EffectivePolicy): Readonly<Record<EffectiveField, EffectiveValue>> {
  const said = (field: keyof ToolDefinition, value: JsonValue): EffectiveValue => ({
    value,
    source: definition.sources[field] ?? 'default',
  });
  return {
    name: said('name', definition.name),
    title: said('title', definition.title),
    description: said('description', definition.description),
    category: said('category', definition.category),
    riskLevel: said('riskLevel', definition.riskLevel),
    permission: said('permission', definition.permission ?? 'inherit'),
    approval: said('approval', showApproval(definition)),
    concurrency: said('concurrency', showConcurrency(definition.concurrency)),
    replayPolicy: said('replayPolicy', definition.replayPolicy),
    timeoutMs: { value: effectiveTimeoutMs(definition, policy), source: timeoutSource(definition, policy) },
    retry: { value: { ...effectiveRetry(definition, policy) }, source: retrySource(definition, policy) },
    retryIfResult: said('retryIfResult', showFunction(definition.retryIfResult)),
    dedupeCalls: { value: effectiveDedupe(definition, policy), source: policy.sources.dedupeCalls },
    semantics: said('semantics', { ...definition.semantics }),
    secretParameters: said('secretParameters', definition.secretParameters),
    losslessParameters: said('losslessParameters', definition.losslessParameters),
    hidden: said('hidden', { ...definition.hidden }),
    visible: said('visible', definition.visible === undefined ? 'always' : definition.visiblePerStep ? 'asked per step' : 'asked per run'),
    instructions: said('instructions', definition.instructions ?? null),
    reconcile: said('reconcile', showFunction(definition.reconcile)),
    offload: said('offload', definition.offload === undefined ? null : { ...definition.offload }),
  };
}

function timeoutSource(definition: ToolDefinition, policy: EffectivePolicy): ValueSource {
  if (definition.timeoutMs === undefined) return definition.ownLimits ? 'default' : policy.sources.defaultTimeoutMs;
  return definition.sources['timeoutMs'] ?? (definition.ownLimits ? 'builtin' : 'definition');
}

function retrySource(definition: ToolDefinition, policy: EffectivePolicy): ValueSource {
  return definition.retry === undefined ? policy.sources.retry : (definition.sources['retry'] ?? 'definition');
}

function showApproval({ approval }: ToolDefinition): JsonValue {
  if (approval === undefined) return null;
  return { ...(approval.when && { when: '(function)' }), ...(approval.reason !== undefined && { reason: approval.reason }) };
}

function showConcurrency(concurrency: Concurrency): JsonValue {
  return typeof concurrency === 'string' ? concurrency : { key: '(function)', mode: concurrency.mode };
}

function showFunction(value: unknown): JsonValue {
  return value === undefined ? null : '(function)';
}
