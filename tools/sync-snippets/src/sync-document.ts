import { extname } from 'node:path';
import { readSnippet } from './read-snippet.js';

/** A document with every snippet brought up to date, and what stood in the way. */
export interface SyncedDocument {
  readonly text: string;
  /** How many snippets the document names. */
  readonly snippets: number;
  /** Lines count from 1, in the document as it was. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** Lines of the marks whose code block was not what the source says. */
  readonly changed: readonly number[];
}

const MARK = /^<!-- snippet: (?<source>\S+) -->$/;
const FENCE = /^(?<fence>`{3,}|~{3,})(?<info>.*)$/;

const LANGUAGES: Readonly<Record<string, string>> = { '.ts': 'ts', '.mts': 'ts', '.js': 'js', '.mjs': 'js', '.json': 'json', '.sh': 'sh' };

/** Puts the source's text into each code block that follows a line `<!-- snippet: path#region -->`. */
export function syncDocument(root: string, document: string): SyncedDocument {
  const lines = document.split('\n');
  const out: string[] = [];
  const problems: { line: number; message: string }[] = [];
  const changed: number[] = [];
  let snippets = 0;
  for (let at = 0; at < lines.length;) {
    const source = MARK.exec(lines[at] ?? '')?.groups?.['source'];
    // What is not marked is passed on, a code block as a whole: a mark inside one is only shown.
    const open = source === undefined ? at : nextFilled(lines, at + 1);
    const close = closingFence(lines, open) ?? open;
    const block = lines.slice(open, close + 1);
    out.push(...lines.slice(at, open));
    const synced = source === undefined ? block : syncBlock(root, source, block);
    if (source !== undefined) snippets += 1;
    if (typeof synced === 'string') problems.push({ line: at + 1, message: synced });
    else if (synced.join('\n') !== block.join('\n')) changed.push(at + 1);
    out.push(...(typeof synced === 'string' ? block : synced));
    at = close + 1;
  }
  return { text: out.join('\n'), snippets, problems, changed };
}

/** The block with the source's text in it, or why that cannot be. */
function syncBlock(root: string, source: string, block: readonly string[]): readonly string[] | string {
  const opening = FENCE.exec(block[0] ?? '');
  if (opening === null) return 'No code block follows this snippet mark.';
  const snippet = readSnippet(root, source);
  if ('problem' in snippet) return snippet.problem;
  const longest = Math.max(2, ...(snippet.text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const language = LANGUAGES[extname(source.split('#')[0] ?? '')] ?? '';
  return [`${fence}${opening.groups?.['info']?.trim() || language}`, ...snippet.text.split('\n'), fence];
}

function nextFilled(lines: readonly string[], from: number): number {
  const at = lines.findIndex((line, index) => index >= from && line.trim() !== '');
  return at === -1 ? lines.length : at;
}

/** The line that closes the code block which line `open` begins; `undefined` if it begins none. */
function closingFence(lines: readonly string[], open: number): number | undefined {
  const fence = FENCE.exec(lines[open] ?? '')?.groups?.['fence'];
  if (fence === undefined) return undefined;
  const at = lines.findIndex((line, index) => index > open && line.startsWith(fence) && line.replaceAll(fence.charAt(0), '').trim() === '');
  return at === -1 ? lines.length - 1 : at;
}
