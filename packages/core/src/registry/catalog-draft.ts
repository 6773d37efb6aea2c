import type { Problem } from '../contracts/errors.js';
import type { ToolDefinition, ToolOrigin } from '../contracts/tool-definition.js';

/** A tool that yields to a user's own of the same name, because planning is there unless it is taken over. */
const YIELDING_TOOL = 'write_todos';

/**
 * Registrations that are not yet in force. Collects every problem, so that a list of tools is registered whole or not at
 * all.
 */
export class CatalogDraft {
  readonly additions = new Map<string, ToolDefinition>();
  readonly problems: Problem[] = [];
  private readonly accepted = new Set<string>();

  /** `registered` looks a name up in what is in force. */
  constructor(private readonly registered: (name: string) => ToolDefinition | undefined) {}

  /** Names that were asked for and now belong to who asked, in the order they came. */
  get names(): readonly string[] {
    return [...this.accepted];
  }

  /** Adds one tool, or the problem that its name is taken. `where` says which item of which list it came from. */
  add(definition: ToolDefinition, where: string, replace: boolean): void {
    const { name } = definition;
    const present = this.additions.get(name) ?? this.registered(name);
    if (present !== undefined && present !== definition && !replace) {
      if (yieldsTo(definition, present)) return;
      if (!isSameBuiltin(definition, present) && !yieldsTo(present, definition)) {
        this.problems.push(duplicate(definition, present, where));
        return;
      }
    }
    this.accepted.add(name);
    if (present === undefined || !isSameBuiltin(definition, present)) this.additions.set(name, definition);
  }
}

/** Where a tool came from, for a person. */
function describeOrigin(origin: ToolOrigin): string {
  switch (origin.kind) {
    case 'user':
      return origin.source;
    case 'builtin':
      return `the bundle ${origin.bundle}`;
    case 'mcp':
      return `the MCP server ${origin.server}`;
    case 'agent':
      return `the agent ${origin.agent}`;
  }
}

function duplicate(definition: ToolDefinition, present: ToolDefinition, where: string): Problem {
  const first = describeOrigin(present.origin);
  const second = describeOrigin(definition.origin);
  const origins = first === second ? `twice from ${first}` : `from ${first} and from ${second}`;
  const hint = first !== second || definition.origin.kind !== 'builtin' ? '' : ' with other options';
  return {
    code: 'TOOL_DUPLICATE',
    where,
    message: `The tool ${definition.name} comes ${origins}${hint}. Leave one out, rename one, or register the second with replace: true to swap it on purpose.`,
  };
}

/** Whether `definition` gives way to `other`: the built-in plan tool to a user's own. */
function yieldsTo(definition: ToolDefinition, other: ToolDefinition): boolean {
  return definition.name === YIELDING_TOOL && definition.origin.kind === 'builtin' && other.origin.kind === 'user';
}

/** The same built-in, configured the same: registering it again changes nothing. */
function isSameBuiltin(a: ToolDefinition, b: ToolDefinition): boolean {
  return (
    a.origin.kind === 'builtin' &&
    b.origin.kind === 'builtin' &&
    a.origin.bundle === b.origin.bundle &&
    a.origin.options === b.origin.options &&
    a.fingerprint === b.fingerprint &&
    a.permission === b.permission &&
    a.timeoutMs === b.timeoutMs
  );
}
