import type { DialectProvider } from 'tackroom';
import { lintDescriptions } from './lint-descriptions.js';
import type { LintedTool, LintFinding } from './lint-finding.js';
import { lintNames } from './lint-names.js';
import { lintProvider } from './lint-providers.js';

/** Everything to say of the tools, in their order. */
export function lintTools(tools: readonly LintedTool[], providers: readonly DialectProvider[]): readonly LintFinding[] {
  const names = lintNames(tools);
  return tools.flatMap((tool) => [
    ...names.filter((finding) => finding.tool === tool.name),
    ...lintDescriptions(tool),
    ...providers.flatMap((provider) => lintProvider(tool, provider)),
  ]);
}
