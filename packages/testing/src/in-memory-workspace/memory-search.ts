import { ToolFailure } from '@tackroom/core';
import type { GlobQuery, GlobResult, GrepMatch, GrepQuery, GrepResult } from '@tackroom/core';
import { IgnoreRules } from './ignore-rules.js';
import { compileLinePattern } from './line-pattern.js';
import type { MemoryDirectory, MemoryNode } from './memory-tree.js';
import { pathFailure, showPath } from './path-failure.js';
import { compilePathGlob } from './path-glob.js';

const MAX_SHOWN_CHARS = 400;
const LEAD_CHARS = 120;

/** Where a search begins, and how the nodes above it are found. */
export interface SearchBase {
  readonly segments: readonly string[];
  /** How many of them stand for the root itself. */
  readonly rootDepth: number;
  find(segments: readonly string[]): MemoryNode;
}

/** A file that a search came across. */
interface Walked {
  readonly segments: readonly string[];
  readonly bytes: Uint8Array;
  readonly ignored: boolean;
}

/** Finds files below `base` by name. Throws `ToolFailure`. */
export function globTree(base: SearchBase, query: GlobQuery): GlobResult {
  checkQuery(query);
  const matches = compilePathGlob(query.pattern);
  const found = [...walkTree(base)].filter(({ segments }) => matches(segments.slice(base.segments.length).join('/')));
  const wanted = query.includeIgnored === true ? found : found.filter(({ ignored }) => !ignored);
  const more = wanted.length > query.limit;
  return {
    matches: wanted.slice(0, query.limit).map(({ segments }) => segments.join('/')),
    more,
    ignored: more ? 0 : found.length - wanted.length,
    warnings: [],
  };
}

/** Finds lines in the files below `base`, or in the file that it names. Throws `ToolFailure`. */
export function grepTree(base: SearchBase, query: GrepQuery): GrepResult {
  checkQuery(query);
  const program = compileLinePattern(query.pattern);
  const hits: Hit[] = [];
  for (const { segments, bytes, ignored } of filesToRead(base, query.include)) {
    if (bytes.includes(0)) continue;
    const lines = linesOf(bytes);
    for (const [index, line] of lines.entries()) {
      const end = program.search(Array.from(line));
      if (end !== undefined) hits.push({ lines, path: segments.join('/'), index, end, ignored });
    }
  }
  const wanted = query.includeIgnored === true ? hits : hits.filter(({ ignored }) => !ignored);
  return {
    matches: showHits(wanted.slice(0, query.limit), query.context ?? 0),
    more: wanted.length > query.limit,
    ignored: wanted.length > 0 ? 0 : hits.length,
    warnings: [],
  };
}

/** A line that matches; `end` is where its first match ends, in code points. */
interface Hit {
  readonly lines: readonly string[];
  readonly path: string;
  readonly index: number;
  readonly end: number;
  readonly ignored: boolean;
}

function filesToRead(base: SearchBase, include: string | undefined): readonly Walked[] {
  const node = base.find(base.segments);
  const wanted = include === undefined ? () => true : compilePathGlob(include);
  if (node.kind === 'file') return [{ segments: base.segments, bytes: node.bytes, ignored: false }];
  return [...walkTree(base)].filter(({ segments }) => wanted(segments.slice(base.segments.length).join('/')));
}

/** Matching lines and their neighbours, each line once. */
function showHits(hits: readonly Hit[], context: number): GrepMatch[] {
  const around = Math.max(0, Math.trunc(context));
  const shown: GrepMatch[] = [];
  for (const [place, { lines, path, index, end }] of hits.entries()) {
    const before = hits[place - 1];
    const after = hits[place + 1];
    const from = before?.path === path ? Math.max(index - around, Math.min(index, before.index + around + 1)) : index - around;
    const to = after?.path === path ? Math.min(index + around, after.index - 1) : index + around;
    for (let at = Math.max(0, from); at <= Math.min(lines.length - 1, to); at++) {
      shown.push({ path, line: at + 1, text: clip(lines[at] ?? '', at === index ? end : 0), isContext: at !== index });
    }
  }
  return shown;
}

/** Regular files below a directory, in path order: names by code point, what is in a directory right after its name. */
function* walkTree({ segments: base, rootDepth, find }: SearchBase): Generator<Walked> {
  const node = find(base);
  if (node.kind !== 'directory') throw pathFailure('PATH_NOT_DIRECTORY', `${showPath(base)} is not a directory.`);
  const above = base.slice(rootDepth).map((_, depth) => {
    const way = base.slice(0, rootDepth + depth);
    return IgnoreRules.read(way, readerOf(find(way))).forSearchIn(base);
  });
  yield* walkDirectory(node, base, above, false);
}

function* walkDirectory(
  directory: MemoryDirectory,
  way: readonly string[],
  above: readonly IgnoreRules[],
  allIgnored: boolean,
): Generator<Walked> {
  const rules = [...above, IgnoreRules.read(way, readerOf(directory))];
  const names = [...directory.children].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const [name, node] of names) {
    if (name === '.git' || name === '.tackroom' || node.kind === 'link') continue;
    const segments = [...way, name];
    const verdicts = rules.map((rule) => rule.verdict(segments, node.kind === 'directory'));
    const ignored = allIgnored || (verdicts.findLast((verdict) => verdict !== undefined) ?? false);
    if (node.kind === 'file') yield { segments, bytes: node.bytes, ignored };
    else yield* walkDirectory(node, segments, rules, ignored);
  }
}

function readerOf(node: MemoryNode): (name: string) => string | undefined {
  return (name) => {
    const file = node.kind === 'directory' ? node.children.get(name) : undefined;
    return file?.kind === 'file' ? Buffer.from(file.bytes).toString('utf8') : undefined;
  };
}

function linesOf(bytes: Uint8Array): readonly string[] {
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  const last = lines.pop() ?? '';
  const fed = lines.map((line) => line.replace(/\r$/, ''));
  return last === '' ? fed : [...fed, last];
}

/** The part of a line around a place, counted in code points. */
function clip(line: string, place: number): string {
  if (Buffer.byteLength(line) <= MAX_SHOWN_CHARS) return line;
  const characters = Array.from(line);
  const from = Math.max(0, Math.min(place - LEAD_CHARS, characters.length - MAX_SHOWN_CHARS));
  const to = Math.min(characters.length, from + MAX_SHOWN_CHARS);
  return `${from > 0 ? '…' : ''}${characters.slice(from, to).join('')}${to < characters.length ? '…' : ''}`;
}

function checkQuery({ limit, signal }: Pick<GlobQuery, 'limit' | 'signal'>): void {
  if (signal?.aborted === true) throw new ToolFailure('The search was cancelled.', { code: 'SEARCH_CANCELLED' });
  if (Number.isSafeInteger(limit) && limit >= 1) return;
  throw new ToolFailure('The limit of a search must be a whole number from 1.', { code: 'SEARCH_FAILED' });
}
