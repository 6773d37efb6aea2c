import { describeError } from '../cli-error.js';
import { ExitCode } from '../exit-code.js';
import { writeJson, type CommandIo } from '../io.js';
import { paint } from './paint.js';
import { printable } from './printable.js';

/**
 * Prints an error, as JSON on stdout or for a person on stderr, and gives the exit code: 2 for what the user can put
 * right on the command line, 1 for a fault of the command or of what it ran, 130 for an interrupt.
 */
export function reportError(error: unknown, json: boolean, io: CommandIo): ExitCode {
  const { code, message, problems } = describeError(error);
  if (json) writeJson(io, { error: { code, message, problems } });
  else {
    const { red, dim } = paint(io.stderr, io.env);
    // The framework lists the problems in its message as well: a person reads each once, beside its code.
    const headline = problems.length === 0 ? message : (message.split('\n')[0] ?? '');
    const lines = problems.map((problem) => `  - ${printable(`${problem.where}: ${problem.message}`)} ${dim(`[${problem.code}]`)}`);
    io.stderr.write([`${red('tackroom:')} ${printable(headline)} ${dim(`[${code}]`)}`, ...lines, ''].join('\n'));
  }
  return EXIT_CODES.get(code) ?? ExitCode.usage;
}

/** Errors that the user did not make. */
const EXIT_CODES: ReadonlyMap<string, ExitCode> = new Map<string, ExitCode>([
  ['CLI_FAILED', ExitCode.failed],
  ['CLI_STALLED', ExitCode.failed],
  ['CLI_CANCELLED', ExitCode.cancelled],
]);
