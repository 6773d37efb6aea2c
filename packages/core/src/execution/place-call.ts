import type { CallPlace } from '../contracts/call-place.js';
import type { CallFacts } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import type { RunContext } from './run-context.js';

/** Whether calls of a tool act in a place: it takes paths or commands. */
export function hasPlace({ semantics }: Pick<ToolDefinition, 'semantics'>): boolean {
  return Object.values(semantics).some((kind) => kind === 'path' || kind === 'shell-command');
}

/** Whether calls of a tool move what comes after them: they change the working directory. */
export function movesPlace({ category }: Pick<ToolDefinition, 'category'>): boolean {
  return category === 'navigate';
}

/**
 * The same run with a working directory that stays: what one call, from its first look at the files to its last, works
 * with. A workspace that cannot be held in one directory stays as it is: a call that finds itself
 * elsewhere when it starts does not run.
 */
export function runAt(run: RunContext, cwd: string): RunContext {
  const workspace = run.workspace.at?.(cwd);
  if (workspace === undefined) return run;
  return Object.create(run, { workspace: { value: workspace } }) as RunContext; // Object.create is typed any; the rest is the run's
}

/** The place of a call whose facts were just collected in `run`. */
export async function placeOf({ workspace }: RunContext, facts: CallFacts): Promise<CallPlace> {
  const { cwd } = workspace;
  const here = cwd === '' ? undefined : await workspace.fact('.');
  const paths = Object.fromEntries(Object.entries(facts.paths).map(([name, fact]) => [name, fact.canonical ?? null]));
  return { cwd, real: here === undefined ? '' : (here.canonical ?? null), paths };
}
