import { resolve } from 'node:path';
import { isToolBundle, Workspace, type WorkspaceConfig, type WorkspaceOptions } from 'tackroom';
import type { LoadedConfig } from '../config/load-config.js';
import type { HarnessFlags } from '../harness-flags.js';
import type { Origins, Said } from './name-origins.js';

/**
 * The directory to work in: `--root`, else what a bundle of `--bundle` says, else the configuration's `root`, else what its
 * bundles or tools say; else the folder of the configuration, and without one the command's directory. Undefined where a
 * bundle, a provider or a sandbox with files of its own says it: two that differ are a problem that boot reports. What else
 * the configuration says of its workspace holds for whichever directory it is.
 */
export function chooseWorkspace(
  flags: HarnessFlags,
  cwd: string,
  config: LoadedConfig | undefined,
  { bundles, tools, providers }: Origins['lists'],
): WorkspaceOptions | Workspace | undefined {
  const { implementation, root, more } = saidWorkspace(config);
  if (flags.root !== undefined) return { ...more, root: resolve(cwd, flags.root) };
  const byFlag = bundles.find((said) => said.by === 'flag' && saysRoot(said));
  if (byFlag === undefined && implementation !== undefined) return implementation;
  if (byFlag === undefined && root !== undefined) return { ...more, root };
  const said = byFlag ?? [...bundles, ...tools].find(saysRoot);
  if (said !== undefined) return more === undefined ? undefined : { ...more, root: rootOf(said) ?? null };
  const isElsewhere = providers.some(providesWorkspace) || (more === undefined && hasFilesOfItsOwn(config));
  return isElsewhere ? undefined : { ...more, root: config?.folder ?? cwd };
}

function hasFilesOfItsOwn(config: LoadedConfig | undefined): boolean {
  return config?.config.sandbox?.workspace !== undefined;
}

/** What a configuration says of the workspace: an implementation, or a root and more about it. */
function saidWorkspace(config: LoadedConfig | undefined): {
  readonly implementation?: Workspace;
  readonly root?: string | null | undefined;
  readonly more?: Omit<WorkspaceConfig, 'root'>;
} {
  const { root, workspace } = config?.config ?? {};
  if (workspace === undefined) return { root };
  if (isImplementation(workspace)) return { implementation: workspace };
  const { root: ownRoot, ...more } = workspace;
  return { root: root === undefined ? ownRoot : root, more };
}

function isImplementation(workspace: WorkspaceConfig | Workspace): workspace is Workspace {
  return 'session' in workspace;
}

/** A bundle of the configuration without its root, which `--root` beats. */
export function withoutRoot<Item>(item: Item): Item {
  if (!isToolBundle(item)) return item;
  const { workspaceRoot: _beaten, ...bundle } = item;
  return Object.freeze(bundle) as Item; // the root of a bundle is optional
}

function saysRoot(said: Said<unknown>): boolean {
  return rootOf(said) !== undefined;
}

function rootOf({ value }: Said<unknown>): string | null | undefined {
  return isToolBundle(value) ? value.workspaceRoot : undefined;
}

function providesWorkspace({ value }: Said<unknown>): boolean {
  return typeof value === 'object' && value !== null && 'provide' in value && value.provide === Workspace;
}
