import type { AgentOptions, LanguageModel } from 'tackroom';
import type { ChosenAgent } from './choose-agent.js';
import { chooseModel, configuredModel, type ModelPlace } from './choose-model.js';

/** Options of an agent whose model is there. */
export interface LoadedAgentOptions {
  readonly options: AgentOptions & { readonly model: LanguageModel };
  /** Nobody named a model, so it is the person. */
  readonly assumed: boolean;
}

/** The options of the chosen agent, its models loaded; `--system` beats the agent's. Throws what {@link chooseModel} throws. */
export async function agentOptionsOf({ name, agent }: ChosenAgent, place: ModelPlace): Promise<LoadedAgentOptions> {
  const { model: ownModel, fallbacks, system: ownSystem, ...rest } = agent;
  const system = place.flags.system ?? ownSystem;
  const { model, assumed } = await chooseModel(ownModel, place);
  const others = await Promise.all((fallbacks ?? []).map((fallback) => configuredModel(fallback, place)));
  const more = { ...(system === undefined ? {} : { system }), ...(fallbacks === undefined ? {} : { fallbacks: others }) };
  return { options: { ...rest, name, model, ...more }, assumed };
}
