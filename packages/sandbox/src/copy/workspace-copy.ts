import { mkdtempSync, realpathSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syncBack } from './sync-back.js';
import type { SyncReport } from './sync-report.js';
import { snapshotTree, type TreeSnapshot } from './tree-snapshot.js';

/** A copy of a workspace for one session, made when it is first needed. */
export class WorkspaceCopy {
  /** Where the copy is. The directory is there from the beginning, so that paths can be judged; it is filled by {@link ready}. */
  readonly path: string;
  private filled: Promise<{ readonly hostBefore: TreeSnapshot; readonly copyBefore: TreeSnapshot }> | undefined;

  /** Paths are relative to the root: those of `protect` are never brought back, those of `hide` are not copied. */
  constructor(
    private readonly root: string,
    private readonly protect: readonly string[],
    private readonly hide: readonly string[] = [],
  ) {
    this.path = mkdtempSync(join(realpathSync(tmpdir()), 'tackroom-copy-'));
  }

  /** Fills the copy, once. */
  async ready(): Promise<void> {
    this.filled ??= this.fill();
    await this.filled;
  }

  /** Brings changes back to the host. Undefined if the copy was never used. */
  async sync(): Promise<SyncReport | undefined> {
    if (this.filled === undefined) return undefined;
    const { hostBefore, copyBefore } = await this.filled;
    const isProtected = (path: string): boolean => this.protect.some((kept) => path === kept || path.startsWith(`${kept}/`));
    return syncBack({ host: this.root, copy: this.path, hostBefore, copyBefore, isProtected });
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }

  /** The host is looked at before it is copied: what changes on it meanwhile counts as changed afterwards. */
  private async fill(): Promise<{ readonly hostBefore: TreeSnapshot; readonly copyBefore: TreeSnapshot }> {
    const hostBefore = await snapshotTree(this.root);
    const isPlain = (path: string): boolean => {
      const name = path.slice(this.root.length + 1);
      return hostBefore.get(name)?.kind !== 'other' && !this.hide.includes(name);
    };
    await cp(this.root, this.path, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter: isPlain });
    return { hostBefore, copyBefore: await snapshotTree(this.path) };
  }
}
