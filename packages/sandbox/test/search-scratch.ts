import { ToolFailure, type GlobQuery, type GrepQuery, type WorkspaceSession } from '@tackroom/core';
import { HostWorkspace, type HostWorkspaceOptions } from '../src/workspace/host-workspace.js';
import { findRipgrep } from '../src/search/ripgrep-binary.js';
import { describeNeeding, scratchDirectory } from './scratch.js';

/** Which of the two engines a workspace searches with. */
export type Engine = Pick<HostWorkspaceOptions, 'ripgrep'>;

/** The ripgrep that is here, if any. */
export const ripgrep = await findRipgrep(undefined).catch(() => undefined);

/** The same tests with ripgrep and without. */
export function bothEngines(suite: (engine: Engine) => void): void {
  withRipgrep(() => suite({}));
  describe('by the engine of our own', () => suite({ ripgrep: false }));
}

/** Tests of what is ripgrep's alone. */
export function withRipgrep(suite: () => void): void {
  describeNeeding('ripgrep', ripgrep !== undefined, 'by ripgrep', suite);
}

/** Searches in the directory `root` of a scratch directory, with `a.txt` in it and a secret beside it. Call inside `describe`. */
export function searchScratch(engine: Engine) {
  const scratch = scratchDirectory();
  const open = (options: HostWorkspaceOptions = {}): WorkspaceSession =>
    new HostWorkspace(scratch.at('root'), { ...engine, ...options }).session('s');

  async function glob(pattern: string, query: Partial<GlobQuery> = {}, session = open()): Promise<readonly string[]> {
    return (await session.glob({ pattern, limit: 1_000, ...query })).matches;
  }

  async function grep(pattern: string, query: Partial<GrepQuery> = {}, session = open()): Promise<readonly string[]> {
    const { matches } = await session.grep({ pattern, limit: 1_000, ...query });
    return matches.map(({ path, line, text, isContext }) => `${path}${isContext ? '-' : ':'}${line}:${text}`);
  }

  /** Code and message of the failure that must come. It names no host path. */
  async function failure(promise: Promise<unknown>): Promise<string> {
    const error = await promise.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ToolFailure)) throw new Error('expected a failure', { cause: error });
    expect(error.message).not.toContain(scratch.path);
    return `${error.code}: ${error.message}`;
  }

  beforeEach(() => scratch.write({ 'root/a.txt': 'alpha\nbeta\n', 'root-evil/secret.txt': 'SECRET\n' }));
  return { scratch, open, glob, grep, failure };
}
