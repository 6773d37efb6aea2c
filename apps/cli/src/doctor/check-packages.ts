import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findInstalled, installedAt, modulesFolders } from './installed-package.js';
import type { Finding } from './finding.js';
import type { Surroundings } from './surroundings.js';

type Where = Pick<Surroundings, 'project' | 'ownVersion'>;

/** Which of our packages the project has, whether they fit each other and the command, and whether any is there twice. */
export function checkPackages({ project, ownVersion }: Where): Finding | readonly Finding[] {
  const installed = ourNames(project.root).flatMap((name) => {
    const found = findInstalled(name, project.root);
    return found === undefined ? [] : [{ name, ...found }];
  });
  const id = 'packages';
  if (installed.length === 0) return notInstalled(project);
  const versions = new Set(installed.map(({ version }) => version));
  const list = installed.map(({ name, version }) => `${name} ${version}`).join('\n');
  const copies = checkCopies(project.root);
  const own = installed.find(({ name }) => name === 'tackroom') ?? installed[0];
  if (versions.size > 1) {
    const fix = `npm install ${installed.map(({ name }) => `${name}@${own?.version ?? ownVersion}`).join(' ')}`;
    return [
      {
        id,
        status: 'warning',
        summary: `${[...versions].join(' and ')} of our packages are mixed; all share one version`,
        detail: list,
        fix,
      },
      ...copies,
    ];
  }
  if (!versions.has(ownVersion)) {
    const summary = `the project has ${[...versions].join()}, this command is ${ownVersion}`;
    return [{ id, status: 'warning', summary, detail: list, fix: `npm install --save-dev @tackroom/cli@${own?.version ?? ''}` }, ...copies];
  }
  return [{ id, status: 'ok', summary: `tackroom ${ownVersion}, as this command`, detail: list }, ...copies];
}

function notInstalled({ manifest }: Where['project']): Finding {
  const isListed = manifest?.dependencies.has('tackroom') === true || manifest?.dependencies.has('@tackroom/core') === true;
  if (isListed) {
    return { id: 'packages', status: 'problem', summary: 'package.json lists tackroom, but it is not installed', fix: 'npm install' };
  }
  return {
    id: 'packages',
    status: 'absent',
    summary: 'tackroom is not installed in this project; this command brings its own',
    detail: 'Tools loaded with --tools use the copy of the command. A program of your own needs one.',
    fix: 'npm install tackroom',
  };
}

/**
 * Copies of the core share what decorators wrote, because its keys and tokens are global. Copies of tsyringe share nothing:
 * a class that one copy's `@Toolkit` described is unknown to the container of another.
 */
function checkCopies(root: string): readonly Finding[] {
  const cores = copiesOf('@tackroom/core', root);
  const harness = findInstalled('tackroom', root);
  const containers = new Set(
    [...cores, ...(harness === undefined ? [] : [harness.folder])].flatMap((folder) => findInstalled('tsyringe', folder)?.folder ?? []),
  );
  if (containers.size > 1) {
    return [
      {
        id: 'packages.containers',
        status: 'problem',
        summary: `tsyringe is installed ${containers.size} times for our packages: toolkits of one are unknown to the other`,
        detail: [...containers].join('\n'),
        fix: 'npm dedupe. If another package asks for a different tsyringe, put the version of tackroom into "overrides" of package.json.',
      },
    ];
  }
  if (cores.length < 2) return [];
  return [
    {
      id: 'packages.copies',
      status: 'warning',
      summary: `@tackroom/core is installed ${cores.length} times; it works, but "instanceof" between them does not`,
      detail: cores.join('\n'),
      fix: 'npm dedupe',
    },
  ];
}

/** Our packages by the folders they stand in. */
function ourNames(root: string): readonly string[] {
  const scoped = modulesFolders(root).flatMap((modules) => names(join(modules, '@tackroom')).map((name) => `@tackroom/${name}`));
  return [...new Set(['tackroom', ...scoped])];
}

/** Every installed copy of a package, by its real folder: at the top, inside another package, or in pnpm's store. */
function copiesOf(name: string, root: string): readonly string[] {
  // What lies further upwards is hidden by the nearest copy.
  const all = modulesFolders(root);
  const nearest = all.findIndex((modules) => installedAt(join(modules, name)) !== undefined);
  const folders = all.slice(0, nearest < 0 ? undefined : nearest + 1).flatMap((modules) => {
    const packages = names(modules).flatMap((entry) =>
      entry.startsWith('@') ? names(join(modules, entry)).map((scoped) => join(modules, entry, scoped)) : [join(modules, entry)],
    );
    const stored = names(join(modules, '.pnpm')).filter((entry) => entry.startsWith(`${name.replace('/', '+')}@`));
    return [
      join(modules, name),
      ...packages.map((folder) => join(folder, 'node_modules', name)),
      ...stored.map((entry) => join(modules, '.pnpm', entry, 'node_modules', name)),
    ];
  });
  return [...new Set(folders.filter((folder) => installedAt(folder) !== undefined).map((folder) => realpathSync(folder)))];
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
