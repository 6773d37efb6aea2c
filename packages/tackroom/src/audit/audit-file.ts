import { randomBytes } from 'node:crypto';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppendLock } from './append-lock.js';
import { HASH_BYTES, linkLine, splitLine } from './audit-chain.js';

const FEED = 0x0a;
const CHUNK_BYTES = 65_536;

/** Where a file ends, and with what. */
interface FileEnd {
  readonly size: number;
  /** Hash of the last whole line; empty if there is none. */
  readonly hash: string;
  /** Whether the last line has no line end: a process died while it wrote. */
  readonly isTorn: boolean;
}

/**
 * A file of lines that several processes append to, each line linked to the one before it, whoever wrote that. Lines that
 * cannot be written whole are taken back.
 */
export class AuditFile {
  private readonly writer = randomBytes(4).toString('hex');
  private end: FileEnd = { size: 0, hash: '', isTorn: false };

  private constructor(
    private readonly handle: FileHandle,
    private readonly lock: AppendLock | undefined,
  ) {}

  /** Opens a file for appending, and makes it and the folders above it where they are not there. Rejects with the system's error. */
  static async open(path: string): Promise<AuditFile> {
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, 'a+', 0o600);
    try {
      const stats = await handle.stat();
      // What is a device or a pipe has no lines to be linked to.
      return new AuditFile(handle, stats.isFile() ? new AppendLock(`${path}.lock`) : undefined);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Appends records, which are JSON texts of objects: all of them, or none and rejects. */
  append(records: readonly string[]): Promise<void> {
    if (this.lock === undefined) return this.write(records, this.end);
    return this.lock.hold(async () => this.write(records, await this.findEnd()));
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  private async write(records: readonly string[], { size, hash, isTorn }: FileEnd): Promise<void> {
    const lines = isTorn ? [''] : [];
    let after = hash;
    for (const record of records) {
      const linked = linkLine(record, { writer: this.writer, after });
      lines.push(linked.line);
      after = linked.hash;
    }
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    if (this.lock?.isFresh() === false) throw new Error('writing took so long that the lock on the file was lost');
    try {
      for (let at = 0; at < bytes.length;) at += (await this.handle.write(bytes, at)).bytesWritten;
    } catch (error) {
      // Also on a full disk; what cannot be taken back is a torn line for the next one.
      if (this.lock !== undefined) await this.handle.truncate(size).catch(() => undefined);
      throw error;
    }
    this.end = { size: size + bytes.length, hash: after, isTorn: false };
  }

  /** Where the file ends now: where this process left it, or as others did since. */
  private async findEnd(): Promise<FileEnd> {
    const { size } = await this.handle.stat();
    if (size === this.end.size) return this.end;
    let tail = Buffer.alloc(0);
    for (let from = size; from > 0;) {
      const length = Math.min(from, CHUNK_BYTES);
      from -= length;
      const { buffer, bytesRead } = await this.handle.read(Buffer.allocUnsafe(length), 0, length, from);
      // Of what was looked at only the start can belong to a line that ends in the next piece.
      tail = Buffer.concat([buffer.subarray(0, bytesRead), tail.subarray(0, HASH_BYTES)]);
      const hash = lastHash(tail, from + length >= size);
      if (hash !== undefined) return { size, hash, isTorn: await this.isTorn(size) };
    }
    return { size, hash: '', isTorn: size > 0 && (await this.isTorn(size)) };
  }

  private async isTorn(size: number): Promise<boolean> {
    const { buffer } = await this.handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] !== FEED;
  }
}

/** The hash of the last whole line in a piece of a file. */
function lastHash(piece: Buffer, isEnd: boolean): string | undefined {
  for (
    let end = isEnd ? piece.length : piece.lastIndexOf(FEED);
    end >= HASH_BYTES;
    end = end === 0 ? -1 : piece.lastIndexOf(FEED, end - 1)
  ) {
    const split = splitLine(piece.toString('latin1', end - HASH_BYTES, end));
    if (split !== undefined) return split.hash;
  }
  return undefined;
}
