import { defineTool, HarnessError, problemsError, RuleBasedPermissionService, ToolRegistry } from '@tackroom/core';
import type { DecisionTrace, JsonObject, PermissionLevel, PermissionOptions, ToolDefinition, Workspace } from '@tackroom/core';
import { builtInTools, type BuiltInTool } from './generated/built-in-tools.js';
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

/** The one of fetching that other policies mean; no bundle has it. */
const FETCH: BuiltInTool = {
  name: 'fetch_url',
  category: 'web',
  riskLevel: 'medium',
  semantics: { url: 'url' },
  inputSchema: { type: 'object', properties: { url: { type: 'string' } } },
};

/** The built-in tools as far as a policy looks at them. A test names the arguments that its policy looks at, so none is required. */
const STAND_INS: readonly ToolDefinition[] = [...builtInTools, FETCH].map(({ inputSchema: { required: _, ...inputSchema }, ...facts }) =>
  defineTool({ ...facts, inputSchema, description: `Stands in for ${facts.name}.`, handler: () => '' }),
);
