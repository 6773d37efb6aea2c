import { resolve } from 'node:path';
import { isToolBundle, Workspace, type WorkspaceOptions } from 'tackroom';
import type { LoadedConfig } from '../config/load-config.js';
import type { HarnessFlags } from '../harness-flags.js';
import type { Origins, Said } from './name-origins.js';

/**
 * The directory to work in: `--root`, else what a bundle of `--bundle` says, else the configuration's `root`, else what its
 * bundles or tools say; else the folder of the configuration, and without one the command's directory. Undefined where a
 * bundle, a provider or a sandbox with files of its own says it: two that differ are a problem that boot reports.
 */
export function chooseWorkspace(
  flags: HarnessFlags,
  cwd: string,
  config: LoadedConfig | undefined,
  { bundles, tools, providers }: Origins['lists'],
): WorkspaceOptions | undefined {
  if (flags.root !== undefined) return { root: resolve(cwd, flags.root) };
  const root = config?.config.root;
  if (root !== undefined && !bundles.some((said) => said.by === 'flag' && saysRoot(said))) return { root };
  const ownFiles = config?.config.sandbox?.workspace !== undefined;
  if (ownFiles || [...bundles, ...tools].some(saysRoot) || providers.some(providesWorkspace)) return undefined;
  return { root: config?.folder ?? cwd };
}

/** A bundle of the configuration without its root, which `--root` beats. */
export function withoutRoot<Item>(item: Item): Item {
  if (!isToolBundle(item)) return item;
  const { workspaceRoot: _beaten, ...bundle } = item;
  return Object.freeze(bundle) as Item; // the root of a bundle is optional
}

function saysRoot({ value }: Said<unknown>): boolean {
  return isToolBundle(value) && value.workspaceRoot !== undefined;
}

function providesWorkspace({ value }: Said<unknown>): boolean {
  return typeof value === 'object' && value !== null && 'provide' in value && value.provide === Workspace;
}
