import { readdir } from 'node:fs/promises';
import type { PinnedDirectory } from './pinned-directory.js';

/** Host path of an entry as it is listed. A name that is not valid UTF-8 leads to its entry only as the bytes that it is. */
export async function pathOf(directory: PinnedDirectory, name: string): Promise<string | Buffer> {
  return entryPath(directory, await rawName(directory, name));
}

/** Host path of an entry by its name, or by its bytes where that is not valid UTF-8. */
export function entryPath(directory: PinnedDirectory, name: string | Buffer): string | Buffer {
  return typeof name === 'string' ? directory.at(name) : Buffer.concat([Buffer.from(directory.at('x').slice(0, -1)), name]);
}

/** The name of an entry as it is listed: its bytes where it is not valid UTF-8. */
export async function rawName(directory: PinnedDirectory, name: string): Promise<string | Buffer> {
  if (!name.includes('\ufffd')) return name;
  const names = await readdir(directory.at(), { encoding: 'buffer' });
  return names.find((bytes) => bytes.toString('utf8') === name) ?? name;
}
