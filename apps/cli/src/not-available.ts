import { Option, type Command } from 'commander';
import { cliError } from './cli-error.js';

/** Commands that this version does not have, and what to do instead. */
const COMMANDS: Readonly<Record<string, string>> = {
  init: 'Copy a folder of apps/examples instead.',
  schemas: 'Give parameters their schema with @Param({ schema }) or @Tool({ input }).',
  chat: 'Use tackroom run for a single task.',
  runs: 'Use tackroom run --state FILE and tackroom resume.',
  approvals: 'Use tackroom resume --state FILE --approve ID.',
  answer: 'Use tackroom resume --state FILE --answer ID TEXT.',
  permissions: 'Use tackroom call TOOL JSON --json: its "decision" says what the policy decided.',
  audit: 'Read the file that HarnessModule.create({ audit: { file } }) writes.',
  mcp: 'Give HarnessModule.create({ providers }) an McpBridge of your own.',
  console: 'Use --json and read the events.',
  doctor: 'Use tackroom tools ls to see whether the tools load.',
};

/** Flags of agent commands that this version does not have. */
const FLAGS: readonly (readonly [string, string])[] = [
  ['--agent <name>', 'agents come from a configuration file'],
  ['--durable', 'durable runs'],
  ['--store <file>', 'durable runs'],
];

/** Flags of every command that this version does not have. */
const SHARED_FLAGS: readonly (readonly [string, string])[] = [
  ['--config <file>', 'configuration files'],
  ['--mcp <name=json>', 'MCP servers'],
];

/** Makes known commands and flags of other versions fail with `CLI_NOT_AVAILABLE` instead of being taken for mistakes. */
export function addUnavailable(program: Command): void {
  for (const [name, instead] of Object.entries(COMMANDS)) {
    program
      .command(name, { hidden: true })
      .allowUnknownOption()
      .allowExcessArguments()
      .helpOption(false)
      .argument('[anything...]')
      .action(() => {
        throw cliError('CLI_NOT_AVAILABLE', `tackroom ${name} is not available in this version. ${instead}`);
      });
  }
  const tools = program.commands.find((command) => command.name() === 'tools');
  for (const name of ['lint', 'lock']) {
    tools
      ?.command(name, { hidden: true })
      .allowUnknownOption()
      .allowExcessArguments()
      .argument('[anything...]')
      .action(() => {
        throw cliError(
          'CLI_NOT_AVAILABLE',
          `tackroom tools ${name} is not available in this version. Use tackroom tools show NAME --json.`,
        );
      });
  }
  for (const command of leaves(program)) {
    const agent = command.name() === 'run' || command.name() === 'resume';
    for (const [flags, what] of agent ? [...SHARED_FLAGS, ...FLAGS] : SHARED_FLAGS) command.addOption(unavailable(flags, what));
  }
}

function leaves(program: Command): readonly Command[] {
  return program.commands
    .flatMap((command) => (command.commands.length > 0 ? leaves(command) : [command]))
    .filter((command) => !(command.name() in COMMANDS));
}

function unavailable(flags: string, what: string): Option {
  const option = new Option(flags).hideHelp();
  const refuse = (): never => {
    throw cliError('CLI_NOT_AVAILABLE', `${option.long ?? flags} is not available in this version (${what}).`);
  };
  return flags.includes('<') ? option.argParser(refuse) : option;
}

/** Refuses flags without a value, which the option parser cannot refuse by itself. */
export function refuseUnavailable(command: Command): void {
  if (command.getOptionValue('durable') === true)
    throw cliError('CLI_NOT_AVAILABLE', '--durable is not available in this version (durable runs).');
}
