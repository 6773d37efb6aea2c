import { HarnessError } from '@tackroom/core';
import type { ModelId } from './model-id.js';
import { makeProvider, type ImportPackage } from './provider-package.js';
import { ANY_SERVER, OLLAMA, SERVER_PACKAGE, type ServerKind } from './provider-table.js';
import { readAddress, readOllamaAddress, type ServerAddress } from './server-address.js';
import { probeServer } from './server-probe.js';
import { fetchWithUsage } from './usage-request.js';

/** What the surroundings say. */
export interface ServedModelOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly importPackage?: ImportPackage | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A model of a server that the user runs or names, once the server has answered. Throws `MODEL_ADDRESS_MISSING`,
 * `MODEL_ADDRESS_INVALID`, `MODEL_PACKAGE_MISSING`, `MODEL_SERVER_MISSING`, `MODEL_KEY_MISSING`, `MODEL_NOT_PULLED`, and
 * what `signal` was fired with.
 */
export async function servedModel(id: Exclude<ModelId, { kind: 'hosted' }>, options: ServedModelOptions): Promise<unknown> {
  const { env, importPackage, signal } = options;
  const server = id.kind === 'addressed' ? ANY_SERVER : id.server;
  const address = id.kind === 'addressed' ? id.address : addressOf(server, id.shown, env);
  const key = set(env[server.keyVariable]);
  const authorization = address.authorization ?? (key === undefined ? undefined : `Bearer ${key}`);
  const headers: Readonly<Record<string, string>> = authorization === undefined ? {} : { Authorization: authorization };
  const settings = {
    name: server.name,
    baseURL: address.baseUrl,
    headers,
    queryParams: address.query,
    includeUsage: true,
    fetch: fetchWithUsage(),
  };
  const make = await makeProvider(SERVER_PACKAGE, settings, { shown: id.shown, importPackage });
  await checkServer({ ...id, server, address, isFromVariable: set(env[server.addressVariable]) !== undefined }, headers, signal);
  return make(id.model);
}

function addressOf(server: ServerKind, shown: string, env: ServedModelOptions['env']): ServerAddress {
  const given = set(env[server.addressVariable]);
  if (given === undefined && server !== OLLAMA) {
    const message = `${shown} needs the variable ${server.addressVariable}, the base URL of the server, such as http://127.0.0.1:8080/v1; it is not set.`;
    throw new HarnessError('MODEL_ADDRESS_MISSING', message);
  }
  const address = server === OLLAMA ? readOllamaAddress(given ?? '') : readAddress(given ?? '');
  if (typeof address !== 'string') return address;
  throw new HarnessError('MODEL_ADDRESS_INVALID', `${shown}: the value of the variable ${server.addressVariable} ${address}.`);
}

interface CheckedServer {
  readonly kind: 'served' | 'addressed';
  readonly shown: string;
  readonly model: string;
  readonly server: ServerKind;
  readonly address: ServerAddress;
  readonly isFromVariable: boolean;
}

/** Said here, because a request that finds nobody is repeated, and its failure names no way out. */
async function checkServer(
  asked: CheckedServer,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { shown, server, address } = asked;
  const query = new URLSearchParams(address.query).toString();
  const answer = await probeServer({ url: `${address.baseUrl}/models${query === '' ? '' : `?${query}`}`, headers, signal });
  if (answer.kind === 'none') {
    throw new HarnessError(
      'MODEL_SERVER_MISSING',
      `${shown}: no server answers at ${address.baseUrl} (${answer.reason}). ${remedy(asked)}`,
    );
  }
  if (answer.kind === 'locked') {
    const message = `${shown} needs the variable ${server.keyVariable}, the key of the server at ${address.baseUrl}, which answers ${answer.status} without; it is not set.`;
    throw new HarnessError('MODEL_KEY_MISSING', message);
  }
  if (server === OLLAMA && answer.models !== undefined) checkPulled(asked, answer.models);
}

function remedy({ kind, server, address, isFromVariable }: CheckedServer): string {
  if (kind === 'addressed') return 'Start it, or correct the address before the #.';
  if (server !== OLLAMA) return `Start it, or correct the variable ${server.addressVariable}.`;
  const isHere = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?\//.test(address.baseUrl);
  if (!isHere) return `Start it there (ollama serve), or correct the variable ${server.addressVariable}.`;
  return `Start it: ollama serve${isFromVariable ? `. Or correct the variable ${server.addressVariable}.` : ''}`;
}

/** Most names of models in a message. */
const MAX_NAMES = 8;

function checkPulled({ shown, model, address }: CheckedServer, models: readonly string[]): void {
  const wanted = withTag(model);
  if (models.some((each) => withTag(each) === wanted)) return;
  const names = models.slice(0, MAX_NAMES).join(', ');
  const rest = models.length > MAX_NAMES ? ` and ${models.length - MAX_NAMES} more` : '';
  const has = models.length === 0 ? 'which has none' : `which has ${names}${rest}`;
  const message = `${shown}: the model is not on the Ollama server at ${address.baseUrl}, ${has}. Get it: ollama pull ${model}`;
  throw new HarnessError('MODEL_NOT_PULLED', message);
}

/** Ollama compares names without regard to case, and means the tag `latest` where there is none. */
function withTag(name: string): string {
  const plain = name.toLowerCase();
  return plain.slice(plain.lastIndexOf('/') + 1).includes(':') ? plain : `${plain}:latest`;
}

function set(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === '' ? undefined : text;
}
