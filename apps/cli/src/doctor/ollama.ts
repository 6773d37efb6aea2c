import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** An Ollama server that answered. */
export interface OllamaServer {
  readonly address: string;
  /** Names of the models that it has pulled. */
  readonly models: readonly string[];
}

/** A server on this machine answers in a few milliseconds. */
const TIMEOUT_MS = 500;
const TICK_MS = 50;
const DEFAULT_PORT = 11_434;

/** The Ollama server at `OLLAMA_HOST`, or where it listens by itself; undefined if none answers in time. */
export async function findOllama(env: Readonly<Record<string, string | undefined>>): Promise<OllamaServer | undefined> {
  const address = ollamaAddress(env['OLLAMA_HOST'] ?? '');
  if (address === undefined) return undefined;
  try {
    const { models } = JSON.parse(await get(new URL('/api/tags', address))) as { readonly models?: readonly { readonly name?: unknown }[] };
    if (!Array.isArray(models)) return undefined;
    const names = models.map((model: { readonly name?: unknown }) => model.name).filter((name) => typeof name === 'string');
    return { address: address.origin, models: names };
  } catch {
    // Nobody there, another program, or no answer in time.
    return undefined;
  }
}

/** Ollama takes an address, a host, a port after a colon, or nothing; a server that listens everywhere is asked here. */
function ollamaAddress(given: string): URL | undefined {
  const [, scheme = 'http', rest = ''] = /^(?:(https?):\/\/)?(.*)$/.exec(given.trim()) ?? [];
  const host = rest === '' ? '127.0.0.1' : rest.startsWith(':') ? `127.0.0.1${rest}` : rest;
  if (!URL.canParse(`${scheme}://${host}`)) return undefined;
  const address = new URL(`${scheme}://${host}`);
  if (address.hostname === '0.0.0.0' || address.hostname === '[::]') address.hostname = '127.0.0.1';
  if (address.port === '' && !given.includes('://')) address.port = String(DEFAULT_PORT);
  return address;
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
