import { closestName } from '@tackroom/core';
import { ANY_SERVER, HOSTED_PROVIDERS, OLLAMA, type HostedProvider, type ServerKind } from './provider-table.js';
import { hideCredentials, readAddress, type ServerAddress } from './server-address.js';

/** What the string of a model names. `shown` is the string as people may see it: without credentials. */
export type ModelId =
  | { readonly kind: 'hosted'; readonly shown: string; readonly provider: HostedProvider; readonly model: string }
  | { readonly kind: 'served'; readonly shown: string; readonly server: ServerKind; readonly model: string }
  | { readonly kind: 'addressed'; readonly shown: string; readonly address: ServerAddress; readonly model: string };

/** Reads the string of a model. A text says what is wrong with it, for people. */
export function readModelId(id: string): ModelId | string {
  return /^\w+:\/\//.test(id) ? readAddressed(id) : readNamed(id);
}

/** What is wrong with the string of a model; undefined for one that {@link resolveModel} can try. */
export function checkModelId(id: string): string | undefined {
  const read = readModelId(id);
  return typeof read === 'string' ? read : undefined;
}

function readNamed(id: string): ModelId | string {
  const [, name = '', model = ''] = /^([^/]*)\/(.*)$/s.exec(id) ?? [];
  const server = [OLLAMA, ANY_SERVER].find((each) => each.name === name);
  const provider = HOSTED_PROVIDERS.get(name);
  const isKnown = server !== undefined || provider !== undefined;
  if (!isKnown && id.includes('#')) return `${quoted(id)} names no model. An address begins with http:// or https://, as in ${EXAMPLE}.`;
  if (!isModelName(model) || !isKnown) {
    return `${quoted(id)} names no model.${meant(name, model)} Write ${FORMS}, or give a model object of the AI SDK.`;
  }
  return server !== undefined
    ? { kind: 'served', shown: id, server, model }
    : { kind: 'hosted', shown: id, provider: provider as HostedProvider, model }; // one of the two was found
}

/** A model behind the name of a provider that is nearly one. */
function meant(name: string, model: string): string {
  const near = isModelName(model) && !NAMES.includes(name) ? closestName(name, NAMES) : undefined;
  return near === undefined ? '' : ` Did you mean ${hideCredentials(`${near}/${model}`)}?`;
}

const NAMES = [...HOSTED_PROVIDERS.keys(), OLLAMA.name, ANY_SERVER.name];
const EXAMPLE = 'http://127.0.0.1:8080/v1#qwen3';
const FORMS = `<provider>/<model> with one of ${NAMES.join(', ')}, or a base URL and a model such as ${EXAMPLE}`;

function readAddressed(id: string): ModelId | string {
  const at = id.indexOf('#');
  if (at < 0) return `${quoted(id)} names a server and no model. Add # and the model, as in ${EXAMPLE}.`;
  const model = id.slice(at + 1);
  if (!isModelName(model)) return `${quoted(id)} names no model after the #. Write it as in ${EXAMPLE}.`;
  if (model.includes('#')) return `${quoted(id)} has two #. Write one inside the address as %23, as in ${EXAMPLE}.`;
  const address = readAddress(id.slice(0, at));
  if (typeof address === 'string') return `${quoted(id)}: what stands before the # ${address}. Write it as in ${EXAMPLE}.`;
  return { kind: 'addressed', shown: `${address.baseUrl}#${model}`, address, model };
}

function isModelName(text: string): boolean {
  return text !== '' && text.trim() === text && !/\p{Cc}/u.test(text);
}

function quoted(id: string): string {
  return JSON.stringify(hideCredentials(id));
}
