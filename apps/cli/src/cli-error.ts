import { inspect } from 'node:util';
import { CommanderError } from 'commander';

/** One of several things that are wrong, as `--json` prints it. */
export interface CliProblem {
  readonly code: string;
  /** The flag, file or class member that it is about. */
  readonly where: string;
  readonly message: string;
}

/** What a script reads of any error. */
export interface DescribedError {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly CliProblem[];
}

/**
 * A mistake on the command line, or in what it names: wrong usage, a file that cannot be read, a feature that is not
 * there yet. A class of the command's own, so that usage errors and `--help` need not load the framework.
 */
export class CliError extends Error {
  readonly code: string;
  readonly problems: readonly CliProblem[];

  constructor(code: string, message: string, options: { readonly cause?: unknown; readonly problems?: readonly CliProblem[] } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CliError';
    this.code = code;
    this.problems = options.problems ?? [];
  }
}

/** Describes any error; one that is neither ours nor the framework's is `CLI_FAILED`. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof CommanderError) return { code: 'CLI_USAGE', message: usageText(error), problems: [] };
  if (!(error instanceof Error)) return { code: 'CLI_FAILED', message: `Something threw ${reasonOf(error)}.`, problems: [] };
  const { code, problems } = error as Partial<DescribedError>;
  if (typeof code !== 'string' || !Array.isArray(problems))
    return { code: 'CLI_FAILED', message: `${error.name}: ${error.message}`, problems: [] };
  return { code, message: error.message, problems: problems as readonly CliProblem[] };
}

/** What a failed system call or import threw, on one line and without a full stop. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : inspect(error, { breakLength: Infinity });
  return text.replace(/\s*\n\s*/g, ' ').replace(/\.$/, '');
}

/** Commander's own words, in one line; of a command group alone it prints the help and says nothing. */
function usageText(error: CommanderError): string {
  if (error.code === 'commander.help') return 'A command is missing. Add --help to see which there are.';
  return error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
}
