import type { Dirent } from 'node:fs';
import { lstat, readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where distributions keep programs and their settings. Nothing else of the host's files is there in a sandbox. */
const SYSTEM = ['/usr', '/etc', '/opt', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];
const MASKED_WITHIN = [
  { path: '/etc', depth: 8 },
  { path: '/opt', depth: 2 },
] as const;

/**
 * Arguments that show the system's programs read-only. What not everybody may read in /etc and /opt is covered: the user
 * inside is mapped to the one outside, so as root the owner's rights would otherwise open /etc/shadow.
 */
export async function systemMounts(): Promise<readonly string[]> {
  const mounts = await Promise.all(SYSTEM.map(mountOf));
  // Anybody else is kept from it by the kernel as ever, and each mount costs every command.
  if (process.getuid?.() !== 0) return mounts.flat();
  const masks = await Promise.all(MASKED_WITHIN.map(({ path, depth }) => masksWithin(path, depth)));
  return [...mounts.flat(), ...masks.flat()];
}

/** Arguments that put something empty in the place of an entry; what is written there is gone with the command. */
export function maskOf(path: string, isDirectory: boolean): readonly string[] {
  return isDirectory ? ['--perms', '0500', '--tmpfs', path] : ['--ro-bind', '/dev/null', path];
}

async function mountOf(path: string): Promise<readonly string[]> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ['--symlink', await readlink(path), path] : ['--ro-bind', path, path];
}

async function masksWithin(directory: string, depth: number): Promise<readonly string[]> {
  const entries: readonly Dirent[] = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const masks = await Promise.all(entries.map((entry) => maskFor(entry, join(directory, entry.name), depth)));
  return masks.flat();
}

async function maskFor(entry: Dirent, path: string, depth: number): Promise<readonly string[]> {
  const isDirectory = entry.isDirectory();
  if (!isDirectory && !entry.isFile()) return [];
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if ((found.mode & 0o004) === 0) return maskOf(path, isDirectory);
  return isDirectory && depth > 1 ? masksWithin(path, depth - 1) : [];
}
