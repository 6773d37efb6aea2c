import { HarnessError } from '@tackroom/core';
import { checkModel, type LanguageModel } from './language-model.js';
import { readModelId, type ModelId } from './model-id.js';
import { makeProvider, type ImportPackage } from './provider-package.js';
import { servedModel } from './served-model.js';

/** What resolving a model may be told, for programs that keep packages or variables elsewhere. */
export interface ResolveModelOptions {
  readonly importPackage?: ImportPackage;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Ends the wait for a server. */
  readonly signal?: AbortSignal;
}

/**
 * The model that a string names: `anthropic/…`, `openai/…`, `google/…`, `ollama/…`, `openai-compatible/…`, or a base URL,
 * `#` and a model, such as `http://127.0.0.1:8080/v1#qwen3`. The provider's package is imported now, and a server of one's
 * own must answer now. Throws `MODEL_UNKNOWN` for any other string, and an error that names the command or variable that
 * helps: `MODEL_PACKAGE_MISSING`, `MODEL_KEY_MISSING`, `MODEL_ADDRESS_MISSING`, `MODEL_ADDRESS_INVALID`,
 * `MODEL_SERVER_MISSING`, `MODEL_NOT_PULLED`; `MODEL_INVALID` if the package gives no model.
 */
export async function resolveModel(id: string, options: ResolveModelOptions = {}): Promise<LanguageModel> {
  const read = readModelId(id);
  if (typeof read === 'string') throw new HarnessError('MODEL_UNKNOWN', read);
  const { env = process.env, importPackage, signal } = options;
  const model =
    read.kind === 'hosted' ? await hostedModel(read, env, importPackage) : await servedModel(read, { env, importPackage, signal });
  return checkModel(model, read.shown);
}

async function hostedModel(
  { provider, model, shown }: Extract<ModelId, { kind: 'hosted' }>,
  env: NonNullable<ResolveModelOptions['env']>,
  importPackage: ImportPackage | undefined,
): Promise<unknown> {
  const apiKey = env[provider.keyVariable] ?? '';
  const baseURL = provider.addressVariable === undefined ? '' : (env[provider.addressVariable] ?? '');
  const alsoMissing = apiKey === '' ? provider.keyVariable : undefined;
  const make = await makeProvider(provider, { apiKey, ...(baseURL === '' ? {} : { baseURL }) }, { shown, importPackage, alsoMissing });
  if (apiKey === '') throw new HarnessError('MODEL_KEY_MISSING', `${shown} needs the variable ${provider.keyVariable}; it is not set.`);
  return make(model);
}
