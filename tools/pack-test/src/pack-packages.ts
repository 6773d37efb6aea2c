import { join } from 'node:path';
import type { WorkspacePackage } from '@tackroom/source-tree';
import type { PackedPackage } from './check-contents.js';
import { runNpm } from './run-command.js';

interface NpmPackEntry {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the packages as `npm publish` would, their `prepack` scripts included. The archives are in `folder`. */
export async function packPackages(root: string, packages: readonly WorkspacePackage[], folder: string): Promise<readonly PackedPackage[]> {
  const selected = packages.flatMap(({ folder: path }) => ['-w', path]);
  const { exitCode, stdout, stderr } = await runNpm(['pack', '--json', '--pack-destination', folder, ...selected], root);
  if (exitCode !== 0) throw new Error(`npm pack failed:\n${stderr}`);
  const report = JSON.parse(stdout) as readonly NpmPackEntry[] | Readonly<Record<string, NpmPackEntry>>;
  return Object.values(report).map(({ name, filename, files }) => ({
    name,
    archive: join(folder, filename),
    files: files.map(({ path }) => path),
  }));
}
