import type {
  Approver,
  CallKernel,
  Class,
  PermissionOptions,
  PermissionService,
  Problem,
  RunScope,
  SandboxAccess,
  ToolDefinition,
  ToolPolicy,
  ToolRegistry,
  ToolSources,
  Workspace,
} from '@tackroom/core';

/** A run's hold on the sandbox of its session. */
export interface RunSandbox extends SandboxAccess {
  /** Gives the session up; the last one to do so closes it. */
  close(): Promise<void>;
}

/** What agents are given by the harness that makes them. Its owner closes what is in it. */
export interface AgentHost {
  readonly kernel: CallKernel;
  /** The harness's tools. */
  readonly registry: ToolRegistry;
  /** What the harness says for all tools of all agents; an agent's own policy is heard first. */
  readonly policy?: ToolPolicy;
  readonly workspace: Workspace | undefined;
  /** The sandbox of a session, opened on its first command. Whoever takes it closes it when the run ends. */
  sandbox(sessionId: string): RunSandbox;
  readonly runScope: RunScope;
  readonly approver?: Approver | undefined;
  readonly onAsk: 'pause' | 'deny';
  /** What is wrong, for these tools, with an agent's own rules; without them, with the harness's. */
  checkPermissions(tools: readonly ToolDefinition[], permissions?: PermissionOptions): readonly Problem[];
  /** The harness's policy, narrowed by an agent's own. */
  narrow(permissions: PermissionOptions): PermissionService;
  /** The instance of a toolkit class, from the harness's container. */
  instantiate(toolkit: Class): object;
  /** What else an agent's own list of tools may name: bundles, built-in tools. */
  readonly toolSources?: ToolSources;
}
