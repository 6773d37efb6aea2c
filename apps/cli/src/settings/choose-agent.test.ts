import type { AgentConfig } from 'tackroom';
import type { LoadedConfig } from '../config/load-config.js';
import { agentOfRun, chooseAgent, type ChosenAgent } from './choose-agent.js';

/** A configuration with agents of these names. */
function configOf(...names: readonly string[]): LoadedConfig {
  const agents = Object.fromEntries(names.map((name): [string, AgentConfig] => [name, { system: `I am ${name}` }]));
  return { name: 'tackroom.config.ts', folder: '/', config: names.length === 0 ? {} : { agents } };
}

/** The system prompt of the chosen agent by its name, or the error. */
function outcome(choose: () => ChosenAgent): string {
  try {
    const { name, agent, configured } = choose();
    return configured ? `${name}: ${agent.system ?? ''}` : `the command's own, ${name}`;
  } catch (error) {
    const { code, message } = error as { readonly code: string; readonly message: string };
    return `${code} ${message}`;
  }
}

test.each<[LoadedConfig | undefined, string | undefined, string]>([
  [undefined, undefined, "the command's own, cli"],
  [configOf(), undefined, "the command's own, cli"],
  [configOf('only'), undefined, 'only: I am only'],
  [configOf('a', 'default', 'b'), undefined, 'default: I am default'],
  [configOf('a', 'default'), 'a', 'a: I am a'],
  [configOf('cli'), 'cli', 'cli: I am cli'],
  [
    configOf('a', 'b'),
    undefined,
    'CLI_AGENT_MISSING tackroom.config.ts has several agents: a, b. Choose one with --agent NAME, or call one default.',
  ],
  [configOf('a', 'b'), 'c', 'CLI_AGENT_UNKNOWN --agent c names no agent: the agents of tackroom.config.ts are a, b.'],
  [configOf('a', 'b'), 'toString', 'CLI_AGENT_UNKNOWN --agent toString names no agent: the agents of tackroom.config.ts are a, b.'],
  [configOf(), 'c', 'CLI_AGENT_UNKNOWN --agent c names no agent: tackroom.config.ts has none. Describe it under "agents" there.'],
  [
    undefined,
    'c',
    'CLI_AGENT_UNKNOWN --agent c names no agent: there is no configuration. Describe it under "agents" in a tackroom.config.ts, or give --config FILE.',
  ],
])('with %j, --agent %s', (config, name, expected) => {
  expect(outcome(() => chooseAgent(config, name))).toBe(expected);
});

test.each<[LoadedConfig | undefined, string, string]>([
  [undefined, 'cli', "the command's own, cli"],
  [configOf('a', 'b'), 'cli', "the command's own, cli"],
  [configOf('cli', 'b'), 'cli', 'cli: I am cli'],
  [configOf('a', 'b'), 'b', 'b: I am b'],
  [configOf('a'), 'b', 'CLI_AGENT_UNKNOWN The run belongs to agent b, but that names no agent: the agents of tackroom.config.ts are a.'],
])('with %j, a run of %s', (config, name, expected) => {
  expect(outcome(() => agentOfRun(config, name))).toBe(expected);
});
