import { existsSync, lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { configProblems, type TackroomConfig } from 'tackroom';
import { CliError, reasonOf, type CliProblem } from '../cli-error.js';
import { importModule, thrownReason } from '../load/import-module.js';
import { parseJson } from '../parse-json.js';
import { anchorConfig } from './anchor-config.js';
import { findConfig } from './find-config.js';

/** A configuration that was read and checked. */
export interface LoadedConfig {
  /** How messages call it. */
  readonly name: string;
  /** Absolute folder of the file. */
  readonly folder: string;
  /** Its paths are absolute. */
  readonly config: TackroomConfig;
}

/**
 * The configuration of `--config`, or the one found from `cwd` upwards; undefined if there is none. Throws
 * `CONFIG_UNREADABLE`, `CONFIG_INVALID` with every problem at once, `CLI_NOT_AVAILABLE` for keys that have nothing behind
 * them, `CLI_JSON_INVALID`, `CLI_USAGE` for an empty `--config`, and what finding one throws.
 */
export async function loadConfig(given: string | undefined, cwd: string): Promise<LoadedConfig | undefined> {
  if (given === '') throw new CliError('CLI_USAGE', '--config is empty. Name a file, or leave it out.');
  const path = given === undefined ? findConfig(cwd) : resolve(cwd, given);
  if (path === undefined) return undefined;
  const folder = dirname(path);
  const name = given ?? (folder === cwd ? basename(path) : path);
  if (isBrokenLink(path)) throw unreadable(name, 'it is a link to a file that is not there');
  const config = await (path.endsWith('.json') ? readJson(path, name) : readModule(path, name));
  const problems = configProblems(config);
  if (problems.length > 0) throw invalid(name, problems);
  return { name, folder, config: anchorConfig(config as TackroomConfig, folder) }; // just checked
}

function isBrokenLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(path);
}

async function readJson(path: string, name: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => Promise.reject(unreadable(name, readReason(error), error)));
  return parseJson(text, `The configuration ${name}`);
}

function readReason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  return code === 'EISDIR' ? 'it is a directory' : reasonOf(error);
}

/** The default export, awaited; a function is called for it. */
async function readModule(path: string, name: string): Promise<unknown> {
  const module = await importModule(path, (reason, cause) => unreadable(name, reason, cause));
  if (!('default' in module)) throw unreadable(name, 'it has no default export. Write: export default defineConfig({ … })');
  try {
    const source = await unwrap(module['default']);
    return typeof source === 'function' ? await (source as () => unknown)() : source; // whatever it gives is checked
  } catch (error) {
    throw unreadable(name, thrownReason(error), error);
  }
}

/** A module that was compiled to CommonJS exports an object that says so, with its default inside. */
function unwrap(value: unknown): unknown {
  const isCompiled = typeof value === 'object' && value !== null && '__esModule' in value && 'default' in value;
  return isCompiled ? value.default : value;
}

function unreadable(name: string, reason: string, cause?: unknown): CliError {
  return new CliError('CONFIG_UNREADABLE', `The configuration ${name} cannot be loaded: ${reason}.`, { cause });
}

function invalid(name: string, problems: readonly CliProblem[]): CliError {
  const missing = problems.filter(({ code }) => code === 'OPTION_NOT_AVAILABLE');
  if (missing.length === problems.length) return notAvailable(name, missing);
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const lines = problems.map(({ where, message, code }) => `  - ${where}: ${message} [${code}]`);
  return new CliError('CONFIG_INVALID', [`The configuration ${name} cannot be used: ${count}.`, ...lines].join('\n'), { problems });
}

/** The same code as for flags of other versions. */
function notAvailable(name: string, keys: readonly CliProblem[]): CliError {
  const said = keys.map(({ where, message }) => `${where} ${message}`).join(' ');
  return new CliError('CLI_NOT_AVAILABLE', `The configuration ${name} asks for what is not there: ${said}`);
}
