import { constants } from 'node:os';
import type { CommandResult } from '@tackroom/core';
import { formatNumber } from '../format-number.js';
import { isMostlyUndecodable } from '../undecodable.js';

const STOPPED = '[processes that it left running were stopped]';
/** Without a sandbox nobody finds what has left the process group. */
const STOPPED_ON_HOST = '[processes that it left running were stopped, except any that made a session of their own (setsid, daemons)]';

/** How a command went, as a model reads it: output, error output, then how it ended. */
export function commandText(
  result: CommandResult,
  limits: { readonly timeoutSeconds: number; readonly maxOutputChars: number; readonly isolation?: string },
): string {
  const { stdout, stderr } = result;
  const parts: string[] = [];
  if (stdout === '' && stderr === '') parts.push('(no output)');
  if (stdout !== '') parts.push(readable(stdout));
  if (stderr !== '') parts.push(`[stderr]\n${readable(stderr)}`);
  if (result.outputBytes > limits.maxOutputChars) parts.push(`[it wrote ${formatNumber(result.outputBytes)} bytes]`);
  for (const denial of result.denials) parts.push(`[blocked by the sandbox: ${denial}]`);
  if (result.stoppedBackground === true) parts.push(limits.isolation === 'none' ? STOPPED_ON_HOST : STOPPED);
  parts.push(`[${endText(result, limits.timeoutSeconds)}]`);
  return parts.join('\n');
}

function endText(result: CommandResult, timeoutSeconds: number): string {
  const took = `${(result.durationMs / 1_000).toFixed(1)} s`;
  if (result.timedOut) return `timed out after ${timeoutSeconds} s; it may have partly run`;
  if (result.aborted)
    return result.exitCode === null && result.signal === null ? 'cancelled before it started' : 'cancelled; it may have partly run';
  if (result.signal !== null) return `killed by ${result.signal}, ${took}`;
  return `exit code: ${result.exitCode ?? 'unknown'}${signalNote(result.exitCode)}, ${took}`;
}

/** A shell reports that a program died of signal N as 128 + N; a program may also end with such a code by itself. */
function signalNote(exitCode: number | null): string {
  const signal = Object.entries(constants.signals).find(([, number]) => exitCode === 128 + number)?.[0];
  return signal === undefined ? '' : ` (as of a program ended by ${signal})`;
}

/** Without the last line end. */
function readable(text: string): string {
  if (isMostlyUndecodable(text)) {
    return '[binary output, not shown: write it to a file, or pipe it through `file -`, `xxd` or `base64`]';
  }
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
