import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HarnessOptions } from 'tackroom';
import { CliError } from '../cli-error.js';
import { loadConfig, type LoadedConfig } from '../config/load-config.js';
import type { HarnessFlags } from '../harness-flags.js';
import type { CommandIo } from '../io.js';
import { chooseWorkspace } from './choose-workspace.js';
import { gatherBundles } from './gather-bundles.js';
import { gatherTools } from './gather-tools.js';
import { joinPermissions } from './join-permissions.js';
import type { Origins } from './name-origins.js';

/** What a command works with: its flags joined with the configuration that holds for it. */
export interface Settings {
  /** Absolute directory that paths of flags start from. */
  readonly cwd: string;
  readonly config: LoadedConfig | undefined;
  /** Of the harness, without a logger. */
  readonly options: HarnessOptions;
  /** Where what is in the options was said. */
  readonly origins: Origins;
}

/** The directory that a command works in: `--cwd`, else the process's. Throws `CLI_CWD_MISSING`. */
export function workingDirectory(flags: HarnessFlags, io: CommandIo): string {
  const cwd = resolve(io.cwd, flags.cwd ?? '.');
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return cwd;
  throw new CliError('CLI_CWD_MISSING', `There is no directory ${cwd} to work in. Give --cwd another one.`);
}

/**
 * Reads the configuration and the modules with tools, and joins them with the flags. A flag adds to a list and replaces a
 * single value; nothing takes away a rule that denies.
 */
export async function loadSettings(flags: HarnessFlags, io: CommandIo): Promise<Settings> {
  const cwd = workingDirectory(flags, io);
  const config = await loadConfig(flags.config, cwd);
  const bundles = gatherBundles(flags, cwd, config);
  const { tools, providers } = await gatherTools(flags, cwd, config);
  const { toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp } = config?.config ?? {};
  const options = {
    bundles: bundles.map(({ value }) => value),
    tools: tools.map(({ value }) => value),
    providers: providers.map(({ value }) => value),
    permissions: joinPermissions(flags, config?.config),
    workspace: chooseWorkspace(flags, cwd, config, { bundles, tools, providers }),
    ...{ toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp },
  };
  return { cwd, config, options: withoutUndefined(options), origins: { flags, config, lists: { bundles, tools, providers } } };
}

type Defined<T> = { readonly [Key in keyof T]: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(options: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>; // keys are not renamed
}
