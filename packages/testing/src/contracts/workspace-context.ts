import type { Workspace } from '@tackroom/core';
import type { MemoryFiles } from '../in-memory-workspace/in-memory-workspace.js';
import type { Expect } from './test-api.js';

/** A workspace under test. `close` also removes what was made for it. */
export interface WorkspaceUnderTest {
  readonly workspace: Workspace;
  close?(): Promise<void>;
}

/** Makes a workspace with these files, and with this treatment of links. */
export type MakeWorkspace = (
  files: MemoryFiles,
  options: { readonly symlinks: 'refuse' | 'inside' },
) => WorkspaceUnderTest | Promise<WorkspaceUnderTest>;

/** Runs a test's body over a fresh workspace and closes it. */
export type OverWorkspace = (
  files: MemoryFiles,
  body: (workspace: Workspace) => Promise<void>,
  symlinks?: 'refuse' | 'inside',
) => Promise<void>;

/** What tests of a workspace work with. */
export interface WorkspaceContext {
  readonly over: OverWorkspace;
  readonly expect: Expect;
}
