import type { CommandResult } from '@tackroom/core';
import { NO_NETWORK, NO_PROCESS, NONE } from '../confinement/name-denials.js';
import type { ContainerLimits } from './docker-options.js';

const READ_ONLY = /read-only file system|EROFS/i;

/** What a container keeps from its commands. */
export interface ContainerBounds {
  readonly network: string;
  readonly limits: ContainerLimits;
  readonly killedForMemory: number;
}

/** What the container probably refused, told by how a command failed; that memory ran out the kernel says. */
export function nameContainerDenials(result: CommandResult, { network, limits, killedForMemory }: ContainerBounds): readonly string[] {
  const denials = killedForMemory > 0 ? [`more than ${limits.memoryMb} MB of memory; a process was killed for it`] : [];
  if (result.exitCode === 0) return denials;
  if (network === 'none' && NO_NETWORK.test(result.stderr)) denials.push(NONE);
  if (READ_ONLY.test(result.stderr)) denials.push('writing outside the workspace and /tmp');
  if (NO_PROCESS.test(result.stderr)) denials.push(`more than ${limits.processes} processes`);
  return denials;
}
