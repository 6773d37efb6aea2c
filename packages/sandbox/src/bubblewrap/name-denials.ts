import type { CommandResult } from '@tackroom/core';
import type { ResourceLimits } from './resource-limits.js';

/** What a sandbox keeps from its commands. */
export interface Confinement {
  /** What the proxy did not let through; undefined where there is none, and no network. */
  readonly refused: readonly string[] | undefined;
  readonly limits: ResourceLimits;
}

export const NO_NETWORK =
  /could not resolve host|(?:temporary failure|failure) in name resolution|name or service not known|network is unreachable|ENETUNREACH|EAI_AGAIN|getaddrinfo ENOTFOUND|network unreachable/i;
const NONE = 'network access, which this sandbox does not have';
const ONLY_PROXY = 'network access other than HTTP and HTTPS to allowed hosts, through the proxy that HTTP_PROXY names';
export const READ_ONLY = /read-only file system|EROFS/i;
const NO_PROCESS = /fork: (?:retry: )?resource temporarily unavailable/i;

/**
 * What the sandbox probably refused, told by how a command failed: the kernel tells nobody but the program, so the words
 * that programs have for it are all there is. A command that succeeded was refused nothing
 * but what the proxy knows of.
 */
export function nameDenials(result: CommandResult, { refused, limits }: Confinement): readonly string[] {
  const denials: string[] = [...(refused ?? [])];
  if (result.exitCode === 0) return denials;
  if (NO_NETWORK.test(result.stderr) && denials.length === 0) denials.push(refused === undefined ? NONE : ONLY_PROXY);
  if (READ_ONLY.test(result.stderr)) denials.push('writing outside the workspace, or to a protected file in it');
  if (NO_PROCESS.test(result.stderr)) denials.push(`more than ${limits.processes} processes`);
  if (result.signal === 'SIGXCPU') denials.push(`more than ${limits.cpuSeconds} s of processor time`);
  if (result.signal === 'SIGXFSZ' || /file size limit exceeded|file too large|EFBIG/i.test(result.stderr)) {
    denials.push(`a file of more than ${limits.fileSizeMb} MB`);
  }
  return denials;
}
