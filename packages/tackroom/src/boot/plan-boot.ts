import { McpBridge, RuleBasedPermissionService, SignatureIndex, silentLogger, tokenName, Workspace } from '@tackroom/core';
import type { InjectionToken, Logger, PermissionService, Problem, ToolDefinition, ToolSources } from '@tackroom/core';
import { ContainerRunScope } from '../di/container-run-scope.js';
import type { ContainerScope } from '../di/container-scope.js';
import type { PlannedProvider } from '../di/dependency-plan.js';
import { missingDependency } from '../di/dependency-plan.js';
import { readProviders } from '../di/provider.js';
import type { ProviderRecord } from '../di/provider.js';
import type { HarnessOptions } from '../harness-options.js';
import { loadManifests } from '../manifest/load-manifests.js';
import { bindWorkspace, missingRoot } from './bind-workspace.js';
import type { BootProblems } from './boot-problems.js';
import { builtinSources } from './builtin-sources.js';
import { allProviders } from './port-providers.js';
import { middlewareRoots, readMiddleware } from './read-middleware.js';
import type { MiddlewareSource } from './read-middleware.js';
import { readOptions } from './read-options.js';
import { builtinTools, toolkitRoots } from './register-tools.js';

/** What a boot will do. Nothing has been made yet but the workspace, which is checked by making it. */
export interface BootPlan {
  readonly options: HarnessOptions;
  readonly logger: Logger;
  readonly order: readonly PlannedProvider[];
  readonly middleware: readonly MiddlewareSource[];
  /** Bundles and built-in names; without a way to make toolkits. */
  readonly sources: ToolSources;
  /** The policy of the options, for checks; undefined if they are wrong. */
  readonly policy: PermissionService | undefined;
}

/** Checks everything that can be checked before anything is made, and orders what is to be made. */
export async function planBoot(given: HarnessOptions, scope: ContainerScope, problems: BootProblems): Promise<BootPlan> {
  const { options, problems: wrongOptions } = readOptions(given);
  const logger = options.logger ?? silentLogger;
  const roots = toolkitRoots(options);
  const manifests = loadManifests(options.manifest);
  const sources: ToolSources = {
    ...builtinSources(),
    ...(options.unknownTypes && { unknownTypes: options.unknownTypes }),
    signatures: new SignatureIndex(manifests.sources),
    // What their constructors take is checked here, with everything else that is made.
    provided: new Set(roots.map(({ type }) => type)),
  };
  const bound = await bindWorkspace(options);
  if (bound.made) scope.disposal.track(tokenName(Workspace), bound.workspace);
  const builtin = builtinTools(options, sources);
  const user = readProviders(options.providers, 'providers');
  const runScope = new ContainerRunScope(scope);
  const runsCommands = builtin.some(({ category, semantics }) => category === 'git' || Object.values(semantics).includes('shell-command'));
  const all = allProviders({ options, logger, runScope, workspace: bound.workspace, runsCommands }, user.records);
  const middleware = readMiddleware(options.middleware);
  const plan = scope.plan(all.records, [...roots, ...middlewareRoots(middleware.sources)]);
  const isProvided = (token: InjectionToken): boolean => all.records.some((record) => record.token === token) || scope.provides(token);

  problems.add([...wrongOptions, ...manifests.problems, ...bound.problems, ...unsaidRoot(builtin, all.records, bound.problems)]);
  problems.add([...user.problems, ...all.problems, ...plan.problems, ...middleware.problems]);
  problems.add([...unprovidedMiddleware(middleware.sources, isProvided), ...missingBridge(options, isProvided)]);
  const policy = problems.collect('permissions', () => new RuleBasedPermissionService(options.permissions));
  if (bound.made && bound.workspace?.root === null) warnOpenRoot(options.logger);
  return { options, logger, order: plan.order, middleware: middleware.sources, sources, policy };
}

function unsaidRoot(
  builtin: readonly ToolDefinition[],
  records: readonly ProviderRecord[],
  wrongRoots: readonly Problem[],
): readonly Problem[] {
  if (wrongRoots.length > 0 || records.some(({ token }) => token === Workspace)) return [];
  const problem = missingRoot(builtin);
  return problem === undefined ? [] : [problem];
}

function unprovidedMiddleware(sources: readonly MiddlewareSource[], isProvided: (token: InjectionToken) => boolean): readonly Problem[] {
  return sources.flatMap((source) => {
    if (!('token' in source) || typeof source.token === 'function' || isProvided(source.token)) return [];
    return [{ code: 'DEPENDENCY_MISSING', where: source.where, message: missingDependency(source.token) }];
  });
}

function missingBridge({ mcp = {} }: HarnessOptions, isProvided: (token: InjectionToken) => boolean): readonly Problem[] {
  if (Object.keys(mcp).length === 0 || isProvided(McpBridge)) return [];
  const message = `nobody connects MCP servers (${Object.keys(mcp).join(', ')}) in this version. Provide an implementation: { provide: McpBridge, useClass: … }.`;
  return [{ code: 'OPTION_NOT_AVAILABLE', where: 'mcp', message }];
}

/** Without a logger the warning goes where Node puts warnings: a harness with the whole disk open is never silent. */
function warnOpenRoot(logger: Logger | undefined): void {
  const message = 'The workspace has no root: file tools reach every file that this process can.';
  if (logger === undefined) process.emitWarning(message, { code: 'TACKROOM_OPEN_ROOT' });
  else logger.warn(message, { code: 'TACKROOM_OPEN_ROOT' });
}
