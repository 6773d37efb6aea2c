import {
  agentPermissionService,
  createOffloader,
  InMemoryArtifactStore,
  LaneScheduler,
  narrowingPermissionService,
  NO_DEPENDENCIES,
  NO_SANDBOX,
  RandomIds,
  RuleBasedPermissionService,
  silentLogger,
  SystemClock,
  ToolRegistry,
  type CallKernel,
  type PermissionOptions,
  type ToolListItem,
} from '@tackroom/core';
import type { AgentHost } from '../src/agent-host.js';

/** What a test says of its harness. */
export interface TestHostOptions {
  readonly tools?: readonly ToolListItem[];
  readonly permissions?: PermissionOptions;
  readonly kernel?: Partial<CallKernel>;
  readonly host?: Partial<AgentHost>;
}

/** A host made of the real parts of core, as a harness would make it. */
export function testHost(options: TestHostOptions = {}): AgentHost {
  const permissions = new RuleBasedPermissionService({ profile: 'open', ...options.permissions });
  const kernel: CallKernel = {
    permissions,
    scheduler: new LaneScheduler(),
    journal: undefined,
    audit: undefined,
    artifacts: new InMemoryArtifactStore(),
    clock: new SystemClock(),
    ids: new RandomIds(),
    middleware: [],
    logger: silentLogger,
    offloader: createOffloader(),
    maxResultChars: 12_000,
    ...options.kernel,
  };
  const registry = new ToolRegistry({ kernel });
  registry.registerAll(options.tools ?? []);
  return {
    kernel,
    registry,
    placeProblems: () => [],
    placeOf: () => ({
      sandbox: undefined,
      workspace: undefined,
      ownsFiles: false,
      check: () => undefined,
      files: () => undefined,
      lease: () => ({ ...NO_SANDBOX, close: () => Promise.resolve(undefined) }),
      close: () => Promise.resolve(),
    }),
    runScope: { open: () => NO_DEPENDENCIES },
    onAsk: options.permissions?.onAsk ?? 'pause',
    checkPermissions: (tools, own) => new RuleBasedPermissionService(own ?? options.permissions ?? {}).checkAgainst(tools),
    narrow: (own) => narrowingPermissionService(kernel.permissions, agentPermissionService(own)),
    instantiate: (toolkit) => new toolkit() as object, // a constructor gives an object
    ...options.host,
  };
}
