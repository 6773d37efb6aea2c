import type { ToolInspection } from 'tackroom';

/** A tool as `tools ls` and `tools show` print it in JSON, without the sources of its values. */
export function describeTool({ effective: _effective, ...described }: ToolInspection): Omit<ToolInspection, 'effective'> {
  return described;
}
