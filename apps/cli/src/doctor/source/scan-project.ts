import { existsSync, readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type * as typescript from 'typescript';
import type { Tsconfig, TsconfigReading } from '../read-tsconfigs.js';
import { ExportKinds, type ParsedFiles } from './exported-kind.js';
import { scanSource } from './scan-source.js';
import type { SourceIssue } from './source-issue.js';

/** Enough for any project by hand; a scan of a large repository must not keep a person waiting. */
const MAX_FILES = 3_000;
const MAX_FOLDERS = 2_000;
const MAX_BYTES = 500_000;

/** A file with decorated classes. */
export interface DecoratedFile {
  readonly path: string;
  /** The first `tsconfig.json` that includes it. */
  readonly config: Tsconfig | undefined;
  readonly issues: readonly SourceIssue[];
}

/** What the TypeScript of a project shows. */
export interface ProjectScan {
  readonly files: readonly DecoratedFile[];
  /** Whether there were more files than are looked at. */
  readonly isPartial: boolean;
}

/** Scans the files of the compiler's configurations, and what lies below `root` besides, for decorated classes. */
export function scanProject(root: string, { ts, configs }: TsconfigReading): ProjectScan {
  const configured = configs.flatMap((config) => config.files.map((path) => [path, config] as const)).filter(([path]) => isSource(path));
  const byPath = new Map<string, Tsconfig | undefined>(configured.reverse());
  const outputs = configs.flatMap(({ options }) => (options.outDir === undefined ? [] : [resolve(options.outDir)]));
  for (const path of walk(root, outputs)) if (!byPath.has(path)) byPath.set(path, undefined);
  const parsed: ParsedFiles = new Map();
  const kinds = new Map<Tsconfig | undefined, ExportKinds>();
  const files: DecoratedFile[] = [];
  for (const [path, config] of [...byPath].slice(0, MAX_FILES)) {
    const text = readSource(path);
    if (text === undefined) continue;
    const exports = kinds.get(config) ?? new ExportKinds(ts, config?.options ?? loaderOptions(ts), parsed);
    kinds.set(config, exports);
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
    const { isDecorated, issues } = scanSource(ts, file, exports);
    if (isDecorated) files.push({ path, config, issues });
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), isPartial: byPath.size > MAX_FILES };
}

function loaderOptions(ts: TsconfigReading['ts']): typescript.CompilerOptions {
  return { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
}

function isSource(path: string): boolean {
  return /(?<!\.d)\.[mc]?tsx?$/.test(path) && !path.includes(`${sep}node_modules${sep}`);
}

/** The text of a file that imports us; undefined for any other, and for one that is no source by its size. */
function readSource(path: string): string | undefined {
  try {
    if (statSync(path).size > MAX_BYTES) return undefined;
    const text = readFileSync(path, 'utf8');
    return /['"](?:tackroom|@tackroom\/core)['"]/.test(text) ? text : undefined;
  } catch {
    // Gone meanwhile, or not ours to read.
    return undefined;
  }
}

const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'out', 'coverage']);

/** TypeScript below a folder, without what is written by tools and without packages of their own. */
function walk(root: string, outputs: readonly string[]): readonly string[] {
  const found: string[] = [];
  const folders = [root];
  for (const folder of folders) {
    if (found.length > MAX_FILES) break;
    for (const entry of entries(folder)) {
      const path = join(folder, entry.name);
      if (entry.isFile() && isSource(path)) found.push(path);
      if (!entry.isDirectory() || entry.name.startsWith('.') || PASSED_OVER.has(entry.name) || outputs.includes(path)) continue;
      const isOfAnother = existsSync(join(path, 'package.json')) || existsSync(join(path, 'tsconfig.json'));
      if (!isOfAnother && folders.length < MAX_FOLDERS) folders.push(path);
    }
  }
  return found;
}

function entries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not ours to read.
    return [];
  }
}
