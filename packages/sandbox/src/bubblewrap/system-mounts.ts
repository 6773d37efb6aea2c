import type { Dirent } from 'node:fs';
import { lstat, readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { maskOf, type Mount } from '../confinement/mount.js';

/** Where distributions keep programs and their settings. Nothing else of the host's files is there in a sandbox. */
export const SYSTEM: readonly string[] = [
  '/usr',
  '/etc',
  '/opt',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix/store',
  '/gnu/store',
];
const MASKED_WITHIN = [
  { path: '/etc', depth: 8 },
  { path: '/opt', depth: 2 },
] as const;

/**
 * The system's programs, read-only. What not everybody may read in /etc and /opt is covered: the user
 * inside is mapped to the one outside, so as root the owner's rights would otherwise open /etc/shadow.
 */
export async function systemMounts(): Promise<readonly Mount[]> {
  const mounts = await Promise.all(SYSTEM.map(mountOf));
  const masks = (await privateEntries()).map(({ path, isDirectory }) => maskOf(path, isDirectory));
  return [...mounts.flat(), ...masks];
}

/** A file or directory of the system that not everybody may read. */
interface PrivateEntry {
  readonly path: string;
  readonly isDirectory: boolean;
}

/** What root must be kept from; none for anybody else, whom the kernel keeps from it as ever, since each costs every command. */
export async function privateEntries(): Promise<readonly PrivateEntry[]> {
  if (process.getuid?.() !== 0) return [];
  return (await Promise.all(MASKED_WITHIN.map(({ path, depth }) => privateWithin(path, depth)))).flat();
}

async function mountOf(path: string): Promise<readonly Mount[]> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return [];
  return [
    found.isSymbolicLink()
      ? { kind: 'link', target: await readlink(path), at: path }
      : { kind: 'read', source: path, at: path, isSystem: true },
  ];
}

async function privateWithin(directory: string, depth: number): Promise<readonly PrivateEntry[]> {
  const entries: readonly Dirent[] = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return (await Promise.all(entries.map((entry) => privateAt(entry, join(directory, entry.name), depth)))).flat();
}

async function privateAt(entry: Dirent, path: string, depth: number): Promise<readonly PrivateEntry[]> {
  const isDirectory = entry.isDirectory();
  if (!isDirectory && !entry.isFile()) return [];
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if ((found.mode & 0o004) === 0) return [{ path, isDirectory }];
  return isDirectory && depth > 1 ? privateWithin(path, depth - 1) : [];
}
