import { appendFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LanguageModel } from 'tackroom';
import type { AgentFlags } from '../agent-flags.js';
import { CliError, reasonOf } from '../cli-error.js';
import { parseJson } from '../parse-json.js';

/** Prefix of a model that is a file of turns. */
const SCRIPTED = 'scripted:';

/** The model that is the person at the input. */
const OPERATOR = 'operator';

/** Whether a string names the person. */
export function isOperator(model: string | undefined): boolean {
  return model === OPERATOR;
}

/** Where the command works, what it finds there, and what interrupts it. */
export interface ModelSurroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * The model of `--model` or of a configuration: `scripted:FILE` replays a file of turns and needs no key, and `--transcript` writes what each of
 * its requests contained, a JSON line each; every other form is `resolveModel`'s, with packages as they are installed where
 * the command works. Throws `CLI_MODEL_MISSING`, `CLI_USAGE`, `CLI_FILE_UNREADABLE`, `CLI_FILE_UNWRITABLE`,
 * `CLI_NOT_AVAILABLE`, `CLI_CANCELLED`, and what `resolveModel` and `ScriptedModel.fromJson` throw.
 */
export async function loadModel(
  { model, transcript }: Pick<AgentFlags, 'model' | 'transcript'>,
  surroundings: ModelSurroundings,
): Promise<LanguageModel> {
  const { cwd, env, signal } = surroundings;
  if (model === undefined)
    throw new CliError(
      'CLI_MODEL_MISSING',
      `No model is configured, and nobody is at a terminal to be it. Give --model ${FORMS}; or name one in tackroom.config.*.`,
    );
  if (model.startsWith(SCRIPTED)) return scriptedModel(model.slice(SCRIPTED.length), transcript, cwd);
  if (!model.includes('/')) throw new CliError('CLI_USAGE', `${JSON.stringify(model)} names no model. Give --model ${FORMS}.`);
  if (transcript !== undefined) {
    throw new CliError(
      'CLI_NOT_AVAILABLE',
      '--transcript is available for --model scripted:FILE only. The messages of a run are in its state.',
    );
  }
  const { resolveModel } = await import('tackroom');
  try {
    return await resolveModel(model, { env, signal, importPackage: (name) => importFrom(cwd, name) });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CliError('CLI_CANCELLED', 'Interrupted while the model was looked for. Nothing ran.', { cause: error });
  }
}

const FORMS =
  'scripted:FILE (a JSON file of turns that stands in for a model), provider/model (such as openai/gpt-5 or ollama/qwen3), the base URL of a server and a model (http://127.0.0.1:8080/v1#qwen3), or operator (you are the model)';

async function scriptedModel(file: string, transcript: string | undefined, cwd: string): Promise<LanguageModel> {
  const script = parseJson(await readScript(resolve(cwd, file), file), `The script ${file}`);
  const { ScriptedModel } = await import('@tackroom/testing');
  if (transcript === undefined) return ScriptedModel.fromJson(script);
  const path = resolve(cwd, transcript);
  const write = (request: unknown): void => appendFileSync(path, `${JSON.stringify(request)}\n`);
  const model = ScriptedModel.fromJson(script, { onRequest: write });
  try {
    writeFileSync(path, '');
  } catch (error) {
    throw new CliError('CLI_FILE_UNWRITABLE', `The transcript ${transcript} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
  return model;
}

async function readScript(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CliError('CLI_FILE_UNREADABLE', `The script ${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/** A package as the project sees it that the command works in, else as the command itself does. */
async function importFrom(cwd: string, name: string): Promise<unknown> {
  let path: string;
  try {
    path = createRequire(join(cwd, 'package.json')).resolve(name);
  } catch {
    return import(name);
  }
  return import(pathToFileURL(path).href);
}
