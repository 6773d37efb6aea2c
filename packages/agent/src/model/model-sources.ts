import { HOSTED_PROVIDERS, OLLAMA, SERVER_PACKAGE, ANY_SERVER } from './provider-table.js';
import { readOllamaAddress } from './server-address.js';

/** What models by string need, for programs that look whether it is there before they ask for one. */
export interface ModelSources {
  readonly providers: readonly { readonly name: string; readonly package: string; readonly keyVariable: string }[];
  /** The package that talks to servers of one's own. */
  readonly serverPackage: string;
  /** Variable with the base URL of `openai-compatible/…`. */
  readonly serverVariable: string;
  /** Base URL, with `/v1`, of the Ollama server that this environment means; undefined if the variable holds no address. */
  ollamaUrl(env: Readonly<Record<string, string | undefined>>): string | undefined;
}

/** The same table and the same reading of addresses that `resolveModel` goes by. */
export const modelSources: ModelSources = Object.freeze({
  providers: [...HOSTED_PROVIDERS].map(([name, { package: from, keyVariable }]) => ({ name, package: from, keyVariable })),
  serverPackage: SERVER_PACKAGE.package,
  serverVariable: ANY_SERVER.addressVariable,
  ollamaUrl(env: Readonly<Record<string, string | undefined>>) {
    const address = readOllamaAddress(env[OLLAMA.addressVariable] ?? '');
    return typeof address === 'string' ? undefined : address.baseUrl;
  },
});
