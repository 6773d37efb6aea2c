import { randomBytes } from 'node:crypto';
import { constants, lstatSync, renameSync, type Stats } from 'node:fs';
import { access, link, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import type { WriteOptions, WrittenFile } from '@tackroom/core';
import type { FileTree, TreePlace } from './file-tree.js';
import { refuseOther, revisionOf } from './host-file.js';
import { errorCode, pathFailure, showPath, systemFailure } from './path-failure.js';
import { syncNames, type PinnedDirectory } from './pinned-directory.js';
import { withReplaceLock } from './replace-lock.js';

/** Names of files on their way to their place, and of those that a crash left there: searches and listings pass them over. */
export const TEMPORARY_GLOB = '.tackroom-*.tmp';

/** What the command keeps of its own in a workspace: the audit trail and what undo took away. Nothing that anybody searches. */
export const OWN_FOLDER = '.tackroom';

/** Whether a name is one of those. */
export function isTemporary(name: string): boolean {
  return name.startsWith('.tackroom-') && name.endsWith('.tmp');
}

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const NEW_FILE_MODE = 0o666;
/** Codes of file systems that have no hard links. */
const NO_LINKS: readonly (string | undefined)[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/**
 * Writes a whole file beside its place, forces it to the disk, puts it there in one step and forces its name to the disk; the
 * directories above it are made. Nothing that fails leaves a file behind. Rejects with `ToolFailure` `PATH_*`.
 */
export async function writeHostFile(tree: FileTree, normalized: string, content: Uint8Array, options: WriteOptions): Promise<WrittenFile> {
  tree.mustBeWritable(normalized);
  const place = await tree.place(normalized);
  try {
    await checkPlace(place, normalized, options);
    const temporary = await writeTemporary(place, content);
    try {
      await place.directory.verify();
      await publish(place, temporary.name, { normalized, options });
    } finally {
      // Gone already if it was renamed.
      await unlink(place.directory.at(temporary.name)).catch(() => undefined);
    }
    await syncNames(place.directory);
    return { path: normalized, bytes: content.length, created: place.stats === undefined, revision: temporary.revision };
  } catch (error) {
    throw systemFailure(error, normalized);
  } finally {
    await place.directory.close();
  }
}

async function checkPlace({ directory, name, stats }: TreePlace, normalized: string, options: WriteOptions): Promise<void> {
  if (stats === undefined) {
    if (options.revision !== undefined) throw pathFailure('PATH_NOT_FOUND', `${showPath(normalized)} does not exist any more.`);
    return;
  }
  refuseOther(stats, normalized);
  if (!options.overwrite) throw existsFailure(normalized);
  // Replacing a file needs no right to write to it; that it was made read-only shall count all the same, also for root, who may
  // write to every file.
  if ((stats.mode & 0o222) === 0) {
    throw pathFailure(
      'PATH_DENIED',
      `${showPath(normalized)} is read-only: nobody has the right to write to it. Change its mode first if it shall be changed.`,
    );
  }
  await access(directory.at(name), constants.W_OK);
}

async function writeTemporary(
  { directory, stats }: TreePlace,
  content: Uint8Array,
): Promise<{ readonly name: string; readonly revision: string }> {
  const name = TEMPORARY_GLOB.replace('*', randomBytes(9).toString('hex'));
  // Never more open to others than what it takes the place of.
  const handle = await open(directory.at(name), CREATE, stats === undefined ? NEW_FILE_MODE : 0o600);
  try {
    await handle.writeFile(content);
    if (stats !== undefined) await keepOwnerAndMode(handle, stats);
    await handle.sync();
    return { name, revision: revisionOf(await handle.stat({ bigint: true })) };
  } catch (error) {
    await unlink(directory.at(name)).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

/** By descriptor: a mode that is set by name could be set on another file. */
async function keepOwnerAndMode(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const made = await handle.stat();
  if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
  // Other content must not run with the rights of the owner or the group: the system clears these bits on a write, too.
  await handle.chmod(mode & 0o1777);
}

async function publish(
  { directory, name }: TreePlace,
  temporary: string,
  { normalized, options }: { readonly normalized: string; readonly options: WriteOptions },
): Promise<void> {
  if (!options.overwrite) return create(directory, temporary, name).catch((error: unknown) => refuseExisting(error, normalized));
  if (options.revision === undefined) return rename(directory.at(temporary), directory.at(name));
  const { revision } = options;
  await withReplaceLock(directory, name, () => {
    // Without a pause in between: who writes without the lock has microseconds to come between.
    if (revisionOf(lstatSync(directory.at(name), { bigint: true })) !== revision) {
      throw pathFailure('PATH_CHANGED', `${showPath(normalized)} was changed by somebody else meanwhile. Read it again.`);
    }
    renameSync(directory.at(temporary), directory.at(name));
  });
}

/** Of several creators of one name exactly one succeeds, since a link never replaces anything. */
async function create(directory: PinnedDirectory, temporary: string, name: string): Promise<void> {
  try {
    await link(directory.at(temporary), directory.at(name));
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error))) throw error;
    // The name is taken first, empty, and filled in one step then.
    await (await open(directory.at(name), CREATE, NEW_FILE_MODE)).close();
    await rename(directory.at(temporary), directory.at(name));
  }
}

function refuseExisting(error: unknown, normalized: string): never {
  throw errorCode(error) === 'EEXIST' ? existsFailure(normalized) : error;
}

function existsFailure(normalized: string): Error {
  return pathFailure('PATH_EXISTS', `${showPath(normalized)} exists already.`);
}
