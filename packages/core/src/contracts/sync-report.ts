/**
 * What came of the changes that a sandbox made in its copy of a workspace. Paths are relative to the root; bytes of a name that
 * are not UTF-8 are written `\\xff`.
 */
export interface SyncReport {
  /** Written to the workspace, new or changed. */
  readonly copied: readonly string[];
  readonly removed: readonly string[];
  /** Changed on both sides: the workspace keeps its own, what the sandbox made lies beside it. */
  readonly conflicts: readonly SyncConflict[];
  /** Not brought back on purpose, and why. */
  readonly refused: readonly SyncFailure[];
  /** What should have come back and could not, and why. */
  readonly failed: readonly SyncFailure[];
  /** Brought back, but for what `reason` says: an owner or a mode that could not be kept. Left out if there is nothing. */
  readonly notKept?: readonly SyncFailure[];
  /** Host path of the directory where the sandbox's files were kept because something `failed`. Whoever has looked removes it. */
  readonly keptIn?: string;
}

/** One file that both sides changed. */
export interface SyncConflict {
  readonly path: string;
  /** Where the sandbox's version is; undefined if the sandbox removed it. */
  readonly keptAs: string | undefined;
}

/** One entry that did not come back. */
export interface SyncFailure {
  readonly path: string;
  readonly reason: string;
  /** Where the sandbox's version is, if it was put beside its place. */
  readonly keptAs?: string;
}
