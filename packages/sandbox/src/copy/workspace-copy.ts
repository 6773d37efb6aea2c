import { mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolFailure, type SyncReport } from '@tackroom/core';
import { OwnedDirectory } from '../leftovers/owned-directory.js';
import type { NamePolicy } from '../confinement/name-policy.js';
import { errorCode } from '../workspace/path-failure.js';
import { lastName, textPath, type BytePath } from './byte-path.js';
import { fillCopy, type FilledCopy } from './fill-copy.js';
import { hooksPaths } from './hooks-paths.js';
import type { Owner } from './ownership.js';
import { syncBack } from './sync-back.js';

/** What a copy is made with. Paths are relative to the root. */
export interface CopyOptions {
  /** What is never brought back to its place; where keys are is not copied either. */
  readonly policy: NamePolicy;
  /** Names of what is not copied, at any depth. */
  readonly exclude?: readonly string[];
  /** Whom the copy is given to; that takes a process of root. */
  readonly owner?: Owner;
  /** Settles when the host is as the copy should find it; never rejects. */
  readonly after?: Promise<unknown>;
}

/** A copy of a workspace for one session, made when it is first needed. */
export class WorkspaceCopy {
  private readonly directory: OwnedDirectory;
  private filled: Promise<FilledCopy> | undefined;
  /** Settles when the directory is empty and may be filled. */
  private empty: Promise<unknown>;

  constructor(
    private readonly root: string,
    private readonly options: CopyOptions,
  ) {
    this.directory = new OwnedDirectory('copy', root);
    this.empty = options.after ?? Promise.resolve();
  }

  /** Where the copy is. The directory is there from the beginning, so that paths can be judged; it is filled by {@link ready}. */
  get path(): string {
    return this.directory.path;
  }

  /** Fills the copy, once. Rejects with `SANDBOX_COPY_FAILED`; the next call tries again. */
  async ready(): Promise<void> {
    if (this.filled === undefined) {
      const filling = this.fill();
      this.filled = filling;
      filling.catch(() => {
        if (this.filled === filling) this.filled = undefined;
      });
    }
    await this.filled;
  }

  /**
   * Brings changes back to the host and empties the copy: its next use makes it anew. Undefined if it was not used. What
   * could not be brought back is in the report, and the files are then kept elsewhere.
   */
  async sync(): Promise<SyncReport | undefined> {
    const { filled } = this;
    if (filled === undefined) return undefined;
    this.filled = undefined;
    const synced = filled.then(
      (sides) => this.bringBack(sides),
      () => undefined,
    );
    this.empty = synced.then(() => this.clear());
    await this.empty;
    return synced;
  }

  /** Removes the copy without bringing anything back. */
  remove(): Promise<void> {
    return this.directory.remove();
  }

  private async fill(): Promise<FilledCopy> {
    try {
      await this.empty;
      const { policy, owner, exclude = [] } = this.options;
      const isHidden = (path: BytePath): boolean => exclude.includes(textPath(lastName(path))) || policy.isKey(textPath(path).split('/'));
      return await fillCopy(this.root, this.path, { isHidden, owner });
    } catch (cause) {
      await this.clear();
      throw new ToolFailure(`The workspace could not be copied for the sandbox (${errorCode(cause) ?? 'unknown error'}).`, {
        code: 'SANDBOX_COPY_FAILED',
        cause,
      });
    }
  }

  private async bringBack({ hostBefore, copyBefore }: FilledCopy): Promise<SyncReport> {
    const hooks = await hooksPaths(this.root, hostBefore);
    const report = await syncBack({ host: this.root, copy: this.path, hostBefore, copyBefore, policy: this.options.policy, hooks });
    if (report.failed.length === 0) return report;
    const keptIn = await this.keepElsewhere().catch(() => undefined);
    return keptIn === undefined ? report : { ...report, keptIn };
  }

  private async keepElsewhere(): Promise<string> {
    const names = await readdir(this.path);
    const place = await mkdtemp(join(await realpath(tmpdir()), 'tackroom-kept-'));
    for (const name of names) await rename(join(this.path, name), join(place, name));
    return place;
  }

  private async clear(): Promise<void> {
    const names = await readdir(this.path).catch((): string[] => []);
    await Promise.all(names.map((name) => rm(join(this.path, name), { recursive: true, force: true }).catch(() => undefined)));
  }
}
