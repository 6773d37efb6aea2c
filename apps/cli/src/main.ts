import { readFile } from 'node:fs/promises';
import { CommanderError } from 'commander';
import { describeError } from './cli-error.js';
import { splitDecisions } from './decision-flags.js';
import { ExitCode } from './exit-code.js';
import { writeJson, type CommandIo } from './io.js';
import { processIo } from './process-io.js';
import { buildProgram } from './program.js';

/**
 * Runs one command line (without the program's own name) and gives its exit code. Never throws: usage and configuration
 * errors are printed, as JSON where `--json` was given, and end with 2.
 */
export async function main(argv: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  const json = argv.includes('--json');
  let code: ExitCode = ExitCode.success;
  try {
    const { decisions, rest } = argv[0] === 'resume' ? splitDecisions(argv) : { decisions: [], rest: argv };
    const program = buildProgram({ io, decisions, exit: (given) => (code = given), version: await packageVersion() });
    await program.parseAsync([...rest], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.success;
    const described = describeError(error);
    if (json) writeJson(io, { error: described });
    else io.stderr.write(`tackroom: ${described.message} [${described.code}]\n`);
    return ExitCode.usage;
  }
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
