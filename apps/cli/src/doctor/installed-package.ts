import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package as Node finds it from a folder. */
export interface InstalledPackage {
  /** Where it really is, with links followed. */
  readonly folder: string;
  readonly version: string;
}

/** The package that an import in `from` would find, by its folder; what it exports does not matter. */
export function findInstalled(name: string, from: string): InstalledPackage | undefined {
  for (const modules of modulesFolders(from)) {
    const found = installedAt(join(modules, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The package in a folder; undefined if there is none, or its manifest cannot be read. */
export function installedAt(folder: string): InstalledPackage | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version?: unknown };
    return { folder: realpathSync(folder), version: typeof version === 'string' ? version : 'unknown' };
  } catch {
    return undefined;
  }
}

/** Every `node_modules` that Node searches for a file in `from`, the nearest first. */
export function modulesFolders(from: string): readonly string[] {
  const found: string[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (existsSync(modules)) found.push(modules);
    if (folder === dirname(folder)) return found;
  }
}
