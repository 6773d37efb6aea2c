import type { CommandResult } from '@tackroom/core';
import type { ResourceLimits } from './resource-limits.js';

/** What a sandbox keeps from its commands. */
export interface Confinement {
  /** Whether commands reach any host at all. */
  readonly hasNetwork: boolean;
  readonly limits: ResourceLimits;
}

const NO_NETWORK =
  /could not resolve host|(?:temporary failure|failure) in name resolution|name or service not known|network is unreachable|ENETUNREACH|EAI_AGAIN|getaddrinfo ENOTFOUND|network unreachable/i;
const READ_ONLY = /read-only file system|EROFS/i;
const NO_PROCESS = /fork: (?:retry: )?resource temporarily unavailable/i;

/**
 * What the sandbox probably refused, told by how a command failed: the kernel tells nobody but the program, so the words
 * that programs have for it are all there is. A command that succeeded was refused nothing.
 */
export function nameDenials(result: CommandResult, { hasNetwork, limits }: Confinement): readonly string[] {
  if (result.exitCode === 0) return [];
  const denials: string[] = [];
  if (!hasNetwork && NO_NETWORK.test(result.stderr)) denials.push('network access, which this sandbox does not have');
  if (READ_ONLY.test(result.stderr)) denials.push('writing outside the workspace, or to a protected file in it');
  if (NO_PROCESS.test(result.stderr)) denials.push(`more than ${limits.processes} processes`);
  if (result.signal === 'SIGXCPU') denials.push(`more than ${limits.cpuSeconds} s of processor time`);
  if (result.signal === 'SIGXFSZ' || /file size limit exceeded|file too large|EFBIG/i.test(result.stderr)) {
    denials.push(`a file of more than ${limits.fileSizeMb} MB`);
  }
  return denials;
}
