import { InvalidArgumentError, Option, type Command } from 'commander';
import { addHarnessFlags, byOption, repeatable, type HarnessFlags } from './harness-flags.js';

/** Flags of `run` and `resume`. */
export interface AgentFlags extends HarnessFlags {
  readonly agent?: string;
  readonly model?: string;
  readonly system?: string;
  readonly deps?: string;
  readonly state?: string;
  readonly stateKey?: string;
  readonly transcript?: string;
  readonly maxSteps?: number;
  readonly yesTo?: readonly string[];
  readonly by?: string;
}

/** Adds the flags of a command that runs an agent. */
export function addAgentFlags(command: Command): Command {
  return addHarnessFlags(command)
    .option('--agent <name>', 'agent of the configuration (default: its only one, or the one called default)')
    .option('--model <id>', 'provider/model such as openai/gpt-5, http://HOST:PORT/v1#model, scripted:FILE, or operator')
    .option('--system <text>', 'system prompt of the agent')
    .option('--deps <json>', 'dependencies of the run, as JSON')
    .option('--state <file>', 'where a paused run is written, and read again by resume (default: below .tackroom/states)')
    .option('--state-key <file>', 'file with the key that signs states (default: a key of the user)')
    .option('--transcript <file>', 'write what each model request contained, as JSON lines')
    .addOption(new Option('--max-steps <n>', 'most model requests of the run (default: 50)').argParser(positiveInteger))
    .addOption(repeatable('--yes-to <rule>', 'approve asks that match without asking'))
    .addOption(byOption());
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number of 1 or more.');
  return value;
}
