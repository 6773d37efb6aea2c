import type { AgentOptions, LanguageModel } from '@tackroom/agent';
import type { JsonObject, PermissionProfile, ToolBundle, Workspace } from '@tackroom/core';
import type { HarnessOptions, WorkspaceOptions } from '../harness-options.js';

/** Options that mean in a configuration what they mean in `HarnessModule.create`. */
type SharedOptions = Pick<
  HarnessOptions,
  | 'providers'
  | 'tools'
  | 'mcp'
  | 'permissions'
  | 'toolPolicy'
  | 'approver'
  | 'audit'
  | 'sandbox'
  | 'middleware'
  | 'manifest'
  | 'unknownTypes'
>;

/**
 * What `tackroom.config.*` says: the harness that the `tackroom` command boots, and the agents it runs. Relative paths, also
 * the roots of bundles and the file of the audit trail, start from the folder of the file.
 */
export interface TackroomConfig extends SharedOptions {
  /** The one directory that the file tools and the shell work in; the file's folder unless given. Null opens the whole disk. */
  readonly root?: string | null;
  /** More about that directory, such as links and further directories that can only be read; or an implementation. */
  readonly workspace?: WorkspaceConfig | Workspace;
  /** Built-in bundles; `filesystem` and `shell` unless given. */
  readonly bundles?: readonly (string | ToolBundle | NamedBundle)[];
  /** What is decided where no rule speaks: short for `permissions.profile`. */
  readonly profile?: PermissionProfile;
  /** Model of agents that name none: an object, `provider/model`, or `scripted:FILE`. */
  readonly model?: LanguageModel | string;
  /** Agents by name; the command runs one of them. */
  readonly agents?: Readonly<Record<string, AgentConfig>>;
  /** Not available yet: the command refuses it. */
  readonly store?: unknown;
}

/** The workspace as a configuration describes it; its root is that of the configuration unless it is said here. */
export interface WorkspaceConfig extends Partial<WorkspaceOptions> {}

/** An agent as a configuration describes it. Its name is its key; without a model it has the one of the configuration. */
export interface AgentConfig extends Omit<AgentOptions, 'name' | 'model'> {
  /** An object, `provider/model`, or `scripted:FILE`. */
  readonly model?: LanguageModel | string;
}

/** A built-in bundle with options as plain data, for configurations in JSON. */
export interface NamedBundle {
  readonly name: string;
  readonly options?: JsonObject;
}
