import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { toBytes } from './byte-names.js';
import { isInside } from './restored-path.js';

/** Where undoing keeps what it takes away, below the root: a folder that is passed over. */
const PLACE = join('.tackroom', 'undone');

/**
 * What one undoing takes away, under its own paths in a folder of its own. It may be the only copy of something: a call may
 * have moved it there from a place that nobody watched.
 */
export class KeptAside {
  private made: Promise<string> | undefined;
  private isUsed = false;

  constructor(private readonly root: string) {}

  /** The folder, relative to the root; undefined as long as nothing is in it. */
  async folder(): Promise<string | undefined> {
    return this.isUsed && this.made !== undefined ? relative(this.root, await this.made) : undefined;
  }

  /** Moves what is at a path there; rejects with the system's error if it cannot be moved, and it stays then. */
  async take(path: string): Promise<void> {
    this.made ??= this.make();
    const target = join(await this.made, path);
    await mkdir(toBytes(dirname(target)), { recursive: true, mode: 0o700 });
    await rename(toBytes(join(this.root, path)), toBytes(target));
    this.isUsed = true;
  }

  private async make(): Promise<string> {
    const own = join(this.root, '.tackroom');
    const folder = join(this.root, PLACE);
    if (!(await isInside(this.root, folder))) throw new Error(`${PLACE} leads out of the workspace`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(own, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
    return mkdtemp(join(folder, `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-`));
  }
}
