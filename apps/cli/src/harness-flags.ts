import type { Command } from 'commander';

/** Flags that mean the same for every command that boots a harness. */
export interface HarnessFlags {
  readonly json?: boolean;
  readonly cwd?: string;
  readonly root?: string;
  readonly tools: readonly string[];
  readonly bundle: readonly string[];
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  readonly profile?: string;
}

/** Adds the flags that choose tools and policy. */
export function addHarnessFlags(command: Command): Command {
  return command
    .option('--json', 'print JSON only; logs go to stderr')
    .option('--cwd <dir>', 'directory that relative paths start from')
    .option('--root <dir>', 'workspace of the file tools and the shell (default: the current directory)')
    .option('--tools <file>', 'module that exports toolkit classes or tool definitions (repeatable)', collect, [])
    .option('--bundle <name[:json]>', 'bundle to use instead of filesystem and shell, with options (repeatable)', collect, [])
    .option('--allow <rule>', 'allow calls that match: tool, glob*, or tool{"arg":"pattern"} (repeatable)', collect, [])
    .option('--ask <rule>', 'ask about calls that match (repeatable)', collect, [])
    .option('--deny <rule>', 'deny calls that match; nothing overrides it (repeatable)', collect, [])
    .option('--profile <name>', 'policy for calls that no rule matches: guarded, open or locked');
}

/** Gathers a repeatable flag. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
