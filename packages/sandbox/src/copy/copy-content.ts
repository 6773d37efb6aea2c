import { constants, type Stats } from 'node:fs';
import { copyFile, lstat, open, type FileHandle } from 'node:fs/promises';

const CHUNK = 1 << 20;
/** What systems call a block in `blocks`, whatever the file system's own is. */
const BLOCK = 512;
const READ: OpenMode = { flags: constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) };

type HostPath = string | Buffer;

interface OpenMode {
  readonly flags: number;
  /** Of a file that is made. */
  readonly mode?: number;
}

/**
 * Copies the content of a file to a place where nothing is, or with `over` into a file that is there. Holes stay holes: written
 * out, a file of a terabyte that takes no room would fill the disk.
 */
export async function copyContent(from: HostPath, to: HostPath, { over = false }: { readonly over?: boolean } = {}): Promise<void> {
  const found = await lstat(from);
  if (hasHoles(found)) return copyAroundHoles(from, to, { size: found.size, isEmpty: found.blocks === 0, mode: found.mode & 0o777, over });
  await copyFile(from, to, (over ? 0 : constants.COPYFILE_EXCL) | constants.COPYFILE_FICLONE);
}

/** Whether two files hold the same bytes. Neither is followed if it is a link. */
export function isSameContent(first: HostPath, second: HostPath): Promise<boolean> {
  return withFile(first, READ, (a) => withFile(second, READ, (b) => holdsSame(a, b)));
}

async function holdsSame(a: FileHandle, b: FileHandle): Promise<boolean> {
  const [one, other] = [await a.stat(), await b.stat()];
  if (!one.isFile() || !other.isFile() || one.size !== other.size) return false;
  const [left, right] = [Buffer.alloc(Math.min(CHUNK, one.size)), Buffer.alloc(Math.min(CHUNK, one.size))];
  for (let at = 0; at < one.size;) {
    const { bytesRead } = await a.read(left, 0, left.length, at);
    if (bytesRead === 0) return false;
    await b.read(right, 0, bytesRead, at);
    if (left.compare(right, 0, bytesRead, 0, bytesRead) !== 0) return false;
    at += bytesRead;
  }
  return true;
}

function hasHoles({ size, blocks }: Stats): boolean {
  // Systems that count no blocks have no holes that could be told.
  return blocks !== undefined && size >= CHUNK && blocks * BLOCK < size;
}

interface Sparse {
  readonly size: number;
  readonly isEmpty: boolean;
  readonly mode: number;
  readonly over: boolean;
}

function copyAroundHoles(from: HostPath, to: HostPath, { size, isEmpty, mode, over }: Sparse): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | (over ? constants.O_TRUNC : constants.O_EXCL) | (constants.O_NOFOLLOW ?? 0);
  return withFile(from, READ, (source) =>
    withFile(to, { flags, mode }, async (target) => {
      await target.truncate(size);
      if (!isEmpty) await copyChunks(source, target, size);
    }),
  );
}

/** Chunks of zeros are left out: there the target is a hole. */
async function copyChunks(source: FileHandle, target: FileHandle, size: number): Promise<void> {
  const [chunk, zeros] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)];
  for (let at = 0; at < size;) {
    const { bytesRead } = await source.read(chunk, 0, CHUNK, at);
    if (bytesRead === 0) return;
    if (chunk.compare(zeros, 0, bytesRead, 0, bytesRead) !== 0) await target.write(chunk, 0, bytesRead, at);
    at += bytesRead;
  }
}

async function withFile<T>(path: HostPath, { flags, mode }: OpenMode, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, mode);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
