import { HarnessError, type Agent, type Approver, type Harness, type LanguageModel } from 'tackroom';
import { CliError } from '../cli-error.js';
import { agentOptionsOf } from './agent-options.js';
import type { ChosenAgent } from './choose-agent.js';
import type { ModelPlace } from './choose-model.js';
import type { Settings } from './settings.js';

/** An agent, and who the configuration says answers what it asks. */
export interface MadeAgent {
  readonly agent: Agent;
  readonly model: LanguageModel;
  readonly configuredApprover: Approver | undefined;
  /** Nobody named a model, so it is the person. */
  readonly assumed: boolean;
}

/** Makes the chosen agent. Throws what `createAgent` and the loading of models throw, said of the keys that it came from. */
export async function makeAgent(harness: Harness, chosen: ChosenAgent, place: ModelPlace): Promise<MadeAgent> {
  const { options, assumed } = await agentOptionsOf(chosen, place);
  const { approver, permissions } = place.settings.options;
  try {
    const agent = harness.createAgent(options);
    const configuredApprover = asApprover(chosen.agent.permissions?.approver ?? approver ?? permissions?.approver);
    return { agent, model: options.model, configuredApprover, assumed };
  } catch (error) {
    throw inConfiguration(error, chosen, place.settings);
  }
}

function asApprover(approver: Approver | Approver['approve'] | undefined): Approver | undefined {
  return typeof approver === 'function' ? { approve: approver } : approver;
}

/** What is wrong with an agent, said of its place in the configuration. */
function inConfiguration(error: unknown, { name, agent, configured }: ChosenAgent, { config }: Settings): unknown {
  if (!configured || config === undefined || !HarnessError.is(error)) return error;
  const place = (where: string): string => `agents.${name}${where} in ${config.name}`;
  if (error.problems.length === 0) return new CliError(error.code, `${place('')}: ${error.message}`, { cause: error });
  const problems = error.problems.map((problem) => {
    const [key = ''] = problem.where.split(/[^A-Za-z]/, 1);
    return { ...problem, where: Object.hasOwn(agent, key) ? place(`.${problem.where}`) : `${problem.where} (${place('')})` };
  });
  const lines = problems.map(({ where, message, code }) => `  - ${where}: ${message} [${code}]`);
  return new CliError(error.code, [error.message.split('\n', 1)[0], ...lines].join('\n'), { cause: error, problems });
}
