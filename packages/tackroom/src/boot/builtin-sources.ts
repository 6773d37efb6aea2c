import { askUser } from '@tackroom/agent';
import { bundleNameOf, defineBundle } from '@tackroom/core';
import type { JsonObject, ToolBundle, ToolSources } from '@tackroom/core';
import { filesystem, git, navigation, shell } from '@tackroom/toolkit';

const factories: Readonly<Record<string, (options?: object) => ToolBundle>> = {
  filesystem,
  navigation,
  shell,
  git,
  ask_user: askUser,
};

/** The built-in bundles and tools, as a registry looks them up. */
export function builtinSources(): ToolSources {
  return { bundle: makeBundle, bundleNames: Object.keys(factories), bundleOf: bundlesByTool() };
}

/**
 * A built-in bundle by name or alias, with its options; what `filesystem(options)` gives, for names that come from
 * configuration. A name that is none gives a bundle with a problem, which boot reports.
 */
export function configureBundle(name: string, options: JsonObject = {}): ToolBundle {
  const bundle = makeBundle(bundleNameOf(name), options);
  if (bundle !== undefined) return bundle;
  const message = `is no bundle that takes options. The bundles are ${Object.keys(factories).join(', ')}.`;
  return defineBundle({ name, tools: [], problems: [{ code: 'BUNDLE_UNKNOWN', where: name, message }] });
}

function makeBundle(name: string, options?: object): ToolBundle | undefined {
  return Object.hasOwn(factories, name) ? factories[name]?.(options) : undefined;
}

let byTool: ReadonlyMap<string, string> | undefined;

function bundlesByTool(): ReadonlyMap<string, string> {
  if (byTool !== undefined) return byTool;
  const bundles = new Map<string, string>();
  // A tool that several bundles have is that of the first.
  for (const [bundle, make] of Object.entries(factories))
    for (const { name } of make().tools) bundles.set(name, bundles.get(name) ?? bundle);
  return (byTool = bundles);
}
