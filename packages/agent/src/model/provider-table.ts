/** A provider that serves its models itself. */
export interface HostedProvider {
  /** Package to install. */
  readonly package: string;
  /** Its export that makes a provider from settings. */
  readonly factory: string;
  /** Variable with the key; without one there is no model. */
  readonly keyVariable: string;
  /** Variable with another base URL, where the package knows one. */
  readonly addressVariable?: string;
}

/** A server that speaks OpenAI's chat completions, somewhere that the user says. */
export interface ServerKind {
  readonly name: 'ollama' | 'openai-compatible';
  /** Variable with its address. */
  readonly addressVariable: string;
  /** Variable with its key; most need none. */
  readonly keyVariable: string;
}

/** Package and export that talk to every {@link ServerKind}. */
export const SERVER_PACKAGE = { package: '@ai-sdk/openai-compatible', factory: 'createOpenAICompatible' } as const;

/** What `<name>/<model>` may begin with, of providers. */
export const HOSTED_PROVIDERS: ReadonlyMap<string, HostedProvider> = new Map([
  [
    'anthropic',
    {
      package: '@ai-sdk/anthropic',
      factory: 'createAnthropic',
      keyVariable: 'ANTHROPIC_API_KEY',
      addressVariable: 'ANTHROPIC_BASE_URL',
    },
  ],
  ['openai', { package: '@ai-sdk/openai', factory: 'createOpenAI', keyVariable: 'OPENAI_API_KEY', addressVariable: 'OPENAI_BASE_URL' }],
  ['google', { package: '@ai-sdk/google', factory: 'createGoogleGenerativeAI', keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY' }],
]);

/** Ollama, at its own address unless the variable says another one. */
export const OLLAMA: ServerKind = { name: 'ollama', addressVariable: 'OLLAMA_HOST', keyVariable: 'OLLAMA_API_KEY' };

/** Any other server; its address is in the model's string or in the variable. */
export const ANY_SERVER: ServerKind = {
  name: 'openai-compatible',
  addressVariable: 'OPENAI_COMPATIBLE_BASE_URL',
  keyVariable: 'OPENAI_COMPATIBLE_API_KEY',
};
