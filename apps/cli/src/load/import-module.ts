import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { reasonOf } from '../cli-error.js';
import { compileTypescript } from './compile-typescript.js';
import { requireOwnPackages } from './own-packages.js';

let hooksRegistered = false;

/**
 * Imports a module that the user named, TypeScript too, wherever it lies. What keeps it from loading is thrown as what
 * `unreadable` makes of the reason, which has no full stop.
 */
export async function importModule(path: string, unreadable: (reason: string, cause?: unknown) => Error): Promise<Record<string, unknown>> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw unreadable('there is no such file');
  if (found.isDirectory()) throw unreadable('it is a directory; name a module in it');
  if (!hooksRegistered) {
    register(new URL('./loader-hooks.js', import.meta.url));
    requireOwnPackages();
    process.setSourceMapsEnabled(true);
    hooksRegistered = true;
  }
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    throw unreadable(await importProblem(error, path), error);
  }
}

/** What a user's module threw, and where, which Node leaves out of its messages. */
export function thrownReason(error: unknown): string {
  const reason = reasonOf(error);
  const place = error instanceof Error ? FRAME.exec(error.stack ?? '')?.[1]?.replace(/^file:\/\//, '') : undefined;
  const isOurs = place?.startsWith(fileURLToPath(new URL('..', import.meta.url))) ?? true;
  return isOurs ? reason : `${reason} (at ${place ?? ''})`;
}

async function importProblem(error: unknown, path: string): Promise<string> {
  const reason = reasonOf(error);
  const type = /does not provide an export named '?(\w+)/.exec(reason)?.[1];
  if (type !== undefined) return `${reason}; if ${type} is only a type, write import type { ${type} }`;
  if (error instanceof SyntaxError && !/:\d+:\d+: /.test(reason)) return (await syntaxProblem(path)) ?? reason;
  return thrownReason(error);
}

/** The first line of a stack that names a file. */
const FRAME = /(?:\(|at )((?:file:\/\/|\/|[A-Za-z]:\\)[^()\n]+:\d+:\d+)\)?$/m;

async function syntaxProblem(path: string): Promise<string | undefined> {
  return (await compileTypescript(path, await readFile(path, 'utf8'))).problem;
}
