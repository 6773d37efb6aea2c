import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf } from '../cli-error.js';
import { readRunners, type Runner } from './read-runners.js';
import { readTsconfigs, type TsconfigReading } from './read-tsconfigs.js';
import { scanProject, type ProjectScan } from './source/scan-project.js';

/** A `package.json`, as far as checks read it. */
export interface Manifest {
  readonly path: string;
  /** `module` makes `.js` files ES modules. Without it Node looks into each file. */
  readonly type: 'module' | 'commonjs' | undefined;
  readonly scripts: Readonly<Record<string, string>>;
  /** Names of what it depends on, in any way. */
  readonly dependencies: ReadonlySet<string>;
}

/** The project that a folder belongs to. What takes long to read is read once, and not before somebody asks. */
export interface Project {
  /** Folder of the nearest `package.json` from the working directory upwards; the working directory without one. */
  readonly root: string;
  readonly cwd: string;
  readonly manifest: Manifest | undefined;
  /** Why the `package.json` that is there cannot be read. */
  readonly manifestProblem: string | undefined;
  readonly runners: readonly Runner[];
  readonly tsconfigs: () => TsconfigReading;
  readonly sources: () => ProjectScan;
}

/** The project that `cwd` belongs to. */
export function openProject(cwd: string): Project {
  const { path, text } = findManifest(cwd);
  const { manifest, problem } = path === undefined ? {} : readManifest(path, text);
  const root = path === undefined ? cwd : dirname(path);
  const tsconfigs = once(() => readTsconfigs(cwd));
  return {
    root,
    cwd,
    manifest,
    manifestProblem: problem,
    runners: readRunners(manifest?.scripts ?? {}, root),
    tsconfigs,
    sources: once(() => scanProject(root, tsconfigs())),
  };
}

function findManifest(cwd: string): { readonly path?: string; readonly text: string } {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    try {
      return { path, text: readFileSync(path, 'utf8') };
    } catch {
      // The next folder upwards may have one.
    }
    if (folder === dirname(folder)) return { text: '' };
  }
}

function readManifest(path: string, text: string): { readonly manifest?: Manifest; readonly problem?: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return { problem: 'it is no JSON object' };
    const lists = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].map((key) => value[key]);
    return {
      manifest: {
        path,
        type: value['type'] === 'module' || value['type'] === 'commonjs' ? value['type'] : undefined,
        scripts: Object.fromEntries(
          Object.entries(isRecord(value['scripts']) ? value['scripts'] : {}).filter(
            (entry): entry is [string, string] => typeof entry[1] === 'string',
          ),
        ),
        dependencies: new Set(lists.flatMap((list) => (isRecord(list) ? Object.keys(list) : []))),
      },
    };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
