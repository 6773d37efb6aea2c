import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPackageSource, isOwnPackage, type PackageSource } from './package-source.js';

/** A file of a new project; `path` is relative, with `/`. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** The template as it stands, before it has a name. */
export interface Template {
  readonly manifest: Manifest;
  readonly files: readonly ProjectFile[];
}

/** The `package.json` of the template. */
export interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** Reads the template that lies in this package. */
export function readTemplate(): Template {
  const folder = join(PACKAGE, 'template');
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).split(sep).join('/')); // prettier-ignore
  const files = paths
    .filter((path) => !/^(?:node_modules|dist)\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
  const manifest = files.find(({ path }) => path === 'package.json');
  return { manifest: JSON.parse(manifest?.text ?? '') as Manifest, files };
}

/** The version of this package, which all packages of a release share. */
export function releasedVersion(): string {
  return (JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Where the packages of a project made from `template` come from. Throws `CREATE_ARCHIVE_MISSING`. */
export function sourceFor({ manifest }: Template): PackageSource {
  const needed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(isOwnPackage);
  return findPackageSource(PACKAGE.replace(/[\\/]$/, ''), releasedVersion(), needed);
}

/** The files of a project of this name, sorted by path. */
export function projectFiles({ manifest, files }: Template, name: string, source: PackageSource): readonly ProjectFile[] {
  const made = files.map(({ path, text }): ProjectFile => {
    if (path === 'package.json') return { path, text: `${JSON.stringify(manifestOf(manifest, name, source), null, 2)}\n` };
    if (path.endsWith('.md')) return { path, text: text.replaceAll(manifest.name, name) };
    // npm packs no file of the real name.
    return { path: path === 'gitignore' ? '.gitignore' : path, text };
  });
  const npmrc = source.npmrc === undefined ? [] : [{ path: '.npmrc', text: source.npmrc }];
  return [...made, ...npmrc].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** npm looks for what our packages need of each other in the registry, unless the project itself says where it is. */
function manifestOf(manifest: Manifest, name: string, { specs }: PackageSource): Manifest {
  const version = releasedVersion();
  const released = (section: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(section).map(([key, spec]) => [key, isOwnPackage(key) ? (specs.get(key) ?? version) : spec]));
  const others = Object.fromEntries([...specs].filter(([key]) => !(key in manifest.devDependencies)));
  const dependencies = { ...released(manifest.dependencies), ...others };
  return {
    ...manifest,
    name,
    dependencies: Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1))),
    devDependencies: released(manifest.devDependencies),
  };
}
