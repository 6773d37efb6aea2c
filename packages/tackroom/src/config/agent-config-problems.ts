import { closestName } from '@tackroom/core';
import type { Problem } from '@tackroom/core';
import { isRecord, modelProblem, notAsMeant } from './config-values.js';
import type { AgentConfig } from './tackroom-config.js';

/** What a value must be; undefined if it is that. */
type Check = (value: unknown) => string | undefined;

const aRecord = (value: unknown): string | undefined => (isRecord(value) ? undefined : 'must be an object');
const aList = (value: unknown): string | undefined => (Array.isArray(value) ? undefined : 'must be an array');
const aBoolean = (value: unknown): string | undefined => (typeof value === 'boolean' ? undefined : 'must be true or false');
const aNumber = (value: unknown): string | undefined => (typeof value === 'number' ? undefined : 'must be a number');

/** Models have a check of their own. */
const checks: Readonly<Record<Exclude<keyof AgentConfig, 'model' | 'fallbacks'>, Check>> = {
  system: (value) => (typeof value === 'string' ? undefined : 'must be text'),
  tools: (value) =>
    typeof value === 'object' && value !== null ? undefined : "must be an array of tools, or a filter: { include: ['read_*'] }",
  permissions: aRecord,
  toolPolicy: aRecord,
  sandbox: (value) => (isRecord(value) && 'open' in value ? undefined : 'must be a SandboxProvider, for example new BubblewrapSandbox()'),
  sandboxSession: (value) => (value === 'run' || value === 'agent' ? undefined : "must be 'run' or 'agent'"),
  limits: aRecord,
  switchAfter: aNumber,
  cooldownMs: aNumber,
  modelRetry: aRecord,
  modelSettings: aRecord,
  middleware: aList,
  detectRepetition: aBoolean,
  planning: aBoolean,
  promptCache: aBoolean,
  strictTools: aBoolean,
  stateKey: (value) => (typeof value === 'string' || value instanceof Uint8Array ? undefined : 'must be text or bytes'),
};

const KEYS: readonly string[] = ['model', 'fallbacks', ...Object.keys(checks)];

/** What is wrong with the shape of one agent. Ranges, tools and rules are checked when the agent is made. */
export function agentConfigProblems(agent: unknown, where: string): readonly Problem[] {
  if (!isRecord(agent)) return [notAsMeant(where, "must be an object: { system: '…', tools: { include: ['read_*'] } }")];
  return Object.entries(agent).flatMap(([key, value]) => (value === undefined ? [] : keyProblems(key, value, `${where}.${key}`)));
}

function keyProblems(key: string, value: unknown, where: string): readonly Problem[] {
  if (key === 'model') return modelProblem(value, where);
  if (key === 'fallbacks') {
    return Array.isArray(value)
      ? value.flatMap((model, at) => modelProblem(model, `${where}[${at}]`))
      : [notAsMeant(where, 'must be an array of models')];
  }
  if (!Object.hasOwn(checks, key)) return [{ code: 'AGENT_OPTION_INVALID', where, message: `is no option of an agent.${hintOf(key)}` }];
  const message = checks[key as keyof typeof checks](value); // just looked up
  return message === undefined ? [] : [notAsMeant(where, message)];
}

function hintOf(key: string): string {
  if (key === 'name') return ' Its name is its key.';
  const meant = closestName(key, KEYS);
  return meant === undefined ? ` The options are ${KEYS.join(', ')}.` : ` Did you mean ${meant}?`;
}
