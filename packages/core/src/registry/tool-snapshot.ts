import type { JsonSchema } from '../contracts/json.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { modelSchema } from './provider-tools.js';
import { ToolNames } from './tool-names.js';

/** A tool as a model request of the AI SDK lists it. */
export interface FunctionTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/**
 * The tools of one moment, in name order. A run works on the snapshot it started with, whatever happens to the catalog
 * meanwhile. What is derived from it is made once, on first use, and shared by every run that holds it.
 */
export class ToolSnapshot {
  readonly definitions: readonly ToolDefinition[];
  /** Whether a definition has a `visible`; otherwise nothing depends on who runs it, and there is nothing to filter. */
  readonly isConditional: boolean;
  private readonly byName: ReadonlyMap<string, ToolDefinition>;
  private resolver: ToolNames | undefined;
  private listed: readonly FunctionTool[] | undefined;

  /** Of two definitions with one name the later is kept. */
  constructor(definitions: Iterable<ToolDefinition>) {
    const sorted = Array.from(definitions).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    this.byName = new Map(sorted.map((definition) => [definition.name, definition]));
    this.definitions = Object.freeze(this.byName.size === sorted.length ? sorted : [...this.byName.values()]);
    this.isConditional = this.definitions.some((definition) => definition.visible !== undefined);
  }

  /** The definition registered under exactly this name. */
  get(name: string): ToolDefinition | undefined {
    return this.byName.get(name);
  }

  /** Finds the tool that a model means by a name. */
  get names(): ToolNames {
    this.resolver ??= new ToolNames(this.byName.keys());
    return this.resolver;
  }

  /** The list for a model request. The same frozen array each time, so that a request costs no copy. */
  functionTools(): readonly FunctionTool[] {
    this.listed ??= Object.freeze(
      this.definitions.map((definition) =>
        Object.freeze({
          type: 'function',
          name: definition.name,
          description: definition.description,
          inputSchema: modelSchema(definition),
        }),
      ),
    );
    return this.listed;
  }

  /** The snapshot of those that `keep` accepts; this very one when it accepts all. */
  filter(keep: (definition: ToolDefinition) => boolean): ToolSnapshot {
    const kept = this.definitions.filter(keep);
    return kept.length === this.definitions.length ? this : new ToolSnapshot(kept);
  }
}
