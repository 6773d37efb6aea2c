import { InvalidArgumentError, Option, type Command } from 'commander';

/** Flags that mean the same for every command that boots a harness. */
export interface HarnessFlags {
  readonly json?: boolean;
  readonly config?: string;
  readonly cwd?: string;
  readonly root?: string;
  readonly tools?: readonly string[];
  readonly bundle?: readonly string[];
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly profile?: 'guarded' | 'open' | 'locked';
}

/** Adds the flags that choose tools and policy. */
export function addHarnessFlags(command: Command): Command {
  return command
    .option('--json', 'print JSON only; logs go to stderr')
    .option('--config <file>', 'configuration (default: the nearest tackroom.config.* upwards)')
    .option('--cwd <dir>', 'directory that relative paths start from')
    .option(
      '--root <dir>',
      'workspace of the file tools and the shell (default: the current directory, or the folder of the configuration)',
    )
    .addOption(repeatable('--tools <file>', 'module that exports toolkit classes or tool definitions'))
    .addOption(repeatable('--bundle <name[:json]>', 'bundle to use instead of filesystem and shell, or of those configured, with options'))
    .addOption(repeatable('--allow <rule>', 'allow calls that match: tool, glob*, or tool{"arg":"pattern"}'))
    .addOption(repeatable('--ask <rule>', 'ask about calls that match'))
    .addOption(repeatable('--deny <rule>', 'deny calls that match; nothing overrides it'))
    .addOption(
      new Option('--profile <name>', 'what is decided where no rule speaks (default: guarded)').choices(['guarded', 'open', 'locked']),
    );
}

/** Who answers. */
export function byOption(): Option {
  return new Option('--by <name>', 'whose answers are given here (default: the name of the user)').argParser((name: string) => {
    if (name.trim() === '') throw new InvalidArgumentError('It must be a name.');
    return name;
  });
}

/** A flag that may be given more than once; it gathers its values. */
export function repeatable(flags: string, description: string): Option {
  const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value];
  return new Option(flags, `${description} (repeatable)`).argParser(collect);
}
