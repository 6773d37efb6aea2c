import { emptyCtx, type Ctx, type InjectionToken, type RunContext, type ToolDefinition, type ToolSnapshot } from '@tackroom/core';

/** What the definitions of a snapshot say together. */
export interface SnapshotFacts {
  /** Texts for the system prompt, each once. */
  readonly instructions: readonly string[];
  /** What the run's scope must supply. */
  readonly dependencies: readonly InjectionToken[];
  readonly someHide: boolean;
  readonly someHidePerStep: boolean;
}

const known = new WeakMap<ToolSnapshot, SnapshotFacts>();

/** Facts of a snapshot, collected once: a run must not walk thousands of definitions. */
export function snapshotFacts(snapshot: ToolSnapshot): SnapshotFacts {
  let facts = known.get(snapshot);
  if (facts === undefined) {
    const { definitions } = snapshot;
    facts = {
      instructions: [...new Set(definitions.flatMap((definition) => definition.instructions ?? []))],
      dependencies: [...new Set(definitions.flatMap((definition) => definition.dependencies))],
      someHide: definitions.some((definition) => definition.visible !== undefined),
      someHidePerStep: definitions.some((definition) => definition.visible !== undefined && definition.visiblePerStep),
    };
    known.set(snapshot, facts);
  }
  return facts;
}

/** The tools that show themselves to this run. A condition that throws hides its tool. */
export function visibleTools(snapshot: ToolSnapshot, run: RunContext): ToolSnapshot {
  const { runId, sessionId, agentPath, userId, deps, state, workspace, sandbox, scope } = run;
  const ctx = emptyCtx({
    deps,
    state,
    workspace,
    sandbox,
    run: { id: runId, sessionId, agentPath, ...(userId === undefined ? {} : { userId }) },
    get: (of) => scope.get(of),
  });
  return snapshot.filter((definition) => isVisible(definition, ctx));
}

function isVisible(definition: ToolDefinition, ctx: Ctx): boolean {
  try {
    return definition.visible === undefined || definition.visible(ctx) === true;
  } catch {
    return false;
  }
}
