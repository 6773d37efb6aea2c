import type { CommandResult } from '@tackroom/core';
import { signalName, type CommandFacts } from '../confinement/command-record.js';

/** The ending of the shell inside, by the record of its supervisor and, where that was ended too, by that of bwrap. */
export function shellEnding(result: CommandResult, { started, ending, leftRunning }: CommandFacts): CommandResult {
  const wasStopped = result.timedOut || result.aborted;
  if (wasStopped && !started) return { ...result, exitCode: null, signal: null };
  // A supervisor never ends before its record of its own accord, so a number above 128 is a signal.
  const signal = ending === undefined && result.exitCode !== null ? signalName(result.exitCode - 128) : undefined;
  return {
    ...result,
    ...ending,
    ...(signal === undefined ? {} : { exitCode: null, signal }),
    ...(leftRunning && !wasStopped ? { stoppedBackground: true } : {}),
  };
}
