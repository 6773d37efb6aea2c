/** Longer texts are only compared line by line. */
const MAX_FOLDED = 2_000_000;
const MAX_LINES = 50_000;
const MAX_WANTED_LINES = 200;
const MAX_LINE = 300;
/** Share of pairs of characters that two lines must have in common to be taken for each other. */
const LEAST_LIKENESS = 0.4;

/**
 * Where in a text the part begins that somebody who wrote `wanted` most likely meant: the same but for white space, line
 * ends and the look of characters; else where most of its lines are; else the line most like its longest. Undefined when
 * nothing comes close. Time is bounded, whatever the texts.
 */
export function closestStart(text: string, wanted: string): number | undefined {
  return startByLook(text, wanted) ?? startByLines(text, wanted);
}

function startByLook(text: string, wanted: string): number | undefined {
  if (text.length > MAX_FOLDED) return undefined;
  const look = fold(wanted).text.trim();
  if (look === '') return undefined;
  const folded = fold(text);
  const found = folded.text.indexOf(look);
  if (found === -1) return undefined;
  const start = folded.origins[found] ?? 0;
  // White space in front of `wanted` stands before what was found.
  const lead = /^\s*/.exec(wanted)?.[0].length ?? 0;
  return lead === 0 ? start : start - (/[^\S\n]*$/.exec(text.slice(Math.max(0, start - 400), start))?.[0].length ?? 0);
}

const LOOKS: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2026': '.',
};

/** The text as it looks, and for each character of that where it comes from. */
function fold(text: string): { readonly text: string; readonly origins: Uint32Array } {
  const origins = new Uint32Array(text.length + 1);
  const kept: string[] = [];
  let last = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\r' || /[\u200b-\u200d\ufeff]/.test(character)) continue;
    const isSpace = character !== '\n' && /\s/.test(character);
    if (isSpace && (last === ' ' || last === '\n')) continue;
    if (character === '\n' && last === ' ') kept.pop();
    last = isSpace ? ' ' : (LOOKS[character] ?? character);
    origins[kept.length] = at;
    kept.push(last);
  }
  return { text: kept.join(''), origins };
}

function startByLines(text: string, wanted: string): number | undefined {
  const lines = text.split('\n', MAX_LINES);
  const wantedLines = wanted.split('\n', MAX_WANTED_LINES).map((line) => line.trim());
  const line = mostCommonStart(lines, wantedLines) ?? mostAlike(lines, wantedLines);
  if (line === undefined) return undefined;
  let start = 0;
  for (const before of lines.slice(0, line)) start += before.length + 1;
  const first = wanted.split('\n', 1)[0]?.trimEnd() ?? '';
  // `wanted` may begin in the middle of a line.
  const inLine = first === '' ? 0 : Math.max(0, (lines[line] ?? '').indexOf(first));
  return start + inLine;
}

/** Each line that both have says where the other would begin; the place that most lines say wins. */
function mostCommonStart(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const places = new Map<string, number[]>();
  for (const [index, line] of wanted.entries()) if (line.length > 2) places.set(line, [...(places.get(line) ?? []), index]);
  const votes = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    for (const place of places.get(line.trim()) ?? []) votes.set(index - place, (votes.get(index - place) ?? 0) + 1);
  }
  const [best] = [...votes].sort(([a, most], [b, more]) => more - most || a - b);
  return best === undefined ? undefined : Math.max(0, best[0]);
}

function mostAlike(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = [...wanted].sort((a, b) => b.length - a.length)[0] ?? '';
  if (longest.length < 3) return undefined;
  const pairs = pairsOf(longest);
  let best: { readonly line: number; readonly likeness: number } | undefined;
  for (const [line, text] of lines.entries()) {
    const trimmed = text.trim();
    // Of lines with the same pairs the one of the same length is meant.
    const apart = Math.abs(trimmed.length - longest.length) / (trimmed.length + longest.length);
    const likeness = likenessOf(pairs, pairsOf(trimmed)) - apart;
    if (likeness > (best?.likeness ?? LEAST_LIKENESS)) best = { line, likeness };
  }
  return best && Math.max(0, best.line - wanted.indexOf(longest));
}

function pairsOf(line: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < Math.min(line.length, MAX_LINE); at += 1) pairs.add(line.slice(at, at + 2));
  return pairs;
}

/** Sørensen–Dice coefficient. */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / Math.max(1, a.size + b.size);
}
