import {
  compileFilter,
  resolvePolicy,
  ToolRegistry,
  type EffectivePolicy,
  type ToolDefinition,
  type ToolFilter,
  type ToolListItem,
  type ToolPolicy,
  type ToolSnapshot,
} from '@tackroom/core';
import type { AgentHost } from './agent-host.js';
import type { AgentOptions } from './agent-options.js';
import { withPlanning } from './planning/planning-tools.js';

/** The tools of one agent, and the policy that settles what they leave open. */
export class AgentTools {
  readonly policy: EffectivePolicy;

  constructor(
    /** Where they are registered: the harness's registry, or the agent's own. */
    readonly registry: ToolRegistry,
    private readonly filter: ToolFilter | undefined,
    policy: ToolPolicy,
    private readonly planning: boolean,
  ) {
    this.policy = resolvePolicy(registry.ownPolicy, policy);
  }

  /** The tools of this moment; the same object until something changes. */
  snapshot(): ToolSnapshot {
    const snapshot = this.registry.snapshot(this.filter);
    return this.planning ? withPlanning(snapshot) : snapshot;
  }

  /** Definitions in name order. */
  list(): readonly ToolDefinition[] {
    return this.snapshot().definitions;
  }

  get(name: string): ToolDefinition | undefined {
    return this.snapshot().get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}

/** Settles which tools an agent has. Throws `REGISTRY_INVALID`, `FILTER_INVALID` or `POLICY_INVALID`. */
export function agentTools(host: AgentHost, options: Pick<AgentOptions, 'name' | 'tools' | 'toolPolicy' | 'planning'>): AgentTools {
  const { tools, planning = true } = options;
  const policy = { ...host.policy, ...options.toolPolicy };
  if (tools === undefined) return new AgentTools(host.registry, undefined, policy, planning);
  if (tools instanceof ToolRegistry) return new AgentTools(tools, undefined, policy, planning);
  if (isList(tools)) return new AgentTools(ownRegistry(host, tools, options.name), undefined, policy, planning);
  compileFilter(tools);
  return new AgentTools(host.registry, tools, policy, planning);
}

/** A list may also name tools that the harness has registered. */
function ownRegistry(host: AgentHost, items: readonly ToolListItem[], agent: string): ToolRegistry {
  const sources = { ...host.toolSources, instantiate: host.instantiate.bind(host) };
  const registry = new ToolRegistry({ sources, kernel: host.kernel });
  registry.registerAll(
    items.map((item) => (typeof item === 'string' ? (host.registry.get(item) ?? item) : item)),
    `tools of agent ${agent}`,
  );
  return registry;
}

function isList(tools: NonNullable<AgentOptions['tools']>): tools is readonly ToolListItem[] {
  return Array.isArray(tools);
}
