import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { ToolSignature, SchemaManifest } from '@tackroom/core';
import type ts from 'typescript';
import type { FoundTool } from '../program/find-tools.js';

/** Tools of one source file. */
export interface FileTools {
  readonly file: ts.SourceFile;
  readonly tools: readonly FoundTool[];
}

/** Classes in two namespaces of one file may have one name, which is all that shows when they run. */
const TWICE = 'is declared more than once in its file, each time differently: give one of them another name';

/** Puts tools together. The same sources give the same bytes: keys are sorted, paths are from `folder` with `/`. */
export function buildManifest(files: readonly FileTools[], folder: string): SchemaManifest {
  const sources = new Map<string, string>();
  const tools = new Map<string, ToolSignature>();
  for (const { file, tools: found } of files) {
    const path = pathFrom(folder, file.fileName);
    for (const { name, entry, files: used } of found) {
      const uses = [...used].filter((other) => isOwn(other, folder)).map((other) => [pathFrom(folder, other.fileName), other] as const);
      sources.set(path, sourceHash(file.text));
      for (const [other, { text }] of uses) sources.set(other, sourceHash(text));
      const names = uses.map(([other]) => other).sort(byText);
      const key = `${path}#${name}`;
      const complete = names.length === 0 ? entry : { ...entry, uses: names };
      const known = tools.get(key);
      const isAnother = known !== undefined && JSON.stringify(known) !== JSON.stringify(complete);
      tools.set(key, isAnother ? { ...complete, refused: TWICE } : complete);
    }
  }
  return { version: 1, sources: sorted(sources), tools: sorted(tools) };
}

/** The hash of a source, whatever line ends it was checked out with. */
export function sourceHash(text: string): string {
  return createHash('sha256')
    .update(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'))
    .digest('hex');
}

/** The manifest as its file has it. */
export function manifestText(manifest: SchemaManifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/**
 * The language's own files and packages change with a lock file, not under a developer's hands. So do the declarations of a
 * package that lies elsewhere in a workspace: they are written by its build.
 */
function isOwn({ fileName, hasNoDefaultLib, isDeclarationFile }: ts.SourceFile, folder: string): boolean {
  if (hasNoDefaultLib || fileName.includes('/node_modules/')) return false;
  return !isDeclarationFile || !pathFrom(folder, fileName).startsWith('../');
}

function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

function sorted<T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...map].sort(([a], [b]) => byText(a, b)));
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
