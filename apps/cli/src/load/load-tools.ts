import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { HarnessError, isToolBundle, isToolDefinition, isToolkit, ToolRegistry, type Provider, type ToolListItem } from 'tackroom';
import { CliError, reasonOf } from '../cli-error.js';
import { compileTypescript } from './compile-typescript.js';
import { requireOwnPackages } from './own-packages.js';

let hooksRegistered = false;

/** What a `--tools` module brings. */
export interface LoadedTools {
  readonly items: readonly ToolListItem[];
  /** Its export `providers`: what the constructors of its toolkits ask for. */
  readonly providers: readonly Provider[];
}

/**
 * Imports a `--tools` file and takes every toolkit class, tool definition, described function and bundle it exports, also
 * from an exported list or from what a CommonJS module exports; and the list it exports as `providers`. `name` is how the
 * user wrote `path`. Throws `CLI_TOOLS_UNREADABLE` when the module cannot be loaded and `CLI_TOOLS_EMPTY` when it exports no
 * tool.
 */
export async function loadTools(path: string, name: string): Promise<LoadedTools> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw unreadable(name, 'there is no such file');
  if (found.isDirectory()) throw unreadable(name, 'it is a directory; name a module in it');
  const entries = Object.entries(await importModule(path, name)).flatMap(exportedEntries);
  const items = [...new Set(entries.filter(([key]) => key !== PROVIDERS).flatMap(exportedValues))].filter(isTool);
  const providers = entries.flatMap(([key, value]) => (key === PROVIDERS ? (value as readonly Provider[]) : [])); // boot says of each what is wrong
  if (items.length > 0) return { items, providers: [...new Set(providers)] };
  throw new CliError('CLI_TOOLS_EMPTY', `${name} exports no tools. Export a class with @Tool methods, or what defineTool({ … }) returns.`);
}

async function importModule(path: string, name: string): Promise<Record<string, unknown>> {
  if (!hooksRegistered) {
    register(new URL('./loader-hooks.js', import.meta.url));
    requireOwnPackages();
    process.setSourceMapsEnabled(true);
    hooksRegistered = true;
  }
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    throw unreadable(name, await importProblem(error, path), error);
  }
}

function unreadable(name: string, reason: string, cause?: unknown): CliError {
  return new CliError('CLI_TOOLS_UNREADABLE', `--tools ${name} cannot be loaded: ${reason}.`, { cause });
}

/** What went wrong, and where, which Node leaves out of its messages. */
async function importProblem(error: unknown, path: string): Promise<string> {
  const reason = reasonOf(error);
  const type = /does not provide an export named '?(\w+)/.exec(reason)?.[1];
  if (type !== undefined) return `${reason}; if ${type} is only a type, write import type { ${type} }`;
  if (error instanceof SyntaxError && !/:\d+:\d+: /.test(reason)) return (await syntaxProblem(path)) ?? reason;
  const place = error instanceof Error ? FRAME.exec(error.stack ?? '')?.[1]?.replace(/^file:\/\//, '') : undefined;
  const isOurs = place?.startsWith(fileURLToPath(new URL('.', import.meta.url))) ?? true;
  return isOurs ? reason : `${reason} (at ${place ?? ''})`;
}

/** The first line of a stack that names a file. */
const FRAME = /(?:\(|at )((?:file:\/\/|\/|[A-Za-z]:\\)[^()\n]+:\d+:\d+)\)?$/m;

async function syntaxProblem(path: string): Promise<string | undefined> {
  return (await compileTypescript(path, await readFile(path, 'utf8'))).problem;
}

/** The one export that holds no tools. */
const PROVIDERS = 'providers';

/** What a CommonJS module exports as one object, Node calls its default export. */
function exportedEntries(entry: readonly [string, unknown]): readonly (readonly [string, unknown])[] {
  const [name, value] = entry;
  const isObject = name === 'default' && typeof value === 'object' && value !== null && !Array.isArray(value) && !isTool(value);
  return isObject ? Object.entries(value) : [entry];
}

/** A list stands for its items. */
function exportedValues([, value]: readonly [string, unknown]): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isTool(value: unknown): value is ToolListItem {
  return isToolkit(value) || isToolDefinition(value) || isToolBundle(value) || isToolFunction(value);
}

/** Whether `toolFunction` described it, rightly or not: only a registry can read that. */
function isToolFunction(value: unknown): value is (...args: never[]) => unknown {
  if (typeof value !== 'function' || /^class\b/.test(Function.prototype.toString.call(value))) return false;
  try {
    new ToolRegistry().register(value as (...args: never[]) => unknown); // no class, so it is called like any function
    return true;
  } catch (error) {
    if (!HarnessError.is(error)) throw error;
    return error.problems.some(({ code }) => code.startsWith('TOOL_') && code !== 'TOOL_FUNCTION_UNDESCRIBED');
  }
}
