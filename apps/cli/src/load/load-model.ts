import { appendFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LanguageModel } from 'tackroom';
import { cliError } from '../cli-error.js';
import { parseJson } from '../parse-json.js';

/**
 * The model of `--model`. `scripted:FILE` replays a file of turns and needs no key; `--transcript` writes what each of its
 * requests contained, a JSON line each.
 */
export async function loadModel(id: string | undefined, cwd: string, transcript: string | undefined): Promise<LanguageModel> {
  if (id === undefined) {
    throw cliError(
      'CLI_MODEL_MISSING',
      'No model is configured. Give --model scripted:FILE, a JSON file of turns that stands in for a model.',
    );
  }
  if (!id.startsWith('scripted:')) {
    throw cliError(
      'CLI_NOT_AVAILABLE',
      `--model ${id} is not available in this version: only scripted:FILE is. Pass a model object to createAgent in code instead.`,
    );
  }
  const file = id.slice('scripted:'.length);
  const script = parseJson(await readScript(resolve(cwd, file), file), file);
  const { ScriptedModel } = await import('@tackroom/testing');
  if (transcript === undefined) return ScriptedModel.fromJson(script);
  const path = resolve(cwd, transcript);
  writeFileSync(path, '');
  return ScriptedModel.fromJson(script, { onRequest: (request) => appendFileSync(path, `${JSON.stringify(request)}\n`) });
}

async function readScript(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw cliError('CLI_FILE_UNREADABLE', `The script ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
