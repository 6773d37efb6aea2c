import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { modelSources } from 'tackroom';

/** An Ollama server that answered. */
export interface OllamaServer {
  readonly address: string;
  /** Names of the models that it has pulled. */
  readonly models: readonly string[];
}

/** A server on this machine answers in a few milliseconds. */
const TIMEOUT_MS = 500;
const TICK_MS = 50;

/** The Ollama server at `OLLAMA_HOST`, or where it listens by itself; undefined if none answers in time. */
export async function findOllama(env: Readonly<Record<string, string | undefined>>): Promise<OllamaServer | undefined> {
  const address = modelSources.ollamaUrl(env);
  if (address === undefined) return undefined;
  try {
    const { data } = JSON.parse(await get(new URL(`${address}/models`))) as { readonly data?: readonly { readonly id?: unknown }[] | null };
    if (data !== null && !Array.isArray(data)) return undefined;
    const names = (data ?? []).map((model: { readonly id?: unknown }) => model.id).filter((id) => typeof id === 'string');
    return { address, models: names };
  } catch {
    // Nobody there, another program, or no answer in time.
    return undefined;
  }
}

function get(url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    // Its own connection, which ends with the answer: nothing may keep the command waiting.
    const sent = request(url, { agent: false }, (response) => {
      if (response.statusCode === 200) return void text(response).then(resolve, reject);
      response.destroy();
      reject(new Error(`status ${response.statusCode ?? 0}`));
    });
    // Ticks, not one timer: while another check keeps the thread busy an answer may lie there unread, and must not be late.
    let ticks = TIMEOUT_MS / TICK_MS;
    const timer = setInterval(() => {
      ticks -= 1;
      if (ticks <= 0) sent.destroy(new Error('no answer in time'));
    }, TICK_MS);
    sent.on('error', reject).on('close', () => clearInterval(timer));
    sent.end();
  });
}
