import type { FilePart } from '@tackroom/core';
import { readProviderOptions, storableOptions } from './model-reply.js';

/** Reads a generated file: base64 text or bytes, plain (v2, v3) or tagged as data or URL (v4). Undefined if it is none. */
export function readFilePart(part: Readonly<Record<string, unknown>>): FilePart | undefined {
  const data = fileData(part['data']);
  const { mediaType, providerMetadata } = part;
  if (data === undefined || typeof mediaType !== 'string') return undefined;
  const providerOptions = storableOptions(readProviderOptions(providerMetadata));
  return providerOptions === undefined ? { type: 'file', mediaType, data } : { type: 'file', mediaType, data, providerOptions };
}

function fileData(data: unknown): FilePart['data'] | undefined {
  if (typeof data === 'string') return { type: 'data', data };
  if (data instanceof Uint8Array) return { type: 'data', data: Buffer.from(data).toString('base64') };
  if (data instanceof URL) return { type: 'url', url: data.href };
  if (typeof data !== 'object' || data === null) return undefined;
  const tagged = data as { readonly type?: unknown; readonly data?: unknown; readonly url?: unknown };
  if (tagged.type === 'data') return fileData(tagged.data);
  if (tagged.type === 'url') return typeof tagged.url === 'string' ? urlData(tagged.url) : fileData(tagged.url);
  return undefined;
}

/** What is no address cannot be sent back. */
function urlData(url: string): FilePart['data'] | undefined {
  return URL.canParse(url) ? { type: 'url', url } : undefined;
}
