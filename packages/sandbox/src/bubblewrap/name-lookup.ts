import { lstat, readFile, readlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Mount } from '../confinement/mount.js';

const SETTINGS = '/etc/resolv.conf';
/** Of the range that is for documentation (RFC 5737): there is no way to it from anywhere. */
const NOWHERE = 'nameserver 192.0.2.1\n';

/**
 * Names a name server which cannot be reached. In a sandbox none can; but one of this machine, or the absence
 * of any, makes programs ask their own loopback, and then the kernel does not count that they looked for a way out.
 */
export async function nameLookupMounts(directory: string): Promise<readonly Mount[]> {
  const found = await lstat(SETTINGS).catch(() => undefined);
  if (found === undefined) return [];
  // One elsewhere is out of reach as it is, and each mount costs every command.
  if (!found.isSymbolicLink() && namesOtherMachine(await readFile(SETTINGS, 'latin1').catch(() => ''))) return [];
  const place = found.isSymbolicLink() ? resolve('/etc', await readlink(SETTINGS)) : SETTINGS;
  // Elsewhere than in the empty /run of a sandbox it may not be possible to mount anything.
  if (place !== SETTINGS && !place.startsWith('/run/')) return [];
  const file = join(directory, 'resolv.conf');
  await writeFile(file, NOWHERE);
  return [{ kind: 'read', source: file, at: place }];
}

/** Programs ask the servers in turn, so that one of another machine is enough. */
function namesOtherMachine(settings: string): boolean {
  return [...settings.matchAll(/^\s*nameserver\s+(\S+)/gm)].some(([, address = '']) => !/^(?:127\.|0\.|::1?$)/.test(address));
}
