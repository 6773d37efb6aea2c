import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, rename, symlink, unlink } from 'node:fs/promises';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import type { BytePath } from './byte-path.js';
import { copyContent } from './copy-content.js';
import { at } from './host-places.js';
import type { EntryState } from './tree-snapshot.js';

/** What is brought to a place of the host. */
export interface Arrival {
  /** Where it is in the copy. */
  readonly from: string | Buffer;
  readonly state: EntryState;
  /** An empty file with the attributes that it is to have, which takes the place. */
  readonly attributes?: string | Buffer | undefined;
}

/**
 * Writes beside the place and puts it there in one step, so that nobody reads a part. A file keeps the owner of the one that it
 * takes the place of; resolves to why not, if that cannot be.
 */
export async function putEntry(
  directory: PinnedDirectory,
  name: BytePath,
  { from, state, attributes }: Arrival,
): Promise<string | undefined> {
  const temporary = attributes ?? directory.at(`.tackroom-${randomBytes(9).toString('hex')}.tmp`);
  try {
    let lost: string | undefined;
    if (state.kind === 'link') await symlink(Buffer.from(state.target, 'latin1'), temporary);
    else {
      await chmod(from, 0o600); // a command may have closed it to us
      if (attributes !== undefined) await chmod(attributes, 0o600);
      await copyContent(from, temporary, { over: attributes !== undefined });
      lost = await giveOwner(temporary, at(directory, name));
      await chmod(temporary, state.kind === 'file' ? state.mode : 0o600);
    }
    await rename(temporary, at(directory, name));
    return lost;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function giveOwner(path: string | Buffer, model: string | Buffer): Promise<string | undefined> {
  const found = await lstat(model).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const own = await lstat(path);
  if (own.uid === found.uid && own.gid === found.gid) return undefined;
  return chown(path, found.uid, found.gid).then(
    () => undefined,
    () => `its owner ${found.uid}:${found.gid} could not be kept`,
  );
}
