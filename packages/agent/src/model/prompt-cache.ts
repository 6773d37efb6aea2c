import { createHash } from 'node:crypto';
import type { FunctionTool, ProviderOptions } from '@tackroom/core';

/** How a provider is told what it may cache. */
export interface CacheHint {
  /** Goes with the request. */
  readonly request: ProviderOptions | undefined;
  /** Marks the end of a stretch to cache: the system prompt, and the newest message. */
  readonly mark: ProviderOptions | undefined;
}

const ANTHROPIC: CacheHint = { request: undefined, mark: { anthropic: { cacheControl: { type: 'ephemeral' } } } };

/**
 * The hint for a provider of the AI SDK, by its name. Undefined for one that caches by itself, or not at all. `prefixKey`
 * makes the digest of what all requests of a run begin with.
 */
export function cacheHint(provider: string, prefixKey: () => string): CacheHint | undefined {
  if (/(^|\.)anthropic(\.|$)/.test(provider)) return ANTHROPIC;
  if (/^(openai|azure)(\.|$)/.test(provider)) return { request: { openai: { promptCacheKey: prefixKey() } }, mark: undefined };
  return undefined;
}

const digests = new WeakMap<readonly FunctionTool[], string>();

/** Digest of a system prompt and the tools that are offered: equal for requests that can share a cached prefix. */
export function prefixKey(system: string, tools: readonly FunctionTool[]): string {
  let offered = digests.get(tools);
  if (offered === undefined) {
    offered = sha256(JSON.stringify(tools));
    digests.set(tools, offered);
  }
  return sha256(JSON.stringify([system, offered]));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
