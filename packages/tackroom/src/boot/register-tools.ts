import { isToolBundle, ToolRegistry } from '@tackroom/core';
import type { ToolDefinition, ToolListItem, ToolPolicy, ToolRegistryOptions, ToolSources } from '@tackroom/core';
import { isClass } from '../di/provider.js';
import type { DependencyRoot } from '../di/dependency-plan.js';
import type { HarnessOptions } from '../harness-options.js';
import { BootProblems } from './boot-problems.js';

/** The classes among the tools, which the container makes. */
export function toolkitRoots(options: HarnessOptions): readonly DependencyRoot[] {
  return toolLists(options).flatMap(({ where, items }) =>
    items.flatMap((item, index) => (isClass(item) ? [{ type: item, where: `${where}[${index}]` }] : [])),
  );
}

/** Tools of the bundles and built-in names in the options; what is wrong with them is found when they are registered. */
export function builtinTools(options: HarnessOptions, sources: ToolSources): readonly ToolDefinition[] {
  const catalog = new ToolRegistry({ sources });
  const unreported = new BootProblems();
  for (const item of toolLists(options).flatMap((list) => list.items)) {
    if (typeof item === 'string' || isToolBundle(item)) unreported.collect('tools', () => catalog.registerAll([item]));
  }
  return catalog.list();
}

/** Registers every list of the options; what cannot be registered is left out and reported. */
export function registerTools(
  options: HarnessOptions,
  sources: ToolSources,
  shared: Pick<ToolRegistryOptions, 'kernel' | 'sandbox'>,
  problems: BootProblems,
): ToolRegistry {
  const make = (policy: ToolPolicy | undefined): ToolRegistry =>
    new ToolRegistry({ sources, ...(policy === undefined ? {} : { policy }), ...shared });
  const registry = problems.collect('toolPolicy', () => make(options.toolPolicy)) ?? make(undefined);
  for (const { where, items } of toolLists(options)) {
    if (items.length > 0) problems.collect(where, () => registry.registerAll(items, where));
  }
  return registry;
}

/** The lists of tools in the options, by the name of their option. */
function toolLists(options: HarnessOptions): readonly { readonly where: string; readonly items: readonly ToolListItem[] }[] {
  const { tools = [], bundles = [] } = options;
  return [
    { where: 'bundles', items: bundles },
    { where: 'tools', items: tools instanceof ToolRegistry ? [tools] : tools },
  ];
}
