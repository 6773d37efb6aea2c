import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A package of this workspace, as its package.json says it. */
export interface WorkspacePackage {
  readonly name: string;
  /** Path from the repository's root, with `/`. */
  readonly folder: string;
  readonly private: boolean;
  readonly version: string;
  /** The file behind each key of `exports`: `.` and the declared subpaths. */
  readonly entries: Readonly<Record<string, string>>;
  /** Names and versions in `dependencies`. */
  readonly dependencies: Readonly<Record<string, string>>;
}

interface PackageJson {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly exports?: ExportTarget | Readonly<Record<string, ExportTarget>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

type ExportTarget = string | { readonly types?: string; readonly default: string };

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
  const { name, version = '', exports = {}, dependencies = {} } = found;
  return { name, folder, private: found.private ?? false, version, entries: entriesOf(exports), dependencies };
}

function entriesOf(exports: NonNullable<PackageJson['exports']>): Record<string, string> {
  const targets: [string, ExportTarget][] = isTarget(exports) ? [['.', exports]] : Object.entries(exports);
  return Object.fromEntries(targets.map(([subpath, target]) => [subpath, typeof target === 'string' ? target : target.default]));
}

function isTarget(exports: NonNullable<PackageJson['exports']>): exports is ExportTarget {
  return typeof exports === 'string' || typeof exports['default'] === 'string';
}
