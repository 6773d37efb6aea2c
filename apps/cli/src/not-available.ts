import { Option, type Command } from 'commander';
import { CliError } from './cli-error.js';

/** Commands that this version does not have, and what to do instead. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ['runs', 'Use tackroom run --state FILE and tackroom resume.'],
  ['approvals', 'Use tackroom resume --state FILE --approve ID.'],
  ['answer', 'Use tackroom resume --state FILE --answer ID TEXT.'],
  ['mcp', 'Give HarnessModule.create({ providers }) an McpBridge of your own.'],
  ['console', 'Use --json and read the events.'],
]);

/** Flags of every command that this version does not have, and what they belong to. */
const SHARED_FLAGS: readonly (readonly [string, string])[] = [['--mcp <name=json>', 'MCP servers']];

/** The same of commands that run an agent. */
const AGENT_FLAGS: readonly (readonly [string, string])[] = [
  ['--durable', 'durable runs'],
  ['--store <file>', 'durable runs'],
];

/** Makes known commands and flags of other versions fail with `CLI_NOT_AVAILABLE` instead of being taken for mistakes. */
export function addUnavailable(program: Command): void {
  const commands = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]));
  for (const command of commands) {
    const isAgent = command.options.some(({ long }) => long === '--model');
    for (const [flags, what] of isAgent ? [...SHARED_FLAGS, ...AGENT_FLAGS] : SHARED_FLAGS) refuseFlag(command, flags, what);
  }
  for (const [name, instead] of COMMANDS) refuseCommand(program, name, instead);
}

function refuseCommand(parent: Command, name: string, instead: string): void {
  parent
    .command(name, { hidden: true })
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .argument('[anything...]')
    .action(() => {
      const full = [parent.parent === null ? '' : parent.name(), name].join(' ').trim();
      throw new CliError('CLI_NOT_AVAILABLE', `tackroom ${full} is not available in this version. ${instead}`);
    });
}

/** The event comes while the line is parsed, also for flags without a value. */
function refuseFlag(command: Command, flags: string, what: string): void {
  const option = new Option(flags).hideHelp();
  command.addOption(option).on(`option:${option.name()}`, () => {
    throw new CliError('CLI_NOT_AVAILABLE', `--${option.name()} is not available in this version (${what}).`);
  });
}
