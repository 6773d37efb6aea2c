import type { AgentHost } from '@tackroom/agent';
import { agentPermissionService, HarnessError, narrowingPermissionService, RuleBasedPermissionService } from '@tackroom/core';
import type {
  Approver,
  CallKernel,
  Class,
  Logger,
  PermissionOptions,
  PermissionService,
  Problem,
  RunScope,
  ToolDefinition,
  ToolPolicy,
  ToolRegistry,
  ToolSources,
} from '@tackroom/core';
import type { AgentPlaces } from './agent-places.js';

/** What a harness lends its agents. */
export interface AgentHostParts {
  readonly kernel: CallKernel;
  readonly registry: ToolRegistry;
  readonly policy: ToolPolicy | undefined;
  readonly places: AgentPlaces;
  readonly runScope: RunScope;
  readonly approver: Approver | undefined;
  readonly sources: ToolSources;
  readonly isClosed: () => boolean;
}

/** The harness as its agents see it. After the harness was closed no run can start: `HARNESS_CLOSED`. */
export function makeAgentHost(parts: AgentHostParts): AgentHost {
  const { kernel, registry, policy, places, runScope, approver, sources } = parts;
  const { permissions, clock, ids } = kernel;
  const now = (): number => clock.now();
  return {
    kernel,
    registry,
    placeProblems: (options) => places.problems(options),
    placeOf: (options) => places.of(options),
    approver,
    ...(policy === undefined ? {} : { policy }),
    onAsk: permissions instanceof RuleBasedPermissionService ? permissions.onAsk : 'pause',
    runScope: {
      open(providers, needed) {
        if (parts.isClosed()) throw new HarnessError('HARNESS_CLOSED', 'The harness of this agent has been closed. Create another one.');
        return runScope.open(providers, needed);
      },
    },
    checkPermissions: (tools, own) => checkPermissions(permissions, tools, own),
    narrow: (own) => narrowingPermissionService(permissions, agentPermissionService(own, { now, ids }), now),
    instantiate: (toolkit: Class) => instantiate(sources, toolkit),
    toolSources: sources,
  };
}

/** What is wrong with rules for these tools: an agent's own, or the harness's if its policy can tell. */
export function checkPermissions(
  permissions: PermissionService,
  tools: readonly ToolDefinition[],
  own?: PermissionOptions,
): readonly Problem[] {
  if (own !== undefined) return agentPermissionService(own).checkAgainst(tools);
  return permissions instanceof RuleBasedPermissionService ? permissions.checkAgainst(tools) : [];
}

/** A rule that was written for other tools may be wider than this harness; that it does nothing here is worth a line. */
export function warnOfIdleRules(permissions: PermissionService, tools: readonly ToolDefinition[], logger: Logger | undefined): void {
  if (!(permissions instanceof RuleBasedPermissionService)) return;
  for (const rule of permissions.idleRules(tools)) {
    logger?.warn(`The imported rule ${rule} is about no registered tool, so it does nothing here.`);
  }
}

function instantiate(sources: ToolSources, toolkit: Class): object {
  if (sources.instantiate === undefined) throw new HarnessError('DEPENDENCY_MISSING', `${toolkit.name} cannot be made here.`);
  return sources.instantiate(toolkit);
}
