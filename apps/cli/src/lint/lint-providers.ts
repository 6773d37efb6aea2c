import { dialectOf, providerNameProblem, type DialectNote, type DialectProvider } from 'tackroom';
import type { LintedTool, LintFinding, LintLevel } from './lint-finding.js';

/** A model of each provider, by the name that the AI SDK gives it; that of the interface which takes least. */
const MODELS: Readonly<Record<DialectProvider, string>> = {
  openai: 'openai.chat',
  anthropic: 'anthropic.messages',
  google: 'google.generative-ai',
};

/** The providers that tools can be looked at for. */
export const LINT_PROVIDERS = Object.keys(MODELS) as readonly DialectProvider[];

const NOTES: Readonly<
  Record<DialectNote['kind'], { readonly level: LintLevel; readonly rule: string; readonly say: (text: string) => string }>
> = {
  lost: { level: 'warning', rule: 'provider-lost', say: (text) => `the model is not told: ${text}` },
  adapted: { level: 'info', rule: 'provider-adapted', say: (text) => text },
  'not-strict': { level: 'info', rule: 'provider-not-strict', say: (text) => `cannot be strict: ${text}` },
};

/** What a provider refuses of a tool, and what of it a model of that provider is told in another way, or not at all. */
export function lintProvider(tool: LintedTool, provider: DialectProvider): readonly LintFinding[] {
  const refusal = providerNameProblem(tool.name, provider);
  const refused: readonly LintFinding[] =
    refusal === undefined ? [] : [{ level: 'error', rule: 'provider-name-refused', tool: tool.name, provider, message: refusal }];
  const notes = dialectOf(MODELS[provider], { strict: false })?.copy(tool).notes ?? [];
  const strict = dialectOf(MODELS[provider], { strict: true })?.copy(tool).notes ?? [];
  const all = [...notes, ...strict.filter(({ kind }) => kind === 'not-strict')];
  return [...refused, ...all.map((note) => findingOf(note, tool.name, provider))];
}

function findingOf({ kind, path, text }: DialectNote, tool: string, provider: DialectProvider): LintFinding {
  const { level, rule, say } = NOTES[kind];
  return { level, rule, tool, provider, ...(path === '' ? {} : { path }), message: say(text) };
}
