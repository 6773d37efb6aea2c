import type { CallFacts } from '../contracts/permissions.js';
import type { WorkspaceSession } from '../contracts/workspace.js';

/**
 * The paths that a call names and that its errors may repeat: none where there is a root, since they may lie outside it.
 * Without a root no path does, and what the model has sent is no secret to it.
 */
export function namedPaths({ facts }: { readonly facts: CallFacts }, { root }: Pick<WorkspaceSession, 'root'>): readonly string[] {
  if (root !== null) return [];
  return Object.values(facts.paths).flatMap(({ raw, normalized }) => (normalized === undefined ? [raw] : [raw, normalized]));
}
