import type { CommandResult } from '@tackroom/core';
import type { CommandFacts } from './command-record.js';
import { addressesIn } from './named-addresses.js';
import { deniedPaths, type Places } from './denied-paths.js';
import type { ResourceLimits } from './resource-limits.js';

/** Which bounds a command ran into. */
export interface GroupFacts {
  /** The kernel ended a process for it. */
  readonly hitMemory: boolean;
  readonly hitProcesses: boolean;
}

/** What a sandbox keeps from its commands. */
export interface Confinement {
  /** What the proxy did not let through; undefined where there is none, and no network. */
  readonly refused: readonly string[] | undefined;
  /** Bounds of the proxy that were met. */
  readonly exceeded?: readonly string[] | undefined;
  /** The command, as far as it is at hand. */
  readonly script: string;
  readonly limits: ResourceLimits;
  /** What its control group knows; undefined where there was none. */
  readonly group: GroupFacts | undefined;
  readonly places: Places;
}

export const NO_NETWORK =
  /could not resolve host|(?:temporary failure|failure) in name resolution|name or service not known|network is unreachable|ENETUNREACH|EAI_AGAIN|getaddrinfo ENOTFOUND|network unreachable/i;
export const NONE = 'network access, which this sandbox does not have';
const ONLY_PROXY = 'network access other than HTTP and HTTPS to allowed hosts, through the proxy that HTTP_PROXY names';
export const NO_PROCESS =
  /fork: (?:retry: )?resource temporarily unavailable|cannot fork|can't fork|spawn(?:Sync)? .*EAGAIN|BlockingIOError: \[Errno 11\]|can't start new thread|unable to create (?:new )?native thread/i;
/** Not "JavaScript heap out of memory": that bound is Node's own. */
const NO_MEMORY = /cannot allocate memory|(?<!heap )out of memory|\bENOMEM\b|MemoryError|std::bad_alloc/i;
const TOO_LARGE = /file size limit exceeded|file too large|\bEFBIG\b|\[Errno 27\]/i;
/** A shell says 128 + N of a program that died of signal N. */
const OF_SIGXCPU = 152;
const OF_SIGXFSZ = 153;

/**
 * What the sandbox refused. Its proxy, the kernel's count of packets without a route and the control group know that for
 * certain, whatever the command says. For the rest there are only the words and exit codes of programs, which count if the
 * command failed. Many programs look for news of themselves, or for a name server, and do well without: of a command that
 * succeeded a refused address is told only if the command names it.
 */
export function nameDenials(result: CommandResult, facts: CommandFacts, confinement: Confinement): readonly string[] {
  const { refused, exceeded = [], places, script } = confinement;
  const named = result.exitCode === 0 ? addressesIn(script) : undefined;
  const told = named === undefined ? refused : refused?.filter((refusal) => named.some((address) => refusal.includes(address)));
  return [
    ...(told ?? []),
    ...exceeded,
    ...(named?.length === 0 ? [] : networkDenials(result, facts, confinement)),
    ...(result.exitCode === 0 ? [] : deniedPaths(result.stderr, places, facts.readOnlyText)),
    ...limitDenials(result, confinement),
  ];
}

function networkDenials(result: CommandResult, { soughtNetwork }: CommandFacts, { refused }: Confinement): readonly string[] {
  const isSought = soughtNetwork ?? (said(result, NO_NETWORK) && (refused ?? []).length === 0);
  if (!isSought) return [];
  return [refused === undefined ? NONE : ONLY_PROXY];
}

function limitDenials(result: CommandResult, { limits, group }: Confinement): readonly string[] {
  const { memoryMb, cpuSeconds, fileSizeMb, processes } = limits;
  const hitMemory = group?.hitMemory === true;
  const met: readonly (readonly [boolean, string])[] = [
    [group?.hitProcesses ?? said(result, NO_PROCESS), `more than ${processes} processes`],
    [hitMemory, `more than ${memoryMb} MB of memory for all its processes; the system ended one`],
    [!hitMemory && said(result, NO_MEMORY), `more than ${memoryMb} MB of memory in one process`],
    [endedBy(result, 'SIGXCPU', OF_SIGXCPU), `more than ${cpuSeconds} s of processor time`],
    [endedBy(result, 'SIGXFSZ', OF_SIGXFSZ) || said(result, TOO_LARGE), `a file of more than ${fileSizeMb} MB`],
  ];
  return met.filter(([isMet]) => isMet).map(([, denial]) => denial);
}

function said({ exitCode, stderr }: CommandResult, pattern: RegExp): boolean {
  return exitCode !== 0 && pattern.test(stderr);
}

function endedBy({ exitCode, signal }: CommandResult, name: string, code: number): boolean {
  return signal === name || exitCode === code;
}
