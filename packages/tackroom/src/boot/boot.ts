import { PLANNING_TOOLS } from '@tackroom/agent';
import { HarnessError } from '@tackroom/core';
import type {
  CallKernel,
  Class,
  McpBridge,
  McpServerOptions,
  SandboxProvider,
  ToolPolicy,
  ToolRegistry,
  ToolSources,
  Logger,
} from '@tackroom/core';
import { ContainerScope } from '../di/container-scope.js';
import { rootWarning } from '../root-warning.js';
import type { DisposalStack } from '../di/disposal-stack.js';
import { DirectCalls } from '../direct-calls.js';
import { Harness } from '../harness.js';
import type { HarnessOptions } from '../harness-options.js';
import { AgentPlaces } from './agent-places.js';
import { BootProblems } from './boot-problems.js';
import { harnessPorts } from './harness-ports.js';
import type { HarnessPorts } from './harness-ports.js';
import { checkPermissions, makeAgentHost, warnOfIdleRules } from './make-agent-host.js';
import { planBoot } from './plan-boot.js';
import type { BootPlan } from './plan-boot.js';
import { registerTools } from './register-tools.js';

/** Boots a harness, or closes what was made and throws `BOOT_INVALID`. */
export async function boot(given: HarnessOptions): Promise<Harness> {
  const scope = await ContainerScope.root();
  const problems = new BootProblems();
  try {
    const plan = await planBoot(given, scope, problems);
    const ports = await makePorts(plan, scope, problems);
    const sources = { ...plan.sources, instantiate: ports === undefined ? standIn : (type: Class) => scope.instantiate(type) };
    const registry = await registerEverything(plan, sources, ports, problems);
    if (ports !== undefined && problems.none) {
      return await assemble({ policy: plan.options.toolPolicy, sources, ports, registry, disposal: scope.disposal });
    }
  } catch (fault) {
    await scope.disposal.drain();
    throw fault;
  }
  throw problems.toError(await scope.disposal.drain());
}

/** Makes what the plan lists; undefined if something is wrong, be it with the plan or while making. */
async function makePorts(plan: BootPlan, scope: ContainerScope, problems: BootProblems): Promise<HarnessPorts | undefined> {
  if (!problems.none) return undefined;
  problems.addFailures(await scope.make(plan.order));
  if (!problems.none) return undefined;
  const ports = harnessPorts(scope, plan.middleware, plan.logger);
  problems.add(ports.problems);
  await checkSandbox(ports.sandbox, problems, plan.logger);
  return ports;
}

/** A sandbox that cannot be had is found out now, not by the first command. */
async function checkSandbox(sandbox: SandboxProvider | undefined, problems: BootProblems, logger: Logger): Promise<void> {
  try {
    await sandbox?.check?.();
    const warning = sandbox === undefined ? undefined : rootWarning(sandbox.name);
    if (warning !== undefined) logger.warn(warning, { code: 'TACKROOM_SANDBOX_AS_ROOT' });
  } catch (error) {
    problems.addError('sandbox', error);
  }
}

/** Stands in for a toolkit in a boot that has failed already, so that the rest can still be checked. */
function standIn(type: Class): object {
  return Object.create(type.prototype as object) as object;
}

/** Registers all tools and holds the policy against them, also after a failure: a boot reports everything at once. */
async function registerEverything(
  plan: BootPlan,
  sources: ToolSources,
  ports: HarnessPorts | undefined,
  problems: BootProblems,
): Promise<ToolRegistry> {
  const before = problems.count;
  const registry = registerTools(
    plan.options,
    sources,
    ports === undefined ? {} : { kernel: directKernel(ports.kernel), sandbox: ports.sandbox },
    problems,
  );
  const { mcp = {} } = plan.options;
  if (ports?.mcp !== undefined && Object.keys(mcp).length > 0) await connectServers(ports.mcp, mcp, registry, problems);
  // A tool that could not be registered would make every rule about it look wrong. Rules may be about the agents' own tools too.
  const permissions = ports?.kernel.permissions ?? plan.policy;
  if (problems.count === before && permissions !== undefined) {
    problems.add(checkPermissions(permissions, [...registry.list(), ...PLANNING_TOOLS]));
    warnOfIdleRules(permissions, registry.list(), ports?.kernel.logger);
  }
  return registry;
}

async function connectServers(
  bridge: McpBridge,
  servers: Readonly<Record<string, McpServerOptions>>,
  registry: ToolRegistry,
  problems: BootProblems,
): Promise<void> {
  try {
    registry.registerAll(await bridge.connect(servers), 'mcp');
  } catch (error) {
    if (HarnessError.is(error)) problems.addError('mcp', error);
    else
      problems.addFailures([
        { problem: { code: 'MCP_FAILED', where: 'mcp', message: `the bridge failed with ${String(error)}` }, cause: error },
      ]);
  }
}

/** What the registry's own calls share with the harness: not its policy, which they take only when it is given. */
function directKernel({ scheduler, audit, artifacts, clock, ids, logger, offloader, maxResultChars }: CallKernel): Partial<CallKernel> {
  return { scheduler, audit, artifacts, clock, ids, logger, offloader, maxResultChars };
}

interface BootedParts {
  readonly policy: ToolPolicy | undefined;
  readonly sources: ToolSources;
  readonly ports: HarnessPorts;
  readonly registry: ToolRegistry;
  readonly disposal: DisposalStack;
}

async function assemble({ policy, sources, ports, registry, disposal }: BootedParts): Promise<Harness> {
  const { kernel, approver, workspace, runScope } = ports;
  const places = new AgentPlaces({ workspace, sandbox: ports.sandbox, ids: kernel.ids, logger: kernel.logger });
  const shared = await runScope.open([], []);
  disposal.defer('audit sink', () => kernel.audit?.flush?.());
  disposal.defer('worker pool', () => kernel.offloader.close());
  disposal.defer('run scope', () => shared.close());
  disposal.defer('sandbox sessions', () => places.close());
  const { permissions, clock } = kernel;
  const calls = new DirectCalls(
    { registry, permissions, approver, workspace, sandbox: (sessionId) => places.keep(sessionId), runScope, clock },
    shared,
  );
  const host = makeAgentHost({
    ...{ kernel, registry, places, runScope, approver, sources },
    policy,
    isClosed: () => calls.cancelled,
  });
  return new Harness({ tools: registry, permissions, workspace, sandbox: ports.sandbox, mcp: ports.mcp, host, calls, disposal });
}
