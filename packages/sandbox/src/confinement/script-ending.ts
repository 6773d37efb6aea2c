import { constants } from 'node:os';
import type { CommandResult } from '@tackroom/core';

/** Scripts end with the exit codes of these of their own accord, because a program that they ran died of one. */
const LEFT_AS_CODES: readonly string[] = ['SIGPIPE', 'SIGINT'];

/** The ending of a script by the exit code that bash has for it: 128 + N for death by signal N. */
export function scriptEnding(result: CommandResult): CommandResult {
  const { exitCode } = result;
  if (exitCode === null || exitCode <= 128) return result;
  const name = Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0];
  return name === undefined || LEFT_AS_CODES.includes(name) ? result : { ...result, exitCode: null, signal: name };
}
