import { closestName, isToolBundle, McpBridge } from '@tackroom/core';
import type { Problem } from '@tackroom/core';
import { checkOption } from '../boot/read-options.js';
import { agentConfigProblems } from './agent-config-problems.js';
import { isRecord, modelProblem, notAsMeant } from './config-values.js';
import type { TackroomConfig } from './tackroom-config.js';
import { workspaceConfigProblems } from './workspace-config-problems.js';

/** What is wrong with the value of a key; `where` is the key's path. */
type Check = (value: unknown, where: string) => readonly Problem[];

const PROFILES: readonly unknown[] = ['guarded', 'open', 'locked'];
const LISTS = ['allow', 'ask', 'deny'] as const;

/** What a harness has under the same name is checked as a harness checks it. */
const asOption: Check = (value, where) => {
  const problem = checkOption(where, value);
  return problem === undefined ? [] : [problem];
};

const checks: Readonly<Record<keyof TackroomConfig, Check>> = {
  root: (value, where) =>
    value === null || (typeof value === 'string' && value !== '')
      ? []
      : [notAsMeant(where, "must be a directory ('.'), or null for the whole file system")],
  // It is looked at together with the root.
  workspace: () => [],
  bundles: (value, where) =>
    Array.isArray(value) ? value.flatMap((item, at) => bundleProblems(item, `${where}[${at}]`)) : asOption(value, where),
  tools: asOption,
  providers: asOption,
  permissions: permissionProblems,
  profile: (value, where) => (PROFILES.includes(value) ? [] : [notAsMeant(where, 'must be one of guarded, open, locked')]),
  model: modelProblem,
  agents: agentsProblems,
  toolPolicy: asOption,
  approver: asOption,
  audit: asOption,
  sandbox: asOption,
  middleware: asOption,
  unknownTypes: asOption,
  mcp: asOption,
  manifest: asOption,
  store: notYet('keep a paused run with tackroom run --state FILE'),
};

/** Those that can be given. */
const KEYS = Object.keys(checks).filter((key) => key !== 'store');

/**
 * Everything that is wrong with the shape of a configuration; what its rules, tools and providers say is checked when the
 * harness boots. Each problem is an `OPTION_UNKNOWN`, `OPTION_INVALID`, `OPTION_NOT_AVAILABLE` or `AGENT_OPTION_INVALID`, and
 * its `where` is the path of a key. A key that is undefined counts as not given.
 */
export function configProblems(config: unknown): readonly Problem[] {
  if (!isRecord(config)) return [notAsMeant('the configuration', 'must be an object: defineConfig({ tools: […], permissions: { … } })')];
  const given = Object.entries(config).filter(([, value]) => value !== undefined);
  const problems = given.flatMap(([key, value]) => (isKey(key) ? checks[key](value, key) : [unknownKey(key)]));
  const { profile, permissions, workspace, root } = config;
  if (workspace !== undefined) problems.push(...workspaceConfigProblems(workspace, 'workspace', root));
  if (profile !== undefined && isRecord(permissions) && permissions['profile'] !== undefined) {
    problems.push(notAsMeant('profile', 'is said here and in permissions.profile. Keep one of the two'));
  }
  return [...problems, ...missingBridge(config)];
}

/** This version connects no servers itself. */
function missingBridge({ mcp, providers }: Readonly<Record<string, unknown>>): readonly Problem[] {
  if (!isRecord(mcp) || Object.keys(mcp).length === 0) return [];
  if (Array.isArray(providers) && providers.some((provider) => isRecord(provider) && provider['provide'] === McpBridge)) return [];
  return notYet('provide an implementation: providers: [{ provide: McpBridge, useClass: … }]')(mcp, 'mcp');
}

function isKey(key: string): key is keyof TackroomConfig {
  return Object.hasOwn(checks, key);
}

/** Names that people look for here, and what says it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  cwd: ' of a configuration; say root, or give the command --cwd',
  system: ' of a configuration; give it to an agent: agents: { NAME: { system } }',
  limits: ' of a configuration; give it to an agent: agents: { NAME: { limits } }',
  scheduler: ' of a configuration; provide it: providers: [{ provide: Scheduler, … }]',
  logger: ' of a configuration; the command logs to stderr',
  allow: ' of a configuration; it belongs to permissions',
  ask: ' of a configuration; it belongs to permissions',
  deny: ' of a configuration; it belongs to permissions',
};

function unknownKey(key: string): Problem {
  return { code: 'OPTION_UNKNOWN', where: key, message: `is no key${hintOf(key)}` };
}

function hintOf(key: string): string {
  if (Object.hasOwn(ELSEWHERE, key)) return `${ELSEWHERE[key] ?? ''}.`;
  const meant = closestName(key, KEYS);
  return meant === undefined ? `. The keys are ${KEYS.join(', ')}.` : `. Did you mean ${meant}?`;
}

function bundleProblems(item: unknown, where: string): readonly Problem[] {
  if (typeof item === 'string' || isToolBundle(item)) return [];
  if (!isRecord(item) || typeof item['name'] !== 'string') {
    return [notAsMeant(where, "must be a bundle: 'filesystem', shell({ … }), or { name: 'shell', options: { … } }")];
  }
  const extra = Object.keys(item).filter((key) => key !== 'name' && key !== 'options');
  if (extra.length > 0)
    return [notAsMeant(where, `has ${extra.join(', ')} beside its name. Options stand together: { name, options: { … } }`)];
  return item['options'] === undefined || isRecord(item['options']) ? [] : [notAsMeant(`${where}.options`, 'must be an object')];
}

/** Rules are joined with those of the command line, so that their lists must be lists. Whatever else is wrong boot says. */
function permissionProblems(value: unknown, where: string): readonly Problem[] {
  if (!isRecord(value)) return asOption(value, where);
  return LISTS.filter((list) => value[list] !== undefined && !Array.isArray(value[list])).map((list) =>
    notAsMeant(`${where}.${list}`, "must be an array of rules: ['read_*']"),
  );
}

function agentsProblems(value: unknown, where: string): readonly Problem[] {
  if (!isRecord(value)) return [notAsMeant(where, "must be an object of agents by name: { support: { system: '…' } }")];
  return Object.entries(value).flatMap(([name, agent]) =>
    name === '' ? [notAsMeant(where, 'has an agent without a name')] : agentConfigProblems(agent, `${where}.${name}`),
  );
}

function notYet(instead: string): Check {
  return (_value, where) => [{ code: 'OPTION_NOT_AVAILABLE', where, message: `is not available in this version; ${instead}.` }];
}
