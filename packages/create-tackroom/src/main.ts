import { parseArgs } from 'node:util';
import { lineOf } from './command-line.js';
import { CreateError, reasonOf } from './create-error.js';
import { createProject } from './create-project.js';
import { describeProject } from './describe-project.js';
import { releasedVersion } from './project-files.js';

/** Where the command works and writes: the process, or a test. */
export interface CreateIo {
  /** Absolute. */
  readonly cwd: string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

const CALLER = 'npm create tackroom';

const HELP = `Usage: npm create tackroom [dir] [-- options]

Makes a Tackroom project: an annotated tool with an injected service, a
test on a scripted model, and everything configured to build and run it.

Arguments:
  dir            folder to make it in (default: the current one, if it is empty)

Options:
  --name <name>  name of the package (default: the name of the folder)
  -V, --version  print the version, which is also that of the project's packages
  -h, --help     print this help

Example:
  $ npm create tackroom my-agent
`;

/**
 * Runs `create-tackroom` with these arguments and gives its exit code: 0, 2 for what the command line can put right, 1 for
 * anything else. Never throws and never asks.
 */
export function main(
  argv: readonly string[],
  io: CreateIo = { cwd: process.cwd(), stdout: process.stdout, stderr: process.stderr },
): number {
  try {
    io.stdout.write(run(argv, io.cwd));
    return 0;
  } catch (error) {
    const { code, message } = error instanceof CreateError ? error : { code: 'CREATE_FAILED', message: reasonOf(error) };
    io.stderr.write(`create-tackroom: ${message} [${code}]\n`);
    return code === 'CREATE_FAILED' || code === 'CREATE_WRITE_FAILED' ? 1 : 2;
  }
}

function run(argv: readonly string[], cwd: string): string {
  const { values, positionals } = readArguments(argv);
  if (values.help === true) return HELP;
  if (values.version === true) return `${releasedVersion()}\n`;
  const [dir, extra] = positionals;
  if (extra !== undefined) throw usage(`One folder can be named, and "${extra}" is a second one`);
  return describeProject(createProject({ cwd, dir, name: values.name, caller: CALLER }));
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        version: { type: 'boolean', short: 'V' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw usage(reasonOf(error).split('. ', 1)[0] ?? '', error);
  }
}

function usage(what: string, cause?: unknown): CreateError {
  return new CreateError('CREATE_USAGE', `${what}. See ${lineOf(CALLER, undefined, ['--help'])}`, { cause });
}
