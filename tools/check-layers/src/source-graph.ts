import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { isTestFile, listFiles, listPackages, type WorkspacePackage } from '@tackroom/source-tree';
import { readImports, type ImportRecord } from './read-imports.js';

/** One source file of the workspace. */
export interface SourceNode {
  /** Path from the root, with `/`. */
  readonly path: string;
  readonly test: boolean;
  readonly lines: number;
  /** The package it belongs to; code at the root belongs to none. */
  readonly owner: WorkspacePackage | undefined;
  readonly imports: readonly SourceEdge[];
}

/** An import, and what it leads to inside the workspace. */
export interface SourceEdge extends ImportRecord {
  /** The source file, if the import leads to one. */
  readonly target: string | undefined;
  /** Set when the import names a workspace package rather than a path. */
  readonly workspacePackage: WorkspacePackage | undefined;
  /** `.` for the package's root. */
  readonly subpath: string | undefined;
}

/** The workspace's source files and what they import of each other. */
export interface SourceGraph {
  readonly files: readonly SourceNode[];
  readonly packages: readonly WorkspacePackage[];
}

const FOLDERS = ['packages', 'apps', 'tools', 'scripts', 'test'];
const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** Reads and parses every source file below `root`. */
export function readSourceGraph(root: string): SourceGraph {
  const packages = listPackages(root);
  const paths = FOLDERS.flatMap((folder) => listFiles(root, folder, ENDINGS));
  const known = new Set(paths);
  const files = paths.map((path): SourceNode => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = readImports(path, text).map((found) => ({ ...found, ...resolveImport(path, found.specifier, packages, known) }));
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    return { path, test: isTestFile(path), lines, owner: ownerOf(path, packages), imports };
  });
  return { files, packages };
}

type Resolution = Pick<SourceEdge, 'target' | 'workspacePackage' | 'subpath'>;

function resolveImport(from: string, specifier: string, packages: readonly WorkspacePackage[], known: ReadonlySet<string>): Resolution {
  if (specifier.startsWith('.')) {
    const path = posix.join(dirname(from), specifier);
    return { target: sourceOf(path, known), workspacePackage: undefined, subpath: undefined };
  }
  const workspacePackage = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (workspacePackage === undefined) return { target: undefined, workspacePackage, subpath: undefined };
  const subpath = `.${specifier.slice(workspacePackage.name.length)}`;
  const entry = workspacePackage.entries[subpath];
  const target = entry === undefined ? undefined : sourceOf(posix.join(workspacePackage.folder, entry), known);
  return { target, workspacePackage, subpath };
}

/** The source behind an imported path: `x.js` is written as `x.ts`, and `dist/` is made from `src/`. */
function sourceOf(path: string, known: ReadonlySet<string>): string | undefined {
  const written = path.replace('/dist/', '/src/');
  const candidates = [written, written.replace(/js$/, 'ts'), written.replace(/js$/, 'tsx'), written.replace(/\.jsx$/, '.tsx')];
  return candidates.find((candidate) => known.has(candidate));
}

function ownerOf(path: string, packages: readonly WorkspacePackage[]): WorkspacePackage | undefined {
  return packages.find(({ folder }) => path.startsWith(`${folder}/`));
}
