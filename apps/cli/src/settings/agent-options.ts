import { resolve } from 'node:path';
import type { AgentOptions, LanguageModel } from 'tackroom';
import type { AgentFlags } from '../agent-flags.js';
import { CliError } from '../cli-error.js';
import type { CommandIo } from '../io.js';
import { loadModel } from '../load/load-model.js';
import type { ChosenAgent } from './choose-agent.js';
import type { Settings } from './settings.js';

/**
 * The options of the chosen agent, its models loaded. `--model` beats the agent's model and that one the configuration's;
 * `--system` beats the agent's. Throws what {@link loadModel} throws, and `CLI_NOT_AVAILABLE` for the transcript of a model
 * that is an object.
 */
export async function agentOptionsOf(
  { name, agent }: ChosenAgent,
  settings: Settings,
  flags: AgentFlags,
  io: CommandIo,
): Promise<AgentOptions> {
  const { model: ownModel, fallbacks, system: ownSystem, ...rest } = agent;
  const system = flags.system ?? ownSystem;
  const model = await modelOf(ownModel ?? settings.config?.config.model, settings, flags, io);
  const others = await Promise.all((fallbacks ?? []).map((fallback) => configuredModel(fallback, settings, {}, io)));
  return { ...rest, name, model, ...(system === undefined ? {} : { system }), ...(fallbacks === undefined ? {} : { fallbacks: others }) };
}

/** Paths and packages of `--model` start from the command's directory, those of a configuration from its folder. */
function modelOf(own: LanguageModel | string | undefined, settings: Settings, flags: AgentFlags, io: CommandIo): Promise<LanguageModel> {
  if (flags.model !== undefined || own === undefined) return loadModel(flags, settings.cwd, io.env);
  return configuredModel(own, settings, flags, io);
}

async function configuredModel(
  model: LanguageModel | string,
  { cwd, config }: Settings,
  { transcript }: AgentFlags,
  io: CommandIo,
): Promise<LanguageModel> {
  // A transcript is of the command line, wherever the model is from.
  const path = transcript === undefined ? {} : { transcript: resolve(cwd, transcript) };
  if (typeof model === 'string') return loadModel({ model, ...path }, config?.folder ?? cwd, io.env);
  if (transcript === undefined) return model;
  throw new CliError('CLI_NOT_AVAILABLE', '--transcript is available for scripted:FILE only; the configuration gives a model object.');
}
