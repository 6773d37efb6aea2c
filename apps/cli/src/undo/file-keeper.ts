import { createHash } from 'node:crypto';
import { constants, rmSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBytes } from './byte-names.js';
import { copiesPrefix, UNDOING } from './leftover-copies.js';
import { scanTree, type FoundEntry, type FoundTree, type ScanLimits } from './scan-tree.js';

/** The largest file whose content is kept, in bytes. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** All contents that are kept at a time, in bytes. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

/** Files that are read at once. */
const AT_ONCE = 16;

/** The content of one file at one time. */
export interface KeptFile {
  /** Where the copy is; undefined if the file was too large, or could not be read. */
  readonly copy: string | undefined;
  /** SHA-256 of the content, in hexadecimal; undefined likewise. */
  readonly hash: string | undefined;
  /** Why there is no copy. */
  readonly why?: string;
}

/** A directory with the contents of its files. */
export interface KeptTree extends FoundTree {
  readonly files: ReadonlyMap<string, KeptFile>;
}

/**
 * Keeps copies of the files below a root, in a folder that only the user can read. A file that did not change since it was
 * last kept is not read again. Whoever makes one closes it, which removes the copies.
 */
export class FileKeeper {
  private folder: Promise<string> | undefined;
  private path: string | undefined;
  private readonly kept = new Map<string, KeptFile & { readonly signature: string }>();
  /** Paths of copies by the hash of what they hold. */
  private readonly copies = new Map<string, Promise<string>>();
  private bytes = 0;

  constructor(private readonly root: string) {}

  /** The tree as it is now, with a copy of every file that is not too large. `onFound` is told how many files there are, before they are read. */
  async keep(limits: ScanLimits, onFound: (files: number) => void = () => undefined): Promise<KeptTree> {
    const tree = await scanTree(this.root, limits);
    onFound(tree.entries.size);
    const files = new Map<string, KeptFile>();
    const toDo = [...tree.entries].filter(([, { target }]) => target === undefined);
    const worker = async (): Promise<void> => {
      for (let next = toDo.pop(); next !== undefined; next = toDo.pop()) files.set(next[0], await this.keepFile(...next));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return { ...tree, files };
  }

  /** Runs the work that puts copies back: a process that is killed meanwhile leaves them. */
  async whileUndoing<Value>(work: () => Promise<Value>): Promise<Value> {
    const folder = await this.folder;
    const mark = folder === undefined ? undefined : join(folder, UNDOING);
    if (mark !== undefined) await writeFile(mark, '', { flush: true }).catch(() => undefined);
    try {
      return await work();
    } finally {
      if (mark !== undefined) await rm(mark, { force: true }).catch(() => undefined);
    }
  }

  /** Removes the copies. */
  async close(): Promise<void> {
    const { folder } = this;
    this.folder = undefined;
    if (folder !== undefined) await rm(await folder, { recursive: true, force: true });
    process.off('exit', this.leave);
  }

  /** A process that ends in the middle leaves no copies either, unless it is killed outright. */
  private async makeFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), copiesPrefix(process.pid)));
    this.path = folder;
    process.once('exit', this.leave);
    return folder;
  }

  private readonly leave = (): void => {
    if (this.path !== undefined) rmSync(this.path, { recursive: true, force: true });
  };

  private async keepFile(path: string, entry: FoundEntry): Promise<KeptFile> {
    const known = this.kept.get(path);
    if (known?.signature === entry.signature) return known;
    const file = await this.copyFile(path, entry);
    this.kept.set(path, { ...file, signature: entry.signature });
    return file;
  }

  /** A content that is kept already, as another file or of another time, takes no more room. */
  private async copyFile(path: string, { bytes }: FoundEntry): Promise<KeptFile> {
    if (bytes > MAX_FILE_BYTES) return { ...NOT_KEPT, why: 'it is larger than 8 MB' };
    const content = await readPlainFile(join(this.root, path));
    if (content === undefined) return { ...NOT_KEPT, why: 'it cannot be read' };
    const hash = createHash('sha256').update(content).digest('hex');
    let copy = this.copies.get(hash);
    if (copy === undefined) {
      if (this.bytes + content.length > MAX_KEPT_BYTES) return { copy: undefined, hash, why: 'this chat has kept 256 MB already' };
      this.bytes += content.length;
      copy = this.write(hash, content);
      this.copies.set(hash, copy);
    }
    return { copy: await copy, hash };
  }

  private async write(hash: string, content: Buffer): Promise<string> {
    this.folder ??= this.makeFolder();
    const copy = join(await this.folder, hash);
    await writeFile(copy, content, { mode: 0o600 });
    return copy;
  }
}

const NOT_KEPT = { copy: undefined, hash: undefined } as const;

/** SHA-256 of a file's content; undefined if it is no file that can be read and kept. */
export async function hashFile(path: string): Promise<string | undefined> {
  const content = await readPlainFile(path);
  return content === undefined ? undefined : createHash('sha256').update(content).digest('hex');
}

/** The file may have become something else since it was found: links are not followed, and nothing waits for a pipe. */
async function readPlainFile(path: string): Promise<Buffer | undefined> {
  const file = await open(toBytes(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    return stats.isFile() && stats.size <= MAX_FILE_BYTES ? await file.readFile() : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
