import { constants } from 'node:fs';
import { chown, mkdir, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '../copy/ownership.js';
import { OwnedDirectory } from '../leftovers/owned-directory.js';
import type { ShellScript } from '../process/command-session.js';
import { SUPERVISOR, SUPERVISOR_FILE } from './supervisor.js';

/** What the supervisor said of one command. A command can forge what is said of itself. */
export interface CommandRecord {
  readonly isStarted: boolean;
  readonly isDirectoryMissing: boolean;
  readonly ended?: { readonly status: number; readonly leftBehind: number; readonly killedForMemory: number; readonly isBySignal: boolean };
}

const MAX_ARGUMENT_BYTES = 120_000;
const MAX_RECORD_BYTES = 65_536;

/**
 * The directory through which commands reach a container and word of them comes back: scripts and variables are files, so
 * that their length and their quotes do not matter and nobody sees them in a list of processes.
 */
export class ControlDirectory {
  /** Is mounted read-only. */
  readonly input: string;
  /** Is mounted to be written to. */
  readonly journalFile: string;
  private readonly begun = new Map<string, number>();

  private constructor(
    private readonly place: OwnedDirectory,
    /** Stays this file whatever is done to its name. */
    private readonly journal: FileHandle,
    private readonly owner: Owner | undefined,
  ) {
    this.input = join(place.path, 'in');
    this.journalFile = join(place.path, 'journal');
  }

  static async make(owner: Owner | undefined): Promise<ControlDirectory> {
    const place = new OwnedDirectory('session');
    const journal = await open(join(place.path, 'journal'), constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    if (owner !== undefined) await journal.chown(owner.uid, owner.gid);
    const made = new ControlDirectory(place, journal, owner);
    await made.directory(made.input);
    await made.file(join(made.input, SUPERVISOR_FILE), SUPERVISOR);
    return made;
  }

  /** Lays out what a command needs. `id` must be new. */
  async put(id: string, { script, environment }: Pick<ShellScript, 'script' | 'environment'>): Promise<void> {
    const at = join(this.input, id);
    await this.directory(at);
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}\0`);
    await this.file(join(at, 'environment'), variables.join(''));
    await this.file(join(at, 'script'), script);
    if (Buffer.byteLength(script) > MAX_ARGUMENT_BYTES) await this.file(join(at, 'is-long'), '');
    this.begun.set(id, (await this.journal.stat()).size);
  }

  /** Keeps a command from starting if it has not yet. */
  async forbid(id: string): Promise<void> {
    await this.file(join(this.input, id, 'stop'), '');
  }

  /** What is known of a command by now. Reads a bounded part: a command may write whatever it likes to the journal. */
  async record(id: string): Promise<CommandRecord> {
    const { size } = await this.journal.stat();
    const from = this.begun.get(id) ?? 0;
    const first = await this.read(from, Math.min(size - from, MAX_RECORD_BYTES));
    const last = size - from > MAX_RECORD_BYTES ? await this.read(size - MAX_RECORD_BYTES, MAX_RECORD_BYTES) : '';
    const lines = `${first}\n${last}`.split('\n');
    const words = lines.map((line) => line.split(' ')).findLast(([what, of]) => what === 'e' && of === id);
    const [status, leftBehind, killedForMemory] = (words ?? []).slice(2).map(Number);
    return {
      isStarted: lines.includes(`s ${id}`),
      isDirectoryMissing: lines.includes(`d ${id}`),
      ...(status !== undefined && leftBehind !== undefined && killedForMemory !== undefined && Number.isInteger(status)
        ? { ended: { status, leftBehind, killedForMemory, isBySignal: words?.[5] === 'signal' } }
        : {}),
    };
  }

  /** Takes away what a command needed. */
  async drop(id: string): Promise<void> {
    this.begun.delete(id);
    await rm(join(this.input, id), { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await this.journal.close();
    await this.place.remove();
  }

  private async read(position: number, length: number): Promise<string> {
    if (length <= 0) return '';
    const { buffer, bytesRead } = await this.journal.read(Buffer.alloc(length), 0, length, position);
    return buffer.toString('latin1', 0, bytesRead);
  }

  private async directory(path: string): Promise<void> {
    await mkdir(path, { mode: 0o700 });
    if (this.owner !== undefined) await chown(path, this.owner.uid, this.owner.gid);
  }

  private async file(path: string, content: string): Promise<void> {
    await writeFile(path, content, { mode: 0o600 });
    if (this.owner !== undefined) await chown(path, this.owner.uid, this.owner.gid);
  }
}
