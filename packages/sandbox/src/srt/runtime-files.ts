import { readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { privateEntries, SYSTEM } from '../bubblewrap/system-mounts.js';
import type { LiteralPath, RuntimeFiles } from './runtime-lease.js';

/** What a Linux system shows besides its programs because nothing runs without. */
const KERNEL = ['/dev', '/proc', '/sys'];
/** Where files of people and of other programs are on macOS. Its system is laid out too widely to be listed. */
const PERSONAL_ON_MACOS = [
  '/Users',
  '/Volumes',
  '/Network',
  '/private/tmp',
  '/private/var/folders',
  '/private/var/root',
  '/Library/Keychains',
];

/** The places that commands of one session get. Paths are canonical. */
export interface SessionPlaces {
  readonly root: string;
  /** A directory of this session, with its home directory in it. */
  readonly temporary: string;
  readonly readable: readonly string[];
  /** What the runtime itself needs to be seen. */
  readonly own: readonly string[];
}

/**
 * What commands of a session may read and write. The runtime shows every file that it is not told to hide; here everything
 * is hidden but the system's programs, as far as a system can be listed.
 */
export async function sessionFiles({ root, temporary, readable, own }: SessionPlaces): Promise<RuntimeFiles> {
  return {
    denyRead: (await hiddenPlaces()).map(literal),
    allowRead: [root, temporary, ...readable, ...own].map(literal),
    allowWrite: [root, temporary].map(literal),
    denyWrite: [],
  };
}

export function literal(path: string): LiteralPath {
  return { path, literal: true };
}

async function hiddenPlaces(): Promise<readonly string[]> {
  const home = await realpath(homedir()).catch(() => homedir());
  if (process.platform === 'darwin') return [...new Set([...PERSONAL_ON_MACOS, home])];
  const shown = new Set([...SYSTEM, ...KERNEL].map((path) => path.split('/')[1]));
  const others = (await readdir('/', { withFileTypes: true }))
    .filter((entry) => !shown.has(entry.name) && !entry.isSymbolicLink())
    .map(({ name }) => join('/', name));
  return [...others, ...(await privateEntries()).map(({ path }) => path)];
}
