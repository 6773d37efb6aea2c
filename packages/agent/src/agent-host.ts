import type {
  Approver,
  CallKernel,
  Class,
  PermissionOptions,
  PermissionService,
  Problem,
  RunScope,
  SandboxAccess,
  SandboxProvider,
  SyncReport,
  ToolDefinition,
  ToolPolicy,
  ToolRegistry,
  ToolSources,
  Workspace,
  WorkspaceSession,
} from '@tackroom/core';

/** A run's hold on a sandbox session. */
export interface RunSandbox extends SandboxAccess {
  /** Gives the session up. If changes of the sandbox's own files were brought back because of it, it says what came of them. */
  close(): Promise<SyncReport | undefined>;
}

/** What an agent may say of where it works. */
export interface PlaceOptions {
  readonly sandbox?: SandboxProvider | undefined;
  readonly sandboxSession?: 'run' | 'agent' | undefined;
  /** Its tools; bundles in a list may say a root. */
  readonly tools?: unknown;
}

/** Where the runs of one agent work. */
export interface AgentPlace {
  readonly sandbox: SandboxProvider | undefined;
  readonly workspace: Workspace | undefined;
  /** Whether the files are the sandbox's: whoever looks at them holds a session of it. */
  readonly ownsFiles: boolean;
  /** Tries, before a run, whether the sandbox can be had; undefined if that is known. Rejects with what is missing. */
  check(): Promise<void> | undefined;
  files(sessionId: string): WorkspaceSession | undefined;
  /** The sandbox of a session, opened on its first command. Whoever takes it closes it when the run ends. */
  lease(sessionId: string): RunSandbox;
  /** Ends what lasts as long as the agent. */
  close(): Promise<void>;
}

/** What agents are given by the harness that makes them. Its owner closes what is in it. */
export interface AgentHost {
  readonly kernel: CallKernel;
  /** The harness's tools. */
  readonly registry: ToolRegistry;
  /** What the harness says for all tools of all agents; an agent's own policy is heard first. */
  readonly policy?: ToolPolicy;
  /** What is wrong with where an agent wants to work. */
  placeProblems(options: PlaceOptions): readonly Problem[];
  /** Where an agent works. It closes the place. */
  placeOf(options: PlaceOptions): AgentPlace;
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
