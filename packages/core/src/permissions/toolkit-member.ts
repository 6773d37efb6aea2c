import type { AbstractClass } from '../contracts/token.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';

/**
 * Whether a tool came from this method of a toolkit class, or from any method when none is named. The scan notes class
 * and member in the tool's origin, which renames, prefixes and copies leave alone.
 */
export function isToolOf(tool: ToolDefinition, toolkit: AbstractClass, member: string | undefined): boolean {
  if (tool.origin.kind !== 'user') return false;
  const { source } = tool.origin;
  if (member !== undefined) return source === `${toolkit.name}.${member}`;
  return source === toolkit.name || source.startsWith(`${toolkit.name}.`);
}
