import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SchemaManifest } from '@tackroom/core';
import { compileProgram, createProgram, syntaxProblems } from './compile-program.js';
import { ProjectError, readProject, type Project } from './read-project.js';
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
 * `ProjectError` if the project cannot be read, or a file with tools is no TypeScript.
 */
export function compileProject(path: string, cache?: TextCache, folder?: string): CompiledProject {
  const project = readAt(path, folder);
  const key = cacheKey(project);
  const known = cache === undefined ? undefined : unchanged(cache.read(key));
  if (known !== undefined) return { manifest: known, folder: project.folder, isCached: true };
  const program = createProgram(project);
  const compiled = compileProgram(program, project);
  const problems = syntaxProblems(program, compiled);
  if (problems.length > 0) throw new ProjectError(problems);
  const { manifest, inputs } = compiled;
  // What was refused may depend on a file that was not there.
  const isWhole = Object.values(manifest.tools).every(({ parameters }) => parameters.every(({ refused }) => refused === undefined));
  if (isWhole) cache?.write(key, JSON.stringify({ inputs: hashes(inputs), manifest }));
  return { manifest, folder: project.folder, isCached: false };
}

/** A project whose manifest lies in `folder`, if that is given. Throws `ProjectError`. */
export function readAt(path: string, folder: string | undefined): Project {
  const project = readProject(path);
  return folder === undefined ? project : { ...project, folder };
}

function cacheKey({ folder, rootNames, options, configFiles }: Project): string {
  const { configFile: _tree, ...plain } = options;
  const parts = [FORMAT, compiler.version, folder, rootNames, plain, configFiles.map((file) => hashOf(file))];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function unchanged(text: string | undefined): SchemaManifest | undefined {
  if (text === undefined) return undefined;
  try {
    const cached: unknown = JSON.parse(text);
    if (!isCached(cached)) return undefined;
    const isSame = Object.entries(cached.inputs).every(([file, hash]) => hashOf(file) === hash);
    return isSame ? cached.manifest : undefined;
  } catch {
    // A cache that cannot be read is as good as none.
    return undefined;
  }
}

/** Whether what a cache gave back is what was written to it: others may write to its folder too. */
function isCached(value: unknown): value is CachedProject {
  if (!isRecord(value) || !isRecord(value['inputs']) || Object.keys(value['inputs']).length === 0) return false;
  const { manifest } = value;
  if (!isRecord(manifest) || manifest['version'] !== 1 || !isRecord(manifest['sources']) || !isRecord(manifest['tools'])) return false;
  return Object.values(manifest['tools']).every(
    (tool) => isRecord(tool) && Array.isArray(tool['parameters']) && tool['parameters'].every(isRecord),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
