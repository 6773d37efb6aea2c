import { HarnessError, type Problem } from 'tackroom';
import { CommanderError } from 'commander';

/** A usage or configuration problem as `--json` prints it. */
export interface CliProblem {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly Problem[];
}

/** An error of the command line itself: wrong usage, a file that cannot be read, a feature that is not there yet. */
export function cliError(
  code: string,
  message: string,
  options: { readonly cause?: unknown; readonly problems?: readonly Problem[] } = {},
): HarnessError {
  return new HarnessError(code, message, options);
}

/** What a script reads of any error: always a code, a message and a list of problems. */
export function describeError(error: unknown): CliProblem {
  if (HarnessError.is(error)) return { code: error.code, message: error.message, problems: error.problems };
  if (error instanceof CommanderError) return { code: 'CLI_USAGE', message: error.message.replace(/^error: /, ''), problems: [] };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : `Something threw ${String(error)}.`;
  return { code: 'CLI_FAILED', message, problems: [] };
}
