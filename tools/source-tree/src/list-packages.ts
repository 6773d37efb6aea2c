import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A package of this workspace, as its package.json says it. */
export interface WorkspacePackage {
  readonly name: string;
  /** Path from the repository's root, with `/`. */
  readonly folder: string;
  readonly private: boolean;
  /** Keys of `exports`: `.` and declared subpaths. */
  readonly subpaths: readonly string[];
  /** Names and versions in `dependencies`. */
  readonly dependencies: Readonly<Record<string, string>>;
}

interface PackageJson {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: string | Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Every package below packages/, apps/, apps/examples/ and tools/, sorted by folder. */
export function listPackages(root: string): readonly WorkspacePackage[] {
  const folders = ['packages', 'apps', 'apps/examples', 'tools'].flatMap((parent) => {
    const path = join(root, parent);
    return existsSync(path) ? readdirSync(path).map((name) => `${parent}/${name}`) : [];
  });
  return folders
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort()
    .map((folder) => readPackage(root, folder));
}

function readPackage(root: string, folder: string): WorkspacePackage {
  const found = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageJson;
  const { name, exports = {}, dependencies = {} } = found;
  return {
    name,
    folder,
    private: found.private ?? false,
    subpaths: typeof exports === 'string' ? ['.'] : Object.keys(exports),
    dependencies,
  };
}
