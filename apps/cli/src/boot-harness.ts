import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  configureBundle,
  HarnessError,
  HarnessModule,
  stderrLogger,
  type Harness,
  type HarnessOptions,
  type Provider,
  type ToolBundle,
} from 'tackroom';
import { CliError } from './cli-error.js';
import type { HarnessFlags } from './harness-flags.js';
import type { CommandIo } from './io.js';
import { loadTools } from './load/load-tools.js';
import { reportError } from './output/report-error.js';
import { parseJsonObject } from './parse-json.js';

/** The directory that a command works in: `--cwd`, else the process's. Throws `CLI_CWD_MISSING`. */
export function workingDirectory(flags: HarnessFlags, io: CommandIo): string {
  const cwd = resolve(io.cwd, flags.cwd ?? '.');
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return cwd;
  throw new CliError('CLI_CWD_MISSING', `There is no directory ${cwd} to work in. Give --cwd another one.`);
}

/**
 * Boots the harness that the flags describe, hands it to `use` and closes it. Without `--bundle` it has the file readers
 * and the shell on the root, under the `guarded` profile. `providers` are the command's own. A harness that does not close is logged: what was done is done.
 */
export async function withHarness<T>(
  flags: HarnessFlags,
  io: CommandIo,
  use: (harness: Harness) => Promise<T>,
  providers: readonly Provider[] = [],
): Promise<T> {
  const given = await harnessOptions(flags, io);
  const options = { ...given, providers: [...(given.providers ?? []), ...providers] };
  const harness = await HarnessModule.create(options).catch((error: unknown) => Promise.reject(inFlags(error, flags)));
  try {
    return await use(harness);
  } finally {
    await harness.close().catch((error: unknown) => reportError(error, false, io));
  }
}

async function harnessOptions(flags: HarnessFlags, io: CommandIo): Promise<HarnessOptions> {
  const cwd = workingDirectory(flags, io);
  refuseConfiguration(cwd);
  const bundles = (flags.bundle ?? ['filesystem', 'shell']).map((given) => bundleOf(given, cwd));
  const lists = [];
  for (const file of flags.tools ?? []) lists.push(await loadTools(resolve(cwd, file), file));
  const { allow, ask, deny, profile } = flags;
  return {
    tools: [...new Set(lists.flatMap(({ items }) => items))],
    providers: [...new Set(lists.flatMap(({ providers }) => providers))],
    bundles,
    ...workspaceOf(flags, cwd, bundles),
    permissions: {
      ...(allow === undefined ? {} : { allow }),
      ...(ask === undefined ? {} : { ask }),
      ...(deny === undefined ? {} : { deny }),
      ...(profile === undefined ? {} : { profile }),
    },
    logger: stderrLogger(io.stderr),
  };
}

/** `NAME` or `NAME:{options}`; a relative root in the options starts from the command's directory. */
function bundleOf(given: string, cwd: string): string | ToolBundle {
  const colon = given.indexOf(':');
  if (colon < 0) return given;
  const name = given.slice(0, colon);
  const options = parseJsonObject(given.slice(colon + 1), `--bundle ${name}`);
  const { root } = options;
  return configureBundle(name, typeof root === 'string' ? { ...options, root: resolve(cwd, root) } : options);
}

/** The command's directory is the workspace, unless `--root` or a bundle says another one. */
function workspaceOf(flags: HarnessFlags, cwd: string, bundles: readonly (string | ToolBundle)[]): Pick<HarnessOptions, 'workspace'> {
  const said = bundles.some((bundle) => typeof bundle === 'object' && bundle.workspaceRoot !== undefined);
  return flags.root === undefined && said ? {} : { workspace: { root: resolve(cwd, flags.root ?? '.') } };
}

const CONFIGURATION = ['ts', 'js', 'mjs', 'json'].map((extension) => `tackroom.config.${extension}`);

/** A configuration may deny what the defaults allow, so one that cannot be read yet is never passed over. */
function refuseConfiguration(cwd: string): void {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = CONFIGURATION.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined) {
      throw new CliError('CLI_NOT_AVAILABLE', `${found} is not read: this version has no configuration files. Say it with flags.`);
    }
    if (folder === dirname(folder)) return;
  }
}

/** Problems of rules and bundles, said of the flags that they came from. */
function inFlags(error: unknown, flags: HarnessFlags): Error {
  if (!HarnessError.is(error, 'BOOT_INVALID')) return error as Error; // nothing else is thrown
  const { allow, ask, deny, bundle: bundles } = flags;
  const given: Readonly<Record<string, readonly string[] | undefined>> = { allow, ask, deny, bundles };
  const problems = error.problems.map((problem) => {
    const [, list = '', index = '', rest = ''] = /^(?:permissions\.)?(allow|ask|deny|bundles)\[(\d+)\](.*)$/s.exec(problem.where) ?? [];
    const value = given[list]?.[Number(index)];
    if (value === undefined) return problem;
    return { ...problem, where: `--${list === 'bundles' ? 'bundle' : list} ${value}${list === 'bundles' ? rest : ''}` };
  });
  const lines = problems.map(({ where, message, code }) => `  - ${where}: ${message} [${code}]`);
  const message = [error.message.split('\n', 1)[0], ...lines].join('\n');
  return new CliError(error.code, message, { cause: error, problems });
}
