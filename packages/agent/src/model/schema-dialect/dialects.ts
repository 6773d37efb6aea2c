import { ANTHROPIC_DIALECT } from './anthropic-dialect.js';
import { GOOGLE_DIALECT } from './google-dialect.js';
import { openAIDialect } from './openai-dialect.js';
import type { SchemaDialect } from './schema-dialect.js';

/** How strictly tools are to be sent, where a provider has a word for it. */
export interface DialectOptions {
  /** Whether OpenAI is to hold its models to the schemas it can hold them to. */
  readonly strict: boolean;
}

interface DialectEntry {
  /** `provider` of the models of the AI SDK, such as `openai.responses` or `google.generative-ai`. */
  readonly provider: RegExp;
  readonly loose: SchemaDialect;
  readonly strict: SchemaDialect;
}

const same = (provider: RegExp, dialect: SchemaDialect): DialectEntry => ({ provider, loose: dialect, strict: dialect });

function openAI(provider: RegExp, api: 'chat' | 'responses'): DialectEntry {
  return { provider, loose: openAIDialect({ api, strict: false }), strict: openAIDialect({ api, strict: true }) };
}

/** The first that matches counts: Google serves Anthropic's models, too. */
const DIALECTS: readonly DialectEntry[] = [
  same(/(^|\.)anthropic(\.|$)/i, ANTHROPIC_DIALECT),
  openAI(/^(openai|azure|azure-openai)\.responses$/, 'responses'),
  openAI(/^(openai|azure|azure-openai)(\.|$)/, 'chat'),
  same(/^google(\.|$)/, GOOGLE_DIALECT),
];

/** By name, of which a program has a few: the search costs 130 ns, and every model request asks. */
const found = new Map<string, DialectEntry | undefined>();

/** The dialect of a provider of the AI SDK, by its name; undefined for one that is sent schemas as they are registered. */
export function dialectOf(provider: string, { strict }: DialectOptions): SchemaDialect | undefined {
  if (!found.has(provider)) {
    found.set(
      provider,
      DIALECTS.find((each) => each.provider.test(provider)),
    );
  }
  const entry = found.get(provider);
  return strict ? entry?.strict : entry?.loose;
}
