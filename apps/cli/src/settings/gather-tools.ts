import { dirname, isAbsolute, resolve } from 'node:path';
import type { Provider, ToolListItem } from 'tackroom';
import { anchorBundle } from '../config/anchor-config.js';
import type { LoadedConfig } from '../config/load-config.js';
import type { HarnessFlags } from '../harness-flags.js';
import { loadTools } from '../load/load-tools.js';
import { withoutRoot } from './choose-workspace.js';
import type { Said } from './name-origins.js';

/** Everything that tools come from, first the configuration's; nothing stands there twice. */
export interface GatheredTools {
  readonly tools: readonly Said<ToolListItem>[];
  readonly providers: readonly Said<Provider>[];
}

/** Joins the tools of the configuration with those of `--tools`. Throws what {@link loadTools} throws. */
export async function gatherTools(flags: HarnessFlags, cwd: string, config: LoadedConfig | undefined): Promise<GatheredTools> {
  const own = await toolsOfConfig(config, flags.root !== undefined);
  const lists = [own];
  for (const file of flags.tools ?? []) lists.push(await toolsOfModule(resolve(cwd, file), `--tools ${file}`, 'flag'));
  return { tools: once(lists.flatMap(({ tools }) => tools)), providers: once(lists.flatMap(({ providers }) => providers)) };
}

async function toolsOfConfig(config: LoadedConfig | undefined, rootIsGiven: boolean): Promise<GatheredTools> {
  if (config === undefined) return { tools: [], providers: [] };
  const { tools: given = [], providers: provided = [] } = config.config;
  const tools: Said<ToolListItem>[] = [];
  const providers = provided.map((value, at): Said<Provider> => ({ value, by: 'config', where: `providers[${at}]` }));
  for (const [at, item] of (isList(given) ? given : [given]).entries()) {
    const where = `tools[${at}]`;
    if (typeof item === 'string' && isPath(item)) {
      const module = await toolsOfModule(resolve(config.folder, item), `${item} (${where} in ${config.name})`, 'config');
      tools.push(...module.tools);
      providers.push(...module.providers);
    } else tools.push({ value: item, by: 'config', where });
  }
  return { tools: rootIsGiven ? tools.map((said) => ({ ...said, value: withoutRoot(said.value) })) : tools, providers };
}

/** The bundles of a module work where the module lies, unless they say an absolute root. */
async function toolsOfModule(path: string, where: string, by: 'flag' | 'config'): Promise<GatheredTools> {
  const { items, providers } = await loadTools(path, where);
  return {
    tools: items.map((item) => ({ value: anchorBundle(item, dirname(path)), by, where })),
    providers: providers.map((value) => ({ value, by, where: `providers of ${where}` })),
  };
}

/** A text that is no name of a bundle or tool: a module, as `--tools` takes it. */
function isPath(text: string): boolean {
  return /^\.{1,2}[/\\]/.test(text) || isAbsolute(text);
}

function isList<Item>(given: readonly Item[] | object): given is readonly Item[] {
  return Array.isArray(given);
}

function once<Value>(list: readonly Said<Value>[]): readonly Said<Value>[] {
  const seen = new Set<Value>();
  return list.filter(({ value }) => !seen.has(value) && seen.add(value));
}
