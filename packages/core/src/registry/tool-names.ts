import { nameSimilarity } from '../schema/name-similarity.js';

/** Longest name that is looked at beyond the exact lookup; providers accept 64 characters, prefixes come on top. */
const MAX_NAME_LENGTH = 256;
/** Characters of an unknown name that are quoted back. */
const MAX_QUOTED_LENGTH = 80;
/** Names listed to the model before the rest is only counted. */
const MAX_LISTED_NAMES = 50;
const MAX_SUGGESTIONS = 3;
/** Below this, two names have too little in common to suggest one for the other. */
const LEAST_SIMILARITY = 0.85;

/** Prefixes that models put before a name because their training shows tools in such a namespace. */
const PREFIXES = ['functions.', 'tools.', 'default_api:'] as const;

/** The tool that a name means: as registered, or after its formatting was repaired. */
export interface ResolvedToolName {
  readonly kind: 'exact' | 'repaired';
  readonly name: string;
}

/** A name that no tool may be run for, and what to tell the model. */
export interface UnknownToolName {
  readonly kind: 'unknown';
  /** One line for the model: what is wrong, the closest names, the available ones. */
  readonly message: string;
  /** At most three registered names that resemble it, best first. */
  readonly suggestions: readonly string[];
}

/**
 * Finds the tool that a model means. A registered name is looked up in one step; anything else is repaired only where it
 * differs by formatting (white space around it, letter case, `-` `_` `.` space and camelCase boundaries, a known prefix)
 * from exactly one registered name. Resemblance only makes suggestions, it never selects a tool.
 */
export class ToolNames {
  private readonly exact: ReadonlyMap<string, ResolvedToolName>;
  /** Built on the first miss: registered names by their form without formatting. */
  private formless: ReadonlyMap<string, readonly string[]> | undefined;
  private available: string | undefined;

  constructor(names: Iterable<string>) {
    this.exact = new Map(Array.from(names, (name) => [name, Object.freeze({ kind: 'exact', name })]));
  }

  /** The tool that `name` means, or why none may be run. Never throws. */
  resolve(name: string): ResolvedToolName | UnknownToolName {
    const exact = this.exact.get(name);
    if (exact !== undefined) return exact;
    // Callers in plain JavaScript, and models, may give anything for a name.
    if (typeof name !== 'string') return this.unknown(String(JSON.stringify(name)), []);
    if (name.length > MAX_NAME_LENGTH) return this.unknown(name, []);
    const written = withoutPrefixes(name.trim());
    const matches = this.matching(written);
    const only = matches[0];
    if (only !== undefined && matches.length === 1) return { kind: 'repaired', name: only };
    return matches.length > 1 ? this.ambiguous(name, matches) : this.unknown(name, this.similarTo(written));
  }

  /** Registered names that differ from any of the spellings by formatting alone, by name. */
  private matching(spellings: readonly string[]): readonly string[] {
    this.formless ??= indexByForm(this.exact.keys());
    const found = new Set<string>();
    for (const spelling of spellings) {
      for (const name of this.formless.get(withoutFormatting(spelling)) ?? []) found.add(name);
    }
    return [...found].sort();
  }

  private similarTo(spellings: readonly string[]): readonly string[] {
    this.formless ??= indexByForm(this.exact.keys());
    const written = spellings.map((spelling) => spelling.toLowerCase());
    const forms = spellings.map(withoutFormatting);
    const candidates: { readonly name: string; readonly likeness: number }[] = [];
    for (const [form, names] of this.formless) {
      const likeness = closest(forms, form);
      for (const name of names) candidates.push({ name, likeness: Math.max(likeness, closest(written, name.toLowerCase())) });
    }
    return candidates
      .filter((candidate) => candidate.likeness > 0)
      .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1))
      .slice(0, MAX_SUGGESTIONS)
      .map((candidate) => candidate.name);
  }

  private ambiguous(name: string, matches: readonly string[]): UnknownToolName {
    const suggestions = matches.slice(0, MAX_SUGGESTIONS);
    const message = `Tool name ${quote(name)} is ambiguous: write ${alternatives(suggestions)} exactly. ${this.listing()}`;
    return { kind: 'unknown', message, suggestions };
  }

  private unknown(name: string, suggestions: readonly string[]): UnknownToolName {
    const hint = suggestions.length > 0 ? ` Did you mean ${alternatives(suggestions)}?` : '';
    return { kind: 'unknown', message: `Unknown tool ${quote(name)}.${hint} ${this.listing()}`, suggestions };
  }

  private listing(): string {
    this.available ??= listNames([...this.exact.keys()].sort());
    return this.available;
  }
}

/** The name as written, and what is left of it after each known prefix. */
function withoutPrefixes(name: string): readonly string[] {
  const spellings = [name];
  for (let rest = name; ;) {
    const start = rest.toLowerCase();
    const prefix = PREFIXES.find((candidate) => start.startsWith(candidate));
    if (prefix === undefined) return spellings;
    rest = rest.slice(prefix.length);
    spellings.push(rest);
  }
}

function indexByForm(names: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const name of names) {
    const form = withoutFormatting(name);
    if (form === '') continue;
    const same = index.get(form);
    if (same === undefined) index.set(form, [name]);
    else same.push(name);
  }
  return index;
}

/**
 * Letters and digits of a name, in lower case. A separator between two digits stays (as `_`): `v1_1` is not `v11`. Only
 * ASCII case is folded, so that no look-alike letter of another script becomes a registered name.
 */
function withoutFormatting(name: string): string {
  return name
    .replace(/[-_. ]+/g, (run, at: number) => (isDigit(name[at - 1]) && isDigit(name[at + run.length]) ? '_' : ''))
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9';
}

/**
 * The best likeness of one of the spellings to `name`, 0 when all are too far. Names are compared as written and without
 * formatting, and the nearer counts: a missing letter weighs less among separators.
 */
function closest(spellings: readonly string[], name: string): number {
  return Math.max(...spellings.map((spelling) => nameSimilarity(spelling, name, LEAST_SIMILARITY)));
}

function listNames(sorted: readonly string[]): string {
  if (sorted.length === 0) return 'No tools are available.';
  const rest = sorted.length - MAX_LISTED_NAMES;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return `Available tools: ${sorted.slice(0, MAX_LISTED_NAMES).join(', ')}${more}.`;
}

function alternatives(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`;
}

/** Quoted and clipped between code points; what would break or reorder the line is escaped. */
function quote(name: string): string {
  const isClipped = name.length > MAX_QUOTED_LENGTH;
  const shown = isClipped ? `${name.slice(0, MAX_QUOTED_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : name;
  const text = JSON.stringify(shown).replace(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, escapeUnit);
  return isClipped ? `${text} (${name.length} characters)` : text;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
