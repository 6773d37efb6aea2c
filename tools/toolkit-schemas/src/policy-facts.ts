import { filesystem, git, navigation, shell } from '@tackroom/toolkit';
import type { ToolDefinition } from '@tackroom/core';

/** What a policy looks at of a built-in tool, as plain JSON. */
export function policyFacts(): readonly object[] {
  const tools = [filesystem(), shell(), git(), navigation()].flatMap(({ tools: made }) => made);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).map(factsOf);
}

function factsOf(tool: ToolDefinition): object {
  const { name, title, category, riskLevel, semantics, inputSchema, secretParameters, hidden, origin, permission, approval, replayPolicy } =
    tool;
  return {
    ...{ name, title, category, riskLevel, semantics, secretParameters, hidden, origin, replayPolicy, inputSchema },
    ...(permission === undefined ? {} : { permission }),
    ...(approval === undefined ? {} : { approval: approval.reason === undefined ? {} : { reason: approval.reason } }),
  };
}

/** The module that the testing package reads them from. */
export function policyFactsModule(facts: readonly object[]): string {
  return [
    '// Written by `WRITE_FACTS=1 npm run jest -- policy-facts`: what policies look at of the built-in tools. Not to be edited.',
    "import type { JsonSchema, ToolOptions } from '@tackroom/core';",
    '',
    '/** What policies look at of a tool. */',
    "export type BuiltInTool = Omit<ToolOptions, 'description' | 'handler' | 'inputSchema'> & { readonly inputSchema: JsonSchema };",
    '',
    '/** The built-in tools without what they do and what models read of them. */',
    `export const builtInTools: readonly BuiltInTool[] = ${JSON.stringify(facts)};`,
    '',
  ].join('\n');
}
