import type { ToolSources } from '@tackroom/core';

/** The built-in bundles, as a registry looks them up. */
export function builtinSources(): ToolSources {
  return {};
}
