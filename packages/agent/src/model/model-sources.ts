import { readModelId } from './model-id.js';
import { HOSTED_PROVIDERS, OLLAMA, SERVER_PACKAGE, ANY_SERVER } from './provider-table.js';
import { readAddress, readOllamaAddress } from './server-address.js';

/** What one model needs before it can be asked. */
export interface ModelNeeds {
  /** The string of the model, without credentials. */
  readonly shown: string;
  readonly package: string;
  /** Variable with the key that it cannot do without. */
  readonly keyVariable?: string;
  readonly server?: ServerNeeds;
}

/** The server that answers for a model. */
export interface ServerNeeds {
  /** Name of the model there. */
  readonly model: string;
  readonly isOllama: boolean;
  /** Base URL, without credentials and query; undefined where nothing says it, or not as an address. */
  readonly baseUrl: string | undefined;
  /** What is wrong with the address that the variable holds, as a clause. */
  readonly problem?: string;
  /** Variable with the address; undefined where the model's string has it. */
  readonly variable?: string;
}

/** What models by string need, for programs that look whether it is there before they ask for one. */
export interface ModelSources {
  readonly providers: readonly { readonly name: string; readonly package: string; readonly keyVariable: string }[];
  /** The package that talks to servers of one's own. */
  readonly serverPackage: string;
  /** Variable with the base URL of `openai-compatible/…`. */
  readonly serverVariable: string;
  /** Base URL, with `/v1`, of the Ollama server that this environment means; undefined if the variable holds no address. */
  ollamaUrl(env: Environment): string | undefined;
  /** What the model needs that a string names; a text says what is wrong with the string. */
  needsOf(id: string, env: Environment): ModelNeeds | string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The same table and the same reading of addresses that `resolveModel` goes by. */
export const modelSources: ModelSources = Object.freeze({
  providers: [...HOSTED_PROVIDERS].map(([name, { package: from, keyVariable }]) => ({ name, package: from, keyVariable })),
  serverPackage: SERVER_PACKAGE.package,
  serverVariable: ANY_SERVER.addressVariable,
  ollamaUrl(env: Environment) {
    const address = readOllamaAddress(env[OLLAMA.addressVariable] ?? '');
    return typeof address === 'string' ? undefined : address.baseUrl;
  },
  needsOf(id: string, env: Environment) {
    const read = readModelId(id);
    if (typeof read === 'string') return read;
    const { shown, model } = read;
    if (read.kind === 'hosted') return { shown, package: read.provider.package, keyVariable: read.provider.keyVariable };
    const needs = { shown, package: SERVER_PACKAGE.package };
    if (read.kind === 'addressed') return { ...needs, server: { model, isOllama: false, baseUrl: read.address.baseUrl } };
    const { addressVariable: variable } = read.server;
    const isOllama = read.server === OLLAMA;
    const given = env[variable]?.trim() ?? '';
    if (given === '' && !isOllama) return { ...needs, server: { model, isOllama, variable, baseUrl: undefined } };
    const address = isOllama ? readOllamaAddress(given) : readAddress(given);
    const found = typeof address === 'string' ? { baseUrl: undefined, problem: address } : { baseUrl: address.baseUrl };
    return { ...needs, server: { model, isOllama, variable, ...found } };
  },
});
