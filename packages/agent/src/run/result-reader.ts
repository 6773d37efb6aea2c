import { readToolResultTool, ToolSnapshot, type ArtifactStore, type Message, type ToolDefinition } from '@tackroom/core';

const NAME = 'read_tool_result';

/**
 * Offers `read_tool_result` to runs that need it: from the step after the first result that was too long to show whole.
 * Until then no request carries it.
 */
export class ResultReader {
  private definition: ToolDefinition | undefined = undefined;
  private readonly extended = new WeakMap<ToolSnapshot, ToolSnapshot>();

  constructor(private readonly artifacts: ArtifactStore) {}

  /** The snapshot with the tool in it; the same object for the same snapshot. A tool of that name is left as it is. */
  addTo(snapshot: ToolSnapshot): ToolSnapshot {
    if (snapshot.get(NAME) !== undefined) return snapshot;
    let extended = this.extended.get(snapshot);
    if (extended === undefined) {
      this.definition ??= readToolResultTool(this.artifacts);
      extended = new ToolSnapshot([...snapshot.definitions, this.definition]);
      this.extended.set(snapshot, extended);
    }
    return extended;
  }
}

/** Whether a stored transcript tells the model of a result that it can read on. */
export function mentionsKeptResult(messages: readonly Message[]): boolean {
  return messages.some((message) => message.role === 'tool' && JSON.stringify(message.content).includes(NAME));
}
