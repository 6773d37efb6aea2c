import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isManifest } from '@tackroom/core';
import type { ManifestContent, ManifestSource, Problem } from '@tackroom/core';
import { isSourceUnchanged } from './source-hash.js';

/** Where compiled schemas come from: the content of a manifest, or the path or `file:` URL of one. */
export type ManifestInput = ManifestContent | string | URL;

/** Manifests that were read, and what is wrong with the others. */
export interface LoadedManifests {
  readonly sources: readonly ManifestSource[];
  readonly problems: readonly Problem[];
}

/** The name that `tackroom schemas` gives to what it writes. */
const MANIFEST_FILE = 'tackroom.schemas.json';

/**
 * Reads the manifests of the option. Without it takes `tackroom.schemas.json` beside the package.json nearest to the
 * program, or nearest to the working directory, if there is one; with `false` none.
 */
export function loadManifests(option: unknown): LoadedManifests {
  if (option === false) return { sources: [], problems: [] };
  if (option === undefined) {
    const found = defaultManifest();
    return found === undefined ? { sources: [], problems: [] } : collect([readFile(found, 'manifest')]);
  }
  const inputs: readonly unknown[] = Array.isArray(option) ? option : [option];
  return collect(inputs.map((input, at) => readInput(input, Array.isArray(option) ? `manifest[${at}]` : 'manifest')));
}

function collect(read: readonly (ManifestSource | Problem)[]): LoadedManifests {
  const problems = read.filter((item): item is Problem => 'code' in item);
  return { problems, sources: read.filter((item): item is ManifestSource => 'manifest' in item) };
}

function readInput(input: unknown, where: string): ManifestSource | Problem {
  if (typeof input === 'string' && input !== '') return readFile(resolve(input), where);
  if (input instanceof URL) {
    if (input.protocol === 'file:') return readFile(fileURLToPath(input), where);
    return invalid(where, `is the URL ${input.href}; only file: URLs are read`);
  }
  if (isManifest(input)) return { manifest: input, name: where };
  return invalid(where, 'must be the path of a tackroom.schemas.json, its content, or an array of those');
}

function readFile(path: string, where: string): ManifestSource | Problem {
  const name = relative(process.cwd(), path) || path;
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? 'is not there' : `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { code: 'MANIFEST_UNREADABLE', where, message: `${name} ${reason}. Write it with "npx tackroom schemas".` };
  }
  if (!isManifest(manifest)) {
    const message = `${name} is no manifest that this version reads. Write it anew with "npx tackroom schemas".`;
    return { code: 'MANIFEST_UNREADABLE', where, message };
  }
  const folder = dirname(path);
  const { sources } = manifest;
  const changed = new Map<string, boolean>();
  const isChanged = (source: string): boolean => {
    let answer = changed.get(source);
    if (answer === undefined) changed.set(source, (answer = !isSourceUnchanged(resolve(folder, source), sources[source])));
    return answer;
  };
  return { manifest, name, isChanged };
}

function invalid(where: string, message: string): Problem {
  return { code: 'OPTION_INVALID', where, message: `${message}.` };
}

/** A program may be started from anywhere, and a test runner's own program is no place to look. */
function defaultManifest(): string | undefined {
  for (const start of [programFolder(), process.cwd()]) {
    const folder = start === undefined ? undefined : packageFolder(start);
    const path = folder === undefined ? undefined : join(folder, MANIFEST_FILE);
    if (path !== undefined && isFile(path)) return path;
  }
  return undefined;
}

function programFolder(): string | undefined {
  try {
    return process.argv[1] === undefined ? undefined : dirname(realpathSync(process.argv[1]));
  } catch {
    return undefined;
  }
}

function packageFolder(start: string): string | undefined {
  for (let at = start; ; at = dirname(at)) {
    if (isFile(join(at, 'package.json'))) return at;
    if (at === dirname(at)) return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
