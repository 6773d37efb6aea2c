import { resolve } from 'node:path';
import { OperatorModel, type AskOperator, type LanguageModel } from 'tackroom';
import type { AgentFlags } from '../agent-flags.js';
import { CliError, describeError } from '../cli-error.js';
import type { CommandIo } from '../io.js';
import { isOperator, loadModel } from '../load/load-model.js';
import type { ChosenAgent } from './choose-agent.js';
import type { Settings } from './settings.js';

/** Where a model is looked for, and how the person is asked who may be it. */
export interface ModelPlace {
  readonly settings: Settings;
  readonly flags: AgentFlags;
  readonly io: CommandIo;
  readonly ask: AskOperator;
  /** Whether the person is the model where nobody named one. */
  readonly assumePerson: boolean;
}

/** The model of a run. */
export interface ChosenModel {
  readonly model: LanguageModel;
  /** Nobody named a model, so it is the person. */
  readonly assumed: boolean;
}

/**
 * The model of `--model`, else the agent's own, else the configuration's, else the person. Paths and packages of `--model`
 * start from the command's directory, those of a configuration from its folder. Throws what {@link loadModel} throws, and
 * `CLI_NOT_AVAILABLE` for the transcript of a model that is an object.
 */
export async function chooseModel({ name, agent }: ChosenAgent, place: ModelPlace): Promise<ChosenModel> {
  const { settings, flags, io, ask, assumePerson } = place;
  const configured = agent.model ?? settings.config?.config.model;
  if (flags.model === undefined && configured !== undefined) {
    const where = agent.model === undefined ? 'model' : `agents.${name}.model`;
    return { model: await configuredModel(configured, { ...place, where, transcript: flags.transcript }), assumed: false };
  }
  const assumed = flags.model === undefined && assumePerson && flags.json !== true;
  if (assumed || isOperator(flags.model)) return { model: new OperatorModel(ask), assumed };
  return { model: await loadModel(flags, { cwd: settings.cwd, env: io.env, signal: io.signal }), assumed };
}

/** A model that a configuration names, and the path of the key where it does. */
export interface ConfiguredPlace extends ModelPlace {
  readonly where: string;
  /** Is of the command line, wherever the model is from. */
  readonly transcript?: string | undefined;
}

/** Loads a model of a configuration. Throws what {@link loadModel} throws, said of the key. */
export async function configuredModel(model: LanguageModel | string, place: ConfiguredPlace): Promise<LanguageModel> {
  const { where, transcript, io, ask } = place;
  const { cwd, config } = place.settings;
  if (typeof model !== 'string') {
    if (transcript === undefined) return model;
    const message = '--transcript is available for scripted:FILE only; the configuration gives a model object.';
    throw new CliError('CLI_NOT_AVAILABLE', message);
  }
  if (isOperator(model)) return new OperatorModel(ask);
  const path = transcript === undefined ? {} : { transcript: resolve(cwd, transcript) };
  try {
    return await loadModel({ model, ...path }, { cwd: config?.folder ?? cwd, env: io.env, signal: io.signal });
  } catch (error) {
    const { code, message } = describeError(error);
    if (io.signal.aborted || config === undefined || code === 'CLI_FAILED' || code === 'CLI_FILE_UNWRITABLE') throw error;
    throw new CliError(code, `${where} in ${config.name}: ${message}`, { cause: error });
  }
}
