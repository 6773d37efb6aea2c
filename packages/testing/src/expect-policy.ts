import { defineTool, HarnessError, problemsError, RuleBasedPermissionService, ToolRegistry } from '@tackroom/core';
import type { DecisionTrace, JsonObject, PermissionLevel, PermissionOptions, ToolDefinition, Workspace } from '@tackroom/core';
import { InMemoryWorkspace } from './in-memory-workspace/in-memory-workspace.js';

/** What {@link expectPolicy} may know besides the policy. */
export interface ExpectPolicyOptions {
  /** The tools that the policy is about; those that are missing and have the name of a built-in one are stood in for. */
  readonly tools?: readonly ToolDefinition[];
  /** Files that paths are resolved against; an empty workspace in memory unless given. */
  readonly workspace?: Workspace;
}

/** What is expected of one call. Each rejects with what the policy says, and every rule that it tried, if it says otherwise. */
export interface CallExpectation {
  toAllow(): Promise<void>;
  toAsk(): Promise<void>;
  toDeny(): Promise<void>;
}

/** Expectations of a policy. */
export interface PolicyExpectation {
  /** The call as a model would make it. Nothing runs and nobody is asked. */
  call(toolName: string, args?: JsonObject): CallExpectation;
}

/**
 * Tests a policy without a model or a run: `await expectPolicy(policy).call('run_command', { command: 'ls' }).toAsk()`.
 * Throws `PERMISSIONS_INVALID` for a policy that no harness would boot with.
 */
export function expectPolicy(policy: PermissionOptions, options: ExpectPolicyOptions = {}): PolicyExpectation {
  const { tools = [], workspace = new InMemoryWorkspace() } = options;
  const given = new Set(tools.map(({ name }) => name));
  const registry = new ToolRegistry();
  for (const tool of [...tools, ...STAND_INS.filter(({ name }) => !given.has(name))]) registry.register(tool);
  const permissions = new RuleBasedPermissionService(policy);
  const problems = permissions.checkAgainst(registry.list().flatMap(({ name }) => registry.get(name) ?? []));
  if (problems.length > 0) throw problemsError('PERMISSIONS_INVALID', 'The permission policy cannot be used', problems);
  return {
    call: (name, args = {}) => {
      const expectVerdict = async (verdict: PermissionLevel): Promise<void> => {
        const trace = await registry.explain({ name, args }, { permissions, ctx: { workspace: workspace.session('') } });
        if (trace.source === 'none') throw new HarnessError('TOOL_UNKNOWN', `The policy is not asked about ${name}: ${trace.reason}`);
        if (trace.verdict !== verdict) throw new Error(unexpected(name, args, verdict, trace));
      };
      return { toAllow: () => expectVerdict('allow'), toAsk: () => expectVerdict('ask'), toDeny: () => expectVerdict('deny') };
    },
  };
}

function unexpected(name: string, args: JsonObject, expected: PermissionLevel, trace: DecisionTrace): string {
  const steps = trace.steps.map(({ step, detail, outcome }) => `  ${outcome === 'matched' ? 'yes' : ' no'}  ${step}: ${detail}`);
  return [`Expected ${expected} of ${name} ${JSON.stringify(args)}, but it is ${trace.verdict}: ${trace.reason}`, ...steps].join('\n');
}

/** The built-in tools as far as a policy looks at them. */
const STAND_INS: readonly ToolDefinition[] = [
  standIn('read_file', 'read', 'low', { path: 'path' }),
  standIn('list_directory', 'read', 'low', { path: 'path' }),
  standIn('glob', 'read', 'low', { path: 'path' }),
  standIn('grep', 'read', 'low', { path: 'path' }),
  standIn('write_file', 'write', 'medium', { path: 'path' }),
  standIn('edit_file', 'write', 'medium', { path: 'path' }),
  standIn('delete', 'write', 'medium', { path: 'path' }),
  standIn('run_command', 'execute', 'high', { command: 'shell-command', cwd: 'path' }),
  standIn('fetch_url', 'web', 'medium', { url: 'url' }),
];

function standIn(
  name: string,
  category: string,
  riskLevel: ToolDefinition['riskLevel'],
  semantics: ToolDefinition['semantics'],
): ToolDefinition {
  return defineTool({
    name,
    description: `Stands in for ${name}.`,
    category,
    riskLevel,
    semantics,
    inputSchema: { type: 'object', properties: Object.fromEntries(Object.keys(semantics).map((key) => [key, { type: 'string' }])) },
    handler: () => '',
  });
}
