import type { ToolInspection } from 'tackroom';

/** A tool as `tools ls` and `tools show` print it in JSON; the sources of its values only where they were asked for. */
export function describeTool(tool: ToolInspection, withSources: boolean): Omit<ToolInspection, 'effective'> | ToolInspection {
  if (withSources) return tool;
  const { effective: _effective, ...described } = tool;
  return described;
}
