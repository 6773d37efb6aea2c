import type { CommandResult } from '@tackroom/core';

/**
 * Signals that end a shell itself. bwrap reports death by signal N as exit code 128 + N, as a shell does of the programs
 * it ran; SIGPIPE and SIGINT are left as exit codes, because scripts end with those of their own accord.
 */
const SIGNALS: Readonly<Partial<Record<number, string>>> = {
  132: 'SIGILL',
  134: 'SIGABRT',
  135: 'SIGBUS',
  136: 'SIGFPE',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  143: 'SIGTERM',
  152: 'SIGXCPU',
  153: 'SIGXFSZ',
  159: 'SIGSYS',
};

/** The ending of the shell inside, by that of the program around it. */
export function shellEnding(result: CommandResult): CommandResult {
  const signal = result.exitCode === null ? undefined : SIGNALS[result.exitCode];
  return signal === undefined ? result : { ...result, exitCode: null, signal };
}
