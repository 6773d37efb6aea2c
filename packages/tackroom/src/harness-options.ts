import type {
  Approver,
  AuditSink,
  Class,
  InjectionToken,
  Logger,
  McpServerOptions,
  Middleware,
  PermissionOptions,
  SandboxProvider,
  Scheduler,
  ToolBundle,
  ToolRegistry,
  ToolListItem,
  ToolPolicy,
  Workspace,
} from '@tackroom/core';
import type { HostWorkspaceOptions } from '@tackroom/sandbox';
import type { FileAuditOptions } from './audit/file-audit-sink.js';
import type { Provider } from './di/provider.js';
import type { ManifestInput } from './manifest/load-manifests.js';

/** The directory that the harness works in, and how links in it are treated. */
export interface WorkspaceOptions extends HostWorkspaceOptions {
  /** An existing directory; null means the whole file system of the host, which boot warns about. */
  readonly root: string | null;
}

/** What `HarnessModule.create` takes. Instances that are given here are used and never closed. */
export interface HarnessOptions {
  /** What constructors, factories and `@Dep` parameters can ask for. A provider for a port's token replaces that port. */
  readonly providers?: readonly Provider[];
  /** Tools of every kind in any mix, or a registry to attach. */
  readonly tools?: readonly ToolListItem[] | ToolRegistry;
  /** Built-in bundles by name (`'filesystem'`, `'shell'`) or configured. */
  readonly bundles?: readonly (string | ToolBundle)[];
  /** MCP servers by name. Needs a provider of `McpBridge`. */
  readonly mcp?: Readonly<Record<string, McpServerOptions>>;
  /** The one directory that the file tools and the shell work in, or an implementation. A bundle's `root` says the same. */
  readonly workspace?: string | WorkspaceOptions | Workspace;
  /** Where commands run; without it on the host, and only if the shell is registered. */
  readonly sandbox?: SandboxProvider;
  /** Which calls are allowed, asked about or denied. */
  readonly permissions?: PermissionOptions;
  /** Deadline, deduplication and repeats of all tools that do not say their own. */
  readonly toolPolicy?: ToolPolicy;
  /** Answers asks while a run waits; without one the run pauses. */
  readonly approver?: Approver | Approver['approve'];
  /** Records every decision and call: to the logger, to a file of JSON lines, or to a sink. Nowhere unless given, or `false`. */
  readonly audit?: 'log' | FileAuditOptions | AuditSink | false;
  /**
   * Compiled schemas: the path or content of what `tackroom schemas` writes, or several. Without it
   * `tackroom.schemas.json` beside the nearest package.json is read, if it is there; `false` reads none.
   */
  readonly manifest?: ManifestInput | readonly ManifestInput[] | false;
  /** What to do with a parameter whose type nobody describes; `reject` unless given. */
  readonly unknownTypes?: 'reject' | 'unconstrained';
  /** Decides when calls start. */
  readonly scheduler?: Scheduler;
  /** Hooks, the first is the outermost: instances, or classes and tokens that the container resolves. */
  readonly middleware?: readonly (Middleware | Class<Middleware> | InjectionToken<Middleware>)[];
  /** Where the harness and its tools log; nowhere unless given. */
  readonly logger?: Logger;
  /** Not available yet: boot refuses it. */
  readonly telemetry?: unknown;
}
