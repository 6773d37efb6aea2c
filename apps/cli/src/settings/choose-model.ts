import { resolve } from 'node:path';
import { OperatorModel, type AskOperator, type LanguageModel } from 'tackroom';
import type { AgentFlags } from '../agent-flags.js';
import { CliError } from '../cli-error.js';
import type { CommandIo } from '../io.js';
import { isOperator, loadModel } from '../load/load-model.js';
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
export async function chooseModel(own: LanguageModel | string | undefined, place: ModelPlace): Promise<ChosenModel> {
  const { settings, flags, io, ask, assumePerson } = place;
  const configured = own ?? settings.config?.config.model;
  if (flags.model === undefined && configured !== undefined) {
    return { model: await configuredModel(configured, place, flags.transcript), assumed: false };
  }
  const assumed = flags.model === undefined && assumePerson && flags.json !== true;
  if (assumed || isOperator(flags.model)) return { model: new OperatorModel(ask), assumed };
  return { model: await loadModel(flags, { cwd: settings.cwd, env: io.env, signal: io.signal }), assumed };
}

/** A model that the configuration names. A transcript is of the command line, wherever the model is from. */
export async function configuredModel(
  model: LanguageModel | string,
  { settings: { cwd, config }, io, ask }: ModelPlace,
  transcript?: string,
): Promise<LanguageModel> {
  const path = transcript === undefined ? {} : { transcript: resolve(cwd, transcript) };
  if (typeof model === 'string') {
    return isOperator(model)
      ? new OperatorModel(ask)
      : loadModel({ model, ...path }, { cwd: config?.folder ?? cwd, env: io.env, signal: io.signal });
  }
  if (transcript === undefined) return model;
  throw new CliError('CLI_NOT_AVAILABLE', '--transcript is available for scripted:FILE only; the configuration gives a model object.');
}
