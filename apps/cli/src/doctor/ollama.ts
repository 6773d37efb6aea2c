import { modelSources } from 'tackroom';
import { askServer } from './ask-server.js';

/** An Ollama server that answered. */
export interface OllamaServer {
  readonly address: string;
  /** Names of the models that it has pulled. */
  readonly models: readonly string[];
}

/** The Ollama server at `OLLAMA_HOST`, or where it listens by itself; undefined if none answers in time. */
export async function findOllama(env: Readonly<Record<string, string | undefined>>): Promise<OllamaServer | undefined> {
  const address = modelSources.ollamaUrl(env);
  if (address === undefined) return undefined;
  try {
    const { status, body } = await askServer(new URL(`${address}/models`));
    if (status !== 200) return undefined;
    const { data } = JSON.parse(body) as { readonly data?: readonly { readonly id?: unknown }[] | null };
    if (data !== null && !Array.isArray(data)) return undefined;
    const names = (data ?? []).map((model: { readonly id?: unknown }) => model.id).filter((id) => typeof id === 'string');
    return { address, models: names };
  } catch {
    // Nobody there, another program, or no answer in time.
    return undefined;
  }
}
