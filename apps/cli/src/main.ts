import { readFile } from 'node:fs/promises';
import { CommanderError } from 'commander';
import { ExitCode } from './exit-code.js';
import type { CommandIo } from './io.js';
import { reportError } from './output/report-error.js';
import { asProcess } from './process-io.js';
import { runProgram } from './program.js';

/**
 * Runs one command line (without the program's own name) and gives its exit code. Never throws: errors are printed, as
 * JSON where `--json` was given. Without `io` it is the process's command: it uses the process's streams and signals and
 * ends the process with the exit code.
 */
export function main(argv: readonly string[], io?: CommandIo): Promise<ExitCode> {
  const json = wantsJson(argv);
  const command = (given: CommandIo): Promise<ExitCode> => runCommand(argv, json, given);
  return io === undefined ? asProcess(command, (error, given) => reportError(error, json, given)) : command(io);
}

async function runCommand(argv: readonly string[], json: boolean, io: CommandIo): Promise<ExitCode> {
  try {
    return await runProgram(argv, io, await packageVersion());
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.success;
    return reportError(error, json, io);
  }
}

/** Also a line that cannot be parsed is answered in JSON if it asks for it. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
