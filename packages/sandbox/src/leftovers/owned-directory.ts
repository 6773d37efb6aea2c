import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotTree } from '../copy/tree-snapshot.js';

/** What a directory is for; begins its name. */
export type DirectoryUse = 'session' | 'copy';

/** Which process made a directory. The number alone is given to others later, and means nothing in another namespace. */
export interface Owner {
  readonly pid: number;
  /** When the process started, in ticks since the boot of the machine. */
  readonly started: string;
  readonly boot: string;
  readonly namespace: string;
  /** The workspace that was copied. */
  readonly root?: string;
}

/** Where the name of the owner stands, beside what the directory is for: commands do not get to it. */
export const OWNER_FILE = 'owner.json';
const CONTENT = 'content';

/** A directory among the temporary ones that says whose it is, so that one left behind by a dead process can be told. */
export class OwnedDirectory {
  /** What may be used, canonical. */
  readonly path: string;
  private readonly base: string;

  /** `root` is noted for whoever finds the directory. */
  constructor(use: DirectoryUse, root?: string) {
    this.base = mkdtempSync(join(realpathSync(tmpdir()), prefixOf(use)));
    this.path = join(this.base, CONTENT);
    const owner = thisProcess();
    if (owner !== undefined) writeFileSync(join(this.base, OWNER_FILE), JSON.stringify(root === undefined ? owner : { ...owner, root }));
    mkdirSync(this.path, 0o700);
  }

  /** Also what a command has closed to us. */
  async remove(): Promise<void> {
    const all = { recursive: true, force: true };
    await rm(this.base, all).catch(async () => {
      await snapshotTree(this.base, { unlock: true });
      await rm(this.base, all);
    });
  }
}

/** How the names of such directories begin. */
export function prefixOf(use: DirectoryUse): string {
  return `tackroom-${use}-`;
}

/** Whether the process that made a directory has ended. False if that cannot be seen from here. */
export function isGone(owner: Owner): boolean {
  const here = thisProcess();
  if (here === undefined) return false;
  if (owner.boot !== here.boot) return true;
  return owner.namespace === here.namespace && startOf(owner.pid) !== owner.started;
}

/** Undefined where there is no `/proc` to say it. */
function thisProcess(): Omit<Owner, 'root'> | undefined {
  const started = startOf('self');
  if (started === undefined) return undefined;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  return { pid: process.pid, started, boot, namespace: readlinkSync('/proc/self/ns/pid') };
}

/** The 22nd field of proc_pid_stat(5). The second is a name in parentheses that may hold anything. */
function startOf(pid: number | 'self'): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined; // there is no such process
  }
}
