import { Command, InvalidArgumentError, Option } from 'commander';
import { call, type CallFlags } from './commands/call.js';
import { resume } from './commands/resume.js';
import { run } from './commands/run.js';
import { toolsLs } from './commands/tools-ls.js';
import { toolsShow } from './commands/tools-show.js';
import type { DecisionFlag } from './decision-flags.js';
import type { ExitCode } from './exit-code.js';
import { addHarnessFlags, collect, type HarnessFlags } from './harness-flags.js';
import type { CommandIo } from './io.js';
import { addUnavailable, refuseUnavailable } from './not-available.js';
import type { AgentFlags } from './run-agent.js';

/** What a command line decided before the option parser saw it, and where its exit code goes. */
export interface ProgramContext {
  readonly io: CommandIo;
  readonly decisions: readonly DecisionFlag[];
  readonly exit: (code: ExitCode) => void;
  readonly version: string;
}

/** Builds the command line. Parsing it runs the chosen command. */
export function buildProgram({ io, decisions, exit, version }: ProgramContext): Command {
  const program = new Command('tackroom');
  program
    .description('Call tools and run agents on them, from a shell.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: () => undefined })
    .showSuggestionAfterError();

  const tools = program.command('tools').description('look at the registered tools');
  addHarnessFlags(tools.command('ls').description('list every tool'))
    .addHelpText('after', example('tackroom tools ls --bundle filesystem'))
    .action(async (flags: HarnessFlags) => exit(await toolsLs(flags, io)));
  addHarnessFlags(tools.command('show').description('show one tool whole').argument('<name>', 'exact name of the tool'))
    .option('--effective', 'show where each effective value comes from')
    .addHelpText('after', example('tackroom tools show read_file --effective'))
    .action(async (name: string, flags: HarnessFlags & { effective?: boolean }) => exit(await toolsShow(name, flags, io)));

  addHarnessFlags(program.command('call').description('make one call through the whole pipeline'))
    .argument('<tool>', 'name of the tool')
    .argument('[args...]', 'arguments as one JSON object, or key=value words')
    .option('--approve', 'approve the call if it must be asked about')
    .option('--session <id>', 'session that the call belongs to')
    .option('--deps <json>', 'dependencies of the call, as JSON')
    .addHelpText('after', example('tackroom call read_file path=README.md'))
    .action(async (tool: string, words: readonly string[], flags: CallFlags) => exit(await call(tool, words, flags, io)));

  addAgentFlags(program.command('run').description('run an agent on a task'))
    .argument('<task>', 'what the agent is to do')
    .addHelpText('after', example('tackroom run "What is in this folder?" --model scripted:turns.json'))
    .action(async (task: string, flags: AgentFlags, command: Command) => {
      refuseUnavailable(command);
      exit(await run(task, flags, io));
    });

  addAgentFlags(program.command('resume').description('continue a paused run in this process'))
    .addHelpText(
      'after',
      `\nAnswers:\n${ANSWER_HELP}${example('tackroom resume --state run.json --approve all --model scripted:turns.json')}`,
    )
    .action(async (flags: AgentFlags, command: Command) => {
      refuseUnavailable(command);
      exit(await resume(decisions, flags, io));
    });

  addUnavailable(program);
  return program;
}

const ANSWER_HELP = `  --approve ID|all   let the call run
  --reject ID|all    refuse it; -m TEXT after it says why
  --edit ID JSON     let it run with other arguments
  --answer ID TEXT   answer a question
`;

function addAgentFlags(command: Command): Command {
  return addHarnessFlags(command)
    .option('--model <id>', 'scripted:FILE replays a file of turns')
    .option('--system <text>', 'system prompt of the agent')
    .option('--deps <json>', 'dependencies of the run, as JSON')
    .option('--state <file>', 'where a paused run is written, and read again by resume')
    .option('--transcript <file>', 'write what each model request contained, as JSON lines')
    .addOption(new Option('--max-steps <n>', 'most model requests of the run').argParser(positiveInteger))
    .option('--yes-to <rule>', 'approve asks that match without asking (repeatable)', collect, []);
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number of 1 or more.');
  return value;
}

function example(line: string): string {
  return `\nExample:\n  $ ${line}`;
}
