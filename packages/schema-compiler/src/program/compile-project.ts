import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SchemaManifest } from '@tackroom/core';
import { compileProgram, createProgram } from './compile-program.js';
import { readProject, type Project } from './read-project.js';
import { compiler } from '../typescript.js';

/** Keeps texts by key; what is lost is made again. */
export interface TextCache {
  read(key: string): string | undefined;
  write(key: string, text: string): void;
}

/** A compiled project. */
export interface CompiledProject {
  readonly manifest: SchemaManifest;
  /** Folder that the paths in the manifest start from, which is the one that it lies in; absolute. */
  readonly folder: string;
  /** Whether nothing had changed since the cache was written. */
  readonly isCached: boolean;
}

/** Version of what the cache holds: raised with every change of what the compiler writes. */
const FORMAT = 2;

/** What the cache keeps of a project. */
interface CachedProject {
  /** SHA-256 of every file that was read, by absolute path. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly manifest: SchemaManifest;
}

/**
 * Reads the signatures of all tools of a project. `path` is a tsconfig or its folder. With a cache nothing is compiled
 * when every file that was read is as it was. `folder` is where the manifest will lie, if not beside the tsconfig. Throws
 * `ProjectError` if the project cannot be read.
 */
export function compileProject(path: string, cache?: TextCache, folder?: string): CompiledProject {
  const project = readAt(path, folder);
  const key = cacheKey(project);
  const known = cache === undefined ? undefined : unchanged(cache.read(key));
  if (known !== undefined) return { manifest: known, folder: project.folder, isCached: true };
  const { manifest, inputs } = compileProgram(createProgram(project), project);
  // What was refused may depend on a file that was not there.
  const isWhole = Object.values(manifest.tools).every(({ parameters }) => parameters.every(({ refused }) => refused === undefined));
  if (isWhole) cache?.write(key, JSON.stringify({ inputs: hashes(inputs), manifest }));
  return { manifest, folder: project.folder, isCached: false };
}

/**
 * Compiles a project now and after every change of its files, and gives each manifest that differs from the last. Returns
 * a function that ends it. `folder` is where the manifest will lie, if not beside the tsconfig. Throws `ProjectError` if the
 * project cannot be read.
 */
export function watchProject(path: string, changed: (compiled: CompiledProject) => void, folder?: string): () => void {
  const project = readAt(path, folder);
  const [configFile = ''] = project.configFiles;
  let last: string | undefined;
  const host = compiler.createWatchCompilerHost(configFile, project.options, compiler.sys, compiler.createAbstractBuilder, quiet, quiet);
  host.afterProgramCreate = (builder) => {
    const { manifest } = compileProgram(builder.getProgram(), project);
    const text = JSON.stringify(manifest);
    if (text === last) return;
    last = text;
    changed({ manifest, folder: project.folder, isCached: false });
  };
  const watch = compiler.createWatchProgram(host);
  return () => watch.close();
}

function readAt(path: string, folder: string | undefined): Project {
  const project = readProject(path);
  return folder === undefined ? project : { ...project, folder };
}

/** Type errors are said by those who check types. */
function quiet(): void {
  return undefined;
}

function cacheKey({ folder, rootNames, options, configFiles }: Project): string {
  const { configFile: _tree, ...plain } = options;
  const parts = [FORMAT, compiler.version, folder, rootNames, plain, configFiles.map((file) => hashOf(file))];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function unchanged(text: string | undefined): SchemaManifest | undefined {
  if (text === undefined) return undefined;
  try {
    const { inputs, manifest } = JSON.parse(text) as CachedProject;
    const isSame = Object.entries(inputs).every(([file, hash]) => hashOf(file) === hash);
    return isSame ? manifest : undefined;
  } catch {
    // A cache that cannot be read is as good as none.
    return undefined;
  }
}

function hashes(files: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map((file) => [file, hashOf(file)]));
}

function hashOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return '';
  }
}
