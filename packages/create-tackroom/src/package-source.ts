import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CreateError } from './create-error.js';

/** Where a new project's packages of ours come from: from where this package came. */
export interface PackageSource {
  /** What `package.json` says for each package; a package that is not in it is asked of the registry, in this version. */
  readonly specs: ReadonlyMap<string, string>;
  /** Folder of the archives or of the checkout; undefined for the registry. */
  readonly folder?: string;
  /** Text of an `.npmrc` that the project needs. */
  readonly npmrc?: string;
}

/**
 * Finds out how this package got to `packageFolder`, so that a release that is tried before it is published makes projects
 * of itself: npm's own record says if it was installed from an archive, and then the others lie beside that one; a folder
 * outside `node_modules` is a checkout. Anything else means the registry. Throws `CREATE_ARCHIVE_MISSING`.
 */
export function findPackageSource(packageFolder: string, version: string, needed: readonly string[]): PackageSource {
  const modules = dirname(packageFolder);
  if (basename(modules) !== 'node_modules') return fromCheckout(dirname(modules));
  const archive = recordedArchive(modules);
  return archive === undefined ? { specs: new Map() } : fromArchives(archive, version, needed);
}

/** Whether a package is released with this one. */
export function isOwnPackage(name: string): boolean {
  return /^(?:@tackroom\/.+|(?:create-)?tackroom)$/.test(name);
}

/** The `file:` archive that npm recorded for this package. Paths there start from the project that it was installed into, with `#` written as `%23`. */
function recordedArchive(modules: string): string | undefined {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return undefined;
  const { packages } = JSON.parse(readFileSync(record, 'utf8')) as { packages?: Record<string, { resolved?: string }> };
  const path = /^file:(.+\.tgz)$/.exec(packages?.['node_modules/create-tackroom']?.resolved ?? '')?.[1];
  return path === undefined ? undefined : resolve(dirname(modules), path.replaceAll('%23', '#'));
}

/** Archives are named as `npm pack` names them: `@tackroom/core` is in `tackroom-core-<version>.tgz`. */
function fromArchives(archive: string, version: string, needed: readonly string[]): PackageSource {
  const folder = dirname(archive);
  const end = `-${version}.tgz`;
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(end)) : [];
  const specs = new Map<string, string>();
  for (const file of files.sort()) {
    const name = file.slice(0, -end.length).replace(/^tackroom-/, '@tackroom/');
    if (isOwnPackage(name)) specs.set(name, fileSpec(join(folder, file)));
  }
  const missing = needed.filter((name) => !specs.has(name)).map((name) => `${name.replace(/^@tackroom\//, 'tackroom-')}${end}`);
  if (missing.length === 0) return { specs, folder };
  const what = `create-tackroom was installed from ${archive}, so the project takes its packages from that folder, and it lacks`;
  throw new CreateError(
    'CREATE_ARCHIVE_MISSING',
    `${what} ${missing.join(', ')}. Pack them there, or install create-tackroom by its name.`,
  );
}

/**
 * The packages of a checkout are copied into the project (`install-links`), because npm would install the dependencies of a
 * linked folder inside the checkout.
 */
function fromCheckout(root: string): PackageSource {
  const parents = [join(root, 'packages'), join(root, 'apps')].filter((parent) => existsSync(parent));
  const folders = parents.flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)));
  const specs = new Map<string, string>();
  for (const folder of folders.filter((path) => existsSync(join(path, 'package.json')))) {
    const found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; private?: boolean };
    if (found.private !== true && isOwnPackage(found.name)) specs.set(found.name, fileSpec(folder));
  }
  return { specs, folder: root, npmrc: 'install-links=true\n' };
}

function fileSpec(path: string): string {
  return `file:${path.replaceAll('\\', '/')}`;
}
