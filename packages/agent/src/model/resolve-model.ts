import { HarnessError } from '@tackroom/core';
import { checkModel, type LanguageModel } from './language-model.js';

interface KnownProvider {
  /** Package to install. */
  readonly package: string;
  /** Its export that makes a model from an id. */
  readonly factory: string;
  /** Variable that it reads its key from; absent where none is needed. */
  readonly variable?: string;
}

const PROVIDERS: ReadonlyMap<string, KnownProvider> = new Map([
  ['anthropic', { package: '@ai-sdk/anthropic', factory: 'anthropic', variable: 'ANTHROPIC_API_KEY' }],
  ['openai', { package: '@ai-sdk/openai', factory: 'openai', variable: 'OPENAI_API_KEY' }],
  ['google', { package: '@ai-sdk/google', factory: 'google', variable: 'GOOGLE_GENERATIVE_AI_API_KEY' }],
  ['ollama', { package: 'ollama-ai-provider-v2', factory: 'ollama' }],
]);

/** What resolving a model may be told, for programs that keep packages or variables elsewhere. */
export interface ResolveModelOptions {
  readonly importPackage?: (name: string) => Promise<unknown>;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Whether `id` names a model that {@link resolveModel} can try; what is wrong with it otherwise. */
export function checkModelId(id: string): string | undefined {
  const { provider, model } = split(id);
  if (PROVIDERS.has(provider) && model !== '') return undefined;
  return `${JSON.stringify(id)} names no model: write provider/model with one of ${[...PROVIDERS.keys()].join(', ')}, or give a model object of the AI SDK.`;
}

/**
 * The model of `provider/model`, from the provider's own package, which is imported now. Throws `MODEL_UNKNOWN` for an id
 * of another form, `MODEL_PACKAGE_MISSING` (says what to install), `MODEL_KEY_MISSING` (says which variable to set) and
 * `MODEL_INVALID`.
 */
export async function resolveModel(id: string, options: ResolveModelOptions = {}): Promise<LanguageModel> {
  const problem = checkModelId(id);
  const { provider, model } = split(id);
  const known = PROVIDERS.get(provider);
  if (problem !== undefined || known === undefined) throw new HarnessError('MODEL_UNKNOWN', problem ?? `${id} names no model.`);
  const { importPackage = importOptional, env = process.env } = options;
  const factory = await loadFactory(known, id, importPackage);
  if (known.variable !== undefined && (env[known.variable] ?? '') === '') {
    throw new HarnessError('MODEL_KEY_MISSING', `${id} needs the variable ${known.variable}; it is not set.`);
  }
  return checkModel(factory(model), id);
}

async function loadFactory(
  known: KnownProvider,
  id: string,
  importPackage: (name: string) => Promise<unknown>,
): Promise<(model: string) => unknown> {
  let loaded: unknown;
  try {
    loaded = await importPackage(known.package);
  } catch (cause) {
    throw new HarnessError(
      'MODEL_PACKAGE_MISSING',
      `${id} needs the package ${known.package}, which cannot be loaded. Install it: npm install ${known.package}`,
      { cause },
    );
  }
  const factory: unknown = (loaded as Readonly<Record<string, unknown>>)[known.factory];
  if (typeof factory === 'function') return factory as (model: string) => unknown;
  throw new HarnessError(
    'MODEL_PACKAGE_MISSING',
    `${known.package} is installed but exports no ${known.factory}. Update it: npm install ${known.package}@latest`,
  );
}

function importOptional(name: string): Promise<unknown> {
  return import(name);
}

function split(id: string): { readonly provider: string; readonly model: string } {
  const at = id.indexOf('/');
  return at < 0 ? { provider: id, model: '' } : { provider: id.slice(0, at), model: id.slice(at + 1) };
}
