import { resolve } from 'node:path';
import { configureBundle, isToolBundle, type TackroomConfig, type WorkspaceConfig } from 'tackroom';

/**
 * Makes the relative paths of a configuration start from its folder, wherever the command was started: `root`, those of
 * `workspace`, the roots of bundles (also of bundles among the tools), manifests, and the file of the audit trail. Bundles given as plain data are made here.
 */
export function anchorConfig(config: TackroomConfig, folder: string): TackroomConfig {
  const { root, workspace, bundles, tools, audit, manifest } = config;
  return {
    ...config,
    ...(typeof root === 'string' ? { root: resolve(folder, root) } : {}),
    ...(workspace === undefined || 'session' in workspace ? {} : { workspace: anchorWorkspace(workspace, folder) }),
    ...(manifest === undefined ? {} : { manifest: anchorManifest(manifest, folder) }),
    ...(bundles === undefined ? {} : { bundles: bundles.map((bundle) => anchorBundle(madeBundle(bundle), folder)) }),
    ...(Array.isArray(tools) ? { tools: tools.map((item: unknown) => anchorBundle(item, folder)) as TackroomConfig['tools'] & {} } : {}), // no item changes its kind
    ...(typeof audit === 'object' && !('record' in audit) ? { audit: { ...audit, file: resolve(folder, audit.file) } } : {}),
  };
}

/** A bundle whose relative root starts from `folder`; anything else is given back as it is. */
export function anchorBundle<Item>(item: Item, folder: string): Item {
  if (!isToolBundle(item) || typeof item.workspaceRoot !== 'string' || item.workspaceRoot === '') return item;
  return Object.freeze({ ...item, workspaceRoot: resolve(folder, item.workspaceRoot) });
}

function anchorWorkspace(workspace: WorkspaceConfig, folder: string): WorkspaceConfig {
  const { root, also, ripgrep } = workspace;
  return {
    ...workspace,
    ...(typeof root === 'string' ? { root: resolve(folder, root) } : {}),
    ...(also === undefined ? {} : { also: Object.fromEntries(Object.entries(also).map(([name, path]) => [name, resolve(folder, path)])) }),
    ...(typeof ripgrep === 'string' ? { ripgrep: resolve(folder, ripgrep) } : {}),
  };
}

function anchorManifest(manifest: Manifest, folder: string): Manifest {
  const anchor = (input: unknown): unknown => (typeof input === 'string' && input !== '' ? resolve(folder, input) : input);
  return (Array.isArray(manifest) ? manifest.map(anchor) : anchor(manifest)) as Manifest; // only texts change, to texts
}

type Manifest = Exclude<TackroomConfig['manifest'], undefined>;

type GivenBundle = NonNullable<TackroomConfig['bundles']>[number];

function madeBundle(bundle: GivenBundle): GivenBundle {
  return typeof bundle === 'string' || isToolBundle(bundle) ? bundle : configureBundle(bundle.name, bundle.options);
}
