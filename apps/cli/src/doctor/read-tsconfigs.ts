import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type * as typescript from 'typescript';

/** The compiler, loaded. */
export type TypeScript = Omit<typeof typescript, 'default'>;

/** One `tsconfig.json` with everything that it extends. */
export interface Tsconfig {
  readonly path: string;
  readonly options: typescript.CompilerOptions;
  readonly files: readonly string[];
}

/** What a project says to the compiler. */
export interface TsconfigReading {
  readonly ts: TypeScript;
  /** The nearest `tsconfig.json` upwards, and what it references; empty where there is none. */
  readonly configs: readonly Tsconfig[];
  /** What is wrong with them, each with its file. */
  readonly problems: readonly string[];
}

/** A file that only references others may reference many; these are enough to judge by. */
const MAX_CONFIGS = 20;

/** Reads the nearest `tsconfig.json` from a folder upwards, as the compiler does. */
export function readTsconfigs(from: string): TsconfigReading {
  const ts = loadTypeScript();
  const configs: Tsconfig[] = [];
  const problems: string[] = [];
  const nearest = findTsconfig(from);
  const waiting = nearest === undefined ? [] : [nearest];
  const seen = new Set<string>();
  for (let path = waiting.shift(); path !== undefined && seen.size < MAX_CONFIGS; path = waiting.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { config, errors, references } = readOne(ts, path);
    configs.push(config);
    problems.push(...errors.map((error) => `${path}: ${error}`));
    waiting.push(...references);
  }
  // One that only references others compiles nothing itself.
  const compiling = configs.filter(({ files }) => files.length > 0);
  return { ts, configs: compiling.length > 0 ? compiling : configs.slice(0, 1), problems };
}

function findTsconfig(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'tsconfig.json');
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

function readOne(
  ts: TypeScript,
  path: string,
): { readonly config: Tsconfig; readonly errors: readonly string[]; readonly references: readonly string[] } {
  const { config, error } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as {
    readonly config?: object;
    readonly error?: typescript.Diagnostic;
  };
  const parsed = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, dirname(path), undefined, path);
  // 18002 and 18003 say that no file is compiled; one that only references others is right to.
  const errors = [...(error === undefined ? [] : [error]), ...parsed.errors].filter(({ code }) => code !== 18002 && code !== 18003);
  const references = (parsed.projectReferences ?? []).map((reference) => tsconfigOf(resolve(dirname(path), reference.path)));
  return {
    config: { path, options: parsed.options, files: parsed.fileNames.map((file) => resolve(file)) },
    errors: errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    references: references.filter((reference) => existsSync(reference)),
  };
}

/** A reference names a folder or a file. */
function tsconfigOf(path: string): string {
  return path.endsWith('.json') ? path : join(path, 'tsconfig.json');
}

/** What the compiler takes where no target is said. */
export function effectiveTarget(ts: TypeScript, { target, module }: typescript.CompilerOptions): typescript.ScriptTarget {
  if (target !== undefined) return target;
  if (module === ts.ModuleKind.NodeNext) return ts.ScriptTarget.ESNext;
  if (module === ts.ModuleKind.Node20) return ts.ScriptTarget.ES2023;
  return module === ts.ModuleKind.Node16 || module === ts.ModuleKind.Node18 ? ts.ScriptTarget.ES2022 : ts.ScriptTarget.ES5;
}

/** Required, not imported: as an ES module's import its nine megabytes are parsed three times, which takes 0.4 s more. */
export function loadTypeScript(): TypeScript {
  return createRequire(import.meta.url)('typescript') as TypeScript;
}
