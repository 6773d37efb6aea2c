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

/**
 * Puts the source's text into the code block that follows a line `<!-- snippet: path#region -->`; where none follows, a new one
 * is put there.
 */
export function syncDocument(root: string, document: string): SyncedDocument {
  const lines = document.split('\n');
  const out: string[] = [];
  const problems: { line: number; message: string }[] = [];
  const changed: number[] = [];
  let snippets = 0;
  for (let at = 0; at < lines.length;) {
    const source = MARK.exec(lines[at] ?? '')?.groups?.['source'];
    if (source === undefined) {
      // A code block is passed on as a whole: a mark inside one is only shown.
      const end = (closingFence(lines, at) ?? at) + 1;
      out.push(...lines.slice(at, end));
      at = end;
      continue;
    }
    snippets += 1;
    const { first, end } = blockAfter(lines, at);
    const snippet = readSnippet(root, source);
    const before = lines.slice(at + 1, end);
    const after = 'problem' in snippet ? before : ['', ...blockOf(snippet.text, source, lines[first] ?? '')];
    if ('problem' in snippet) problems.push({ line: at + 1, message: snippet.problem });
    else if (after.join('\n') !== before.join('\n')) changed.push(at + 1);
    out.push(lines[at] ?? '', ...after);
    at = end;
  }
  return { text: out.join('\n'), snippets, problems, changed };
}

/** The code block that follows line `at`, from its first line to the one after its last; empty if none follows. */
function blockAfter(lines: readonly string[], at: number): { readonly first: number; readonly end: number } {
  const first = lines.findIndex((line, index) => index > at && line.trim() !== '');
  const last = closingFence(lines, first);
  return last === undefined ? { first: at + 1, end: at + 1 } : { first, end: last + 1 };
}

function blockOf(text: string, source: string, opening: string): readonly string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const given = FENCE.exec(opening)?.groups?.['info']?.trim();
  const language = LANGUAGES[extname(source.split('#')[0] ?? '')] ?? '';
  return [`${fence}${given || language}`, ...text.split('\n'), fence];
}

/** The line that closes the code block which line `open` begins; `undefined` if it begins none. */
function closingFence(lines: readonly string[], open: number): number | undefined {
  const fence = FENCE.exec(lines[open] ?? '')?.groups?.['fence'];
  if (fence === undefined) return undefined;
  const at = lines.findIndex((line, index) => index > open && line.startsWith(fence) && line.replaceAll(fence.charAt(0), '').trim() === '');
  return at === -1 ? lines.length - 1 : at;
}
