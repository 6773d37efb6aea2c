import type { Workspace } from '@tackroom/core';
import type { MemoryFiles } from '../in-memory-workspace/in-memory-workspace.js';
import type { Expect } from './test-api.js';

/** A workspace under test. `close` also removes what was made for it. */
export interface WorkspaceUnderTest {
  readonly workspace: Workspace;
  close?(): Promise<void>;
}

/** What a workspace under test is made with besides its files: a treatment of links, and extra roots by name. */
export interface WorkspaceTestOptions {
  readonly symlinks: 'refuse' | 'inside';
  readonly also: Readonly<Record<string, MemoryFiles>>;
}

/** Makes a workspace with these files. */
export type MakeWorkspace = (files: MemoryFiles, options: WorkspaceTestOptions) => WorkspaceUnderTest | Promise<WorkspaceUnderTest>;

/** Runs a test's body over a fresh workspace and closes it. */
export type OverWorkspace = (
  files: MemoryFiles,
  body: (workspace: Workspace) => Promise<void>,
  symlinks?: 'refuse' | 'inside',
  also?: WorkspaceTestOptions['also'],
) => Promise<void>;

/** What tests of a workspace work with. */
export interface WorkspaceContext {
  readonly over: OverWorkspace;
  readonly expect: Expect;
}
