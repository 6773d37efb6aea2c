import type { AgentOptions, LanguageModel } from 'tackroom';
import { describeError } from '../cli-error.js';
import type { ChosenAgent } from './choose-agent.js';
import { chooseModel, configuredModel, type ChosenModel, type ModelPlace } from './choose-model.js';

/** Options of an agent whose model is there. */
export interface LoadedAgentOptions {
  readonly options: AgentOptions & { readonly model: LanguageModel };
  /** Nobody named a model, so it is the person. */
  readonly assumed: boolean;
}

/** The options of the chosen agent, its models loaded; `--system` beats the agent's. Throws what {@link chooseModel} throws. */
export async function agentOptionsOf(chosen: ChosenAgent, place: ModelPlace): Promise<LoadedAgentOptions> {
  const { model: _loaded, fallbacks: _too, system: ownSystem, ...rest } = chosen.agent;
  const system = place.flags.system ?? ownSystem;
  const { model, assumed, fallbacks } = await loadModels(chosen, place);
  const more = { ...(system === undefined ? {} : { system }), ...(fallbacks.length === 0 ? {} : { fallbacks }) };
  return { options: { ...rest, name: chosen.name, model, ...more }, assumed };
}

/**
 * A model whose server does not answer is passed over where another one can stand in for it, as a run does, and that is said.
 * One that was asked for with `--model` is not.
 */
async function loadModels(chosen: ChosenAgent, place: ModelPlace): Promise<ChosenModel & { readonly fallbacks: LanguageModel[] }> {
  const { name, agent } = chosen;
  const given = agent.fallbacks ?? [];
  const mayMiss = given.length > 0 && place.flags.model === undefined;
  const first = await orMissing(chooseModel(chosen, place), mayMiss, place);
  const fallbacks: LanguageModel[] = [];
  for (const [at, fallback] of given.entries()) {
    const isLastHope = first === undefined && fallbacks.length === 0 && at === given.length - 1;
    const loading = configuredModel(fallback, { ...place, where: `agents.${name}.fallbacks[${at}]` });
    const model = await orMissing(loading, !isLastHope, place);
    if (model !== undefined) fallbacks.push(model);
  }
  if (first !== undefined) return { ...first, fallbacks };
  const [model, ...rest] = fallbacks as [LanguageModel, ...LanguageModel[]]; // the last hope did not throw
  return { model, assumed: false, fallbacks: rest };
}

async function orMissing<Loaded>(loading: Promise<Loaded>, mayMiss: boolean, { io }: ModelPlace): Promise<Loaded | undefined> {
  try {
    return await loading;
  } catch (error) {
    const { code, message } = describeError(error);
    if (!mayMiss || code !== 'MODEL_SERVER_MISSING') throw error;
    io.stderr.write(`tackroom: ${message} It is passed over. [${code}]\n`);
    return undefined;
  }
}
