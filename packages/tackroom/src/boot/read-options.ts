import { ToolRegistry } from '@tackroom/core';
import type { Problem } from '@tackroom/core';
import type { HarnessOptions } from '../harness-options.js';

/** The options that can be worked with, and what is wrong with the others. */
export interface ReadOptions {
  readonly options: HarnessOptions;
  readonly problems: readonly Problem[];
}

/** What is wrong with a value, and what to write; undefined if nothing is. */
type Check = (value: unknown) => string | undefined;

/** Options that have a place already and nothing behind it yet: what to do without them. */
const notYet = {
  telemetry: 'take it out; events and the audit trail say the same',
} as const;

const checks: Readonly<Record<Exclude<keyof HarnessOptions, keyof typeof notYet>, Check>> = {
  providers: list('providers'),
  tools: (value) => (Array.isArray(value) || value instanceof ToolRegistry ? undefined : 'must be an array of tools, or a ToolRegistry'),
  bundles: list("bundle names and configured bundles: ['filesystem', shell({ root: '.' })]"),
  mcp: (value) => (isRecord(value) ? undefined : 'must be an object of servers by name: { github: { command: … } }'),
  workspace: checkWorkspace,
  sandbox: methods('a SandboxProvider, for example new HostSandbox()', 'open'),
  permissions: (value) => (isRecord(value) ? undefined : 'must be an object: { allow, ask, deny, profile, … }'),
  toolPolicy: (value) => (isRecord(value) ? undefined : 'must be an object: { defaultTimeoutMs, dedupeCalls, retry }'),
  approver: (value) =>
    typeof value === 'function' ? undefined : methods('a function, or an object with the method approve', 'approve')(value),
  audit: checkAudit,
  // What it names is read, and its content checked, by the boot.
  manifest: (value) =>
    value === true || value === null || typeof value === 'number' ? 'must be a path, a manifest, an array of those, or false' : undefined,
  unknownTypes: (value) => (value === 'reject' || value === 'unconstrained' ? undefined : "must be 'reject' or 'unconstrained'"),
  scheduler: methods('a Scheduler', 'enter', 'conflicts'),
  middleware: list('middleware objects, classes or tokens'),
  logger: methods('a Logger', 'debug', 'info', 'warn', 'error'),
};

/** Checks the shape of every option. An option given as undefined counts as not given. */
export function readOptions(given: unknown): ReadOptions {
  if (!isRecord(given)) return { options: {}, problems: [invalid('HarnessModule.create', 'takes an object of options')] };
  const options: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const problem = checkOption(key, value);
    if (problem === undefined) options[key] = value;
    else problems.push(problem);
  }
  return { options, problems };
}

/** What is wrong with one option, its name or its shape; undefined if nothing is. */
export function checkOption(key: string, value: unknown): Problem | undefined {
  if (Object.hasOwn(notYet, key)) {
    const message = `is not available in this version; ${notYet[key as keyof typeof notYet]}.`;
    return { code: 'OPTION_NOT_AVAILABLE', where: key, message };
  }
  if (!Object.hasOwn(checks, key)) {
    const message = `is no option${elsewhere(key)}. Valid are ${Object.keys(checks).join(', ')}.`;
    return { code: 'OPTION_UNKNOWN', where: key, message };
  }
  const message = checks[key as keyof typeof checks](value);
  return message === undefined ? undefined : invalid(key, message);
}

/** Where an option is taken that people look for here. */
function elsewhere(key: string): string {
  if (ofAgents.has(key)) return ` of a harness; give it to an agent: harness.createAgent({ ${key} })`;
  return ofRuns.has(key) ? ` of a harness; give it to a run: agent.run(input, { ${key} })` : '';
}

const ofAgents: ReadonlySet<string> = new Set([
  'name',
  'model',
  'system',
  'limits',
  'fallbacks',
  'modelRetry',
  'modelSettings',
  'stateKey',
]);
const ofRuns: ReadonlySet<string> = new Set(['deps', 'sessionId', 'userId', 'signal', 'maxSteps', 'onEvent']);

function invalid(where: string, message: string): Problem {
  return { code: 'OPTION_INVALID', where, message: `${message}.` };
}

function list(of: string): Check {
  return (value) => (Array.isArray(value) ? undefined : `must be an array of ${of}`);
}

function methods(what: string, ...names: readonly string[]): Check {
  return (value) => {
    const missing = names.filter((name) => typeof (value as Record<string, unknown> | null)?.[name] !== 'function');
    if (missing.length === 0) return undefined;
    return `must be ${what}; it has no method ${missing.join(', ')}`;
  };
}

function checkWorkspace(value: unknown): string | undefined {
  if (typeof value === 'string') return undefined;
  const { session, root } = (value ?? {}) as { readonly session?: unknown; readonly root?: unknown };
  if (typeof session === 'function' || typeof root === 'string' || root === null) return undefined;
  return "must be a directory ('.'), { root: '.' }, or a Workspace";
}

function checkAudit(value: unknown): string | undefined {
  if (value === 'log' || value === false) return undefined;
  const { record, file, redact, onFailure } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (onFailure !== undefined && onFailure !== 'log' && onFailure !== 'refuse') return 'has an "onFailure" that is neither log nor refuse';
  if (typeof record === 'function') return undefined;
  if (typeof file !== 'string' || file === '') return "must be 'log', { file: 'audit.jsonl' }, an AuditSink, or false";
  const extra = Object.keys(value as object).filter((key) => key !== 'file' && key !== 'redact' && key !== 'onFailure');
  if (extra.length > 0) return `has unknown keys ${extra.join(', ')}; valid are file, redact, onFailure`;
  return redact === undefined || typeof redact === 'boolean' ? undefined : 'has a "redact" that is neither true nor false';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
