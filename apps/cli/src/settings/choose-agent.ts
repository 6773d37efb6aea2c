import type { AgentConfig } from 'tackroom';
import { CliError } from '../cli-error.js';
import type { LoadedConfig } from '../config/load-config.js';

/** The agent that a command runs. */
export interface ChosenAgent {
  readonly name: string;
  readonly agent: AgentConfig;
  /** Whether the configuration describes it; the command's own does not stand there. */
  readonly configured: boolean;
}

/** Name of the agent that is run where no configuration has one, and under which its paused runs are stored. */
export const OWN_NAME = 'cli';

const OWN: ChosenAgent = {
  name: OWN_NAME,
  agent: {
    system: 'You work in the directory of the person who started you. Use the tools; say plainly what you did and what you could not do.',
  },
  configured: false,
};

/** The name that is taken among several. */
const DEFAULT_NAME = 'default';

/**
 * The agent of `--agent`; else the only one of the configuration, or among several the one called `default`; else the
 * command's own. Throws `CLI_AGENT_UNKNOWN`, and `CLI_AGENT_MISSING` where one of several must be chosen.
 */
export function chooseAgent(config: LoadedConfig | undefined, name: string | undefined): ChosenAgent {
  const agents = config?.config.agents ?? {};
  const names = Object.keys(agents);
  if (name !== undefined) return named(name, config, `--agent ${name}`);
  const [only = DEFAULT_NAME] = names.length === 1 ? names : [];
  if (Object.hasOwn(agents, only)) return named(only, config, only);
  if (config === undefined || names.length === 0) return OWN;
  const message = `${config.name} has several agents: ${names.join(', ')}. Choose one with --agent NAME, or call one ${DEFAULT_NAME}.`;
  throw new CliError('CLI_AGENT_MISSING', message);
}

/** The agent whose run it is: only that one can resume it. Throws `CLI_AGENT_UNKNOWN`. */
export function agentOfRun(config: LoadedConfig | undefined, name: string): ChosenAgent {
  const isOwn = name === OWN_NAME && !Object.hasOwn(config?.config.agents ?? {}, name);
  return isOwn ? OWN : named(name, config, `The run belongs to agent ${name}, but that`);
}

function named(name: string, config: LoadedConfig | undefined, what: string): ChosenAgent {
  const agents = config?.config.agents ?? {};
  const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (agent !== undefined) return { name, agent, configured: true };
  throw new CliError('CLI_AGENT_UNKNOWN', `${what} names no agent: ${knownAgents(config)}`);
}

function knownAgents(config: LoadedConfig | undefined): string {
  if (config === undefined) return 'there is no configuration. Describe it under "agents" in a tackroom.config.ts, or give --config FILE.';
  const names = Object.keys(config.config.agents ?? {});
  return names.length === 0
    ? `${config.name} has none. Describe it under "agents" there.`
    : `the agents of ${config.name} are ${names.join(', ')}.`;
}
