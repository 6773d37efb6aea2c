import { HarnessError, type Provider, type ToolBundle, type ToolListItem } from 'tackroom';
import { CliError, type CliProblem } from '../cli-error.js';
import type { LoadedConfig } from '../config/load-config.js';
import type { HarnessFlags } from '../harness-flags.js';

/** An item of a list, and where it was said. */
export interface Said<Value> {
  readonly value: Value;
  readonly by: 'flag' | 'config' | 'default';
  /** The flag with its value, or the path of a key. */
  readonly where: string;
}

/** Where the options of a harness were said. */
export interface Origins {
  readonly flags: HarnessFlags;
  readonly config: LoadedConfig | undefined;
  readonly lists: {
    readonly bundles: readonly Said<string | ToolBundle>[];
    readonly tools: readonly Said<ToolListItem>[];
    readonly providers: readonly Said<Provider>[];
  };
}

/** The problems of a boot, said of the flags and the keys that they came from. Any other error is given back. */
export function nameOrigins(error: unknown, origins: Origins): unknown {
  if (!HarnessError.is(error, 'BOOT_INVALID')) return error;
  const problems = error.problems.map((problem) => ({ ...problem, where: originOf(problem, origins) }));
  const lines = problems.map(({ where, message, code }) => `  - ${where}: ${message} [${code}]`);
  const message = [error.message.split('\n', 1)[0], ...lines].join('\n');
  return new CliError(error.code, message, { cause: error, problems });
}

function originOf({ where }: CliProblem, origins: Origins): string {
  const [, list = '', at = '', rest = ''] = /^(?:permissions\.)?([a-z]+)\[(\d+)\](.*)$/s.exec(where) ?? [];
  if (list === 'allow' || list === 'ask' || list === 'deny') return ruleOrigin(where, list, Number(at), origins);
  if (list === 'bundles' || list === 'tools' || list === 'providers') {
    return itemOrigin(origins.lists[list][Number(at)], rest, origins.config) ?? where;
  }
  return where === 'workspace' ? rootOrigin(origins) : keyOrigin(where, origins);
}

function rootOrigin({ flags, config }: Origins): string {
  const own = config?.config;
  const said = own?.workspace === undefined ? 'root' : own.root === undefined ? 'workspace' : 'root and workspace';
  const here = own?.root === undefined && own?.workspace === undefined ? undefined : inConfig(said, config);
  if (flags.root !== undefined)
    return own?.workspace === undefined ? `--root ${flags.root}` : `--root ${flags.root} and ${inConfig('workspace', config)}`;
  return here ?? 'workspace';
}

function itemOrigin(said: Said<unknown> | undefined, rest: string, config: LoadedConfig | undefined): string | undefined {
  if (said === undefined || said.by === 'default') return undefined;
  return said.by === 'flag' ? `${said.where}${rest}` : inConfig(`${said.where}${rest}`, config);
}

/** Rules of the configuration come first. */
function ruleOrigin(where: string, list: 'allow' | 'ask' | 'deny', at: number, { flags, config }: Origins): string {
  const before = config?.config.permissions?.[list]?.length ?? 0;
  if (at < before) return inConfig(where, config);
  const value = flags[list]?.[at - before];
  return value === undefined ? where : `--${list} ${value}`;
}

/** A problem may be about a key of the configuration, or about an option of a bundle that it names. */
function keyOrigin(where: string, { config, lists }: Origins): string {
  const words = [...where.matchAll(/(?<=^|\s)[A-Za-z]+/g)].map(([word]) => word);
  const isBundle = (name: string): boolean => lists.bundles.some(({ value, by }) => by === 'config' && nameOf(value) === name);
  const isSaid = words.some((word) => isBundle(word) || (config !== undefined && Object.hasOwn(config.config, word)));
  return isSaid ? inConfig(where, config) : where;
}

function nameOf(bundle: string | ToolBundle): string {
  return typeof bundle === 'string' ? bundle : bundle.name;
}

function inConfig(where: string, config: LoadedConfig | undefined): string {
  return config === undefined || where.endsWith(` in ${config.name})`) ? where : `${where} in ${config.name}`;
}
