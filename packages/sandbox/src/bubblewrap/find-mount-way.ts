import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CLOSE_HOST, type MountWay } from './mount-plan.js';

const PLACE = '/run/.tackroom-trial';

/**
 * Finds out, by running it, whether a bwrap can be kept from the host while it mounts. One that cannot, from 0.12 on, follows links
 * on the way to a place inside only.
 */
export async function findMountWay(bwrap: string): Promise<MountWay> {
  const namespaces = ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', '--proc', '/proc', '--tmpfs', '/run'];
  // Afterwards a source is looked for inside: only there this one is.
  const trial = ['--dir', `${PLACE}/a`, ...CLOSE_HOST, '--bind-try', `${PLACE}/a`, `${PLACE}/b`];
  const program = ['/bin/sh', '-c', `[ -d ${PLACE}/b ]`];
  return promisify(execFile)(bwrap, [...namespaces, ...trial, '--', ...program], { env: {}, timeout: 10_000 }).then(
    () => 'closed' as const,
    () => 'direct' as const,
  );
}
