/** What came of the changes that a sandbox made in its copy of a workspace. Paths are relative to the root. */
export interface SyncReport {
  /** Written to the workspace, new or changed. */
  readonly copied: readonly string[];
  readonly removed: readonly string[];
  /** Changed on both sides: the workspace keeps its own, what the sandbox made lies beside it. */
  readonly conflicts: readonly { readonly path: string; readonly keptAs: string | undefined }[];
  /** Left behind, and why. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}
