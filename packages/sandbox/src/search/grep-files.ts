import { ToolFailure, type GrepMatch, type GrepQuery, type GrepResult } from '@tackroom/core';
import { openHostFile } from '../workspace/host-file.js';
import { alongside } from './alongside.js';
import { badPattern, checkLinePattern } from './bad-pattern.js';
import { clipLine, fitsLine } from './clip-line.js';
import { findDeeperFile } from './list-names.js';
import { clipHugeLine, locateInLines, type Locator } from './locate-match.js';
import { MatchRecords, RECORD_OPTIONS, type MatchRecord } from './match-records.js';
import { compilePathGlob, type PathGlob } from './path-glob.js';
import { comparePaths } from './path-order.js';
import { complaints, runRipgrep, type RipgrepEnd } from './ripgrep-process.js';
import { textStart } from './text-lines.js';
import { checkLimit, depthWarning, nameOptions, readWarnings, SearchBase, type SearchContext } from './search-base.js';

/** Of lines too long to hold, so many are read from their file to show them around the match; the rest from their beginning. */
const MAX_HUGE_LINES = 16;
const MAX_IGNORED_COUNTED = 1_000;

interface Found {
  readonly records: readonly MatchRecord[];
  readonly more: boolean;
  /** The match that was one too many. */
  readonly beyond: readonly MatchRecord[];
  readonly end: RipgrepEnd;
  readonly binary: MatchRecords['binary'];
}

type Search = (mode: { readonly includeIgnored: boolean; readonly sorted: boolean; readonly limit: number }) => Promise<Found>;

/**
 * Finds lines in the files below `path`, or in the one file that it names (relative to the root). Undefined when not all that
 * ripgrep printed was found again in the workspace: something was moved meanwhile. Rejects with `ToolFailure`.
 */
export async function grepFiles(context: SearchContext, path: string, query: GrepQuery): Promise<GrepResult | undefined> {
  checkLimit(query);
  checkLinePattern(query.pattern);
  const include = query.include === undefined ? undefined : compilePathGlob(query.include);
  const entry = await context.tree.entry(path, true);
  await entry.directory.close();
  if (!entry.stats.isDirectory()) return grepOneFile(context, path, query);
  return SearchBase.with(context, path, async (base) => {
    const search: Search = (mode) => searchDirectory(base, include, query, mode);
    const includeIgnored = query.includeIgnored === true;
    return alongside(
      query.signal,
      (signal) => findDeeperFile(base, query, signal),
      async (looking) => {
        // Without an order ripgrep searches in parallel. Only a list that must be cut needs the order, and is over soon.
        const unsorted = await search({ includeIgnored, sorted: false, limit: query.limit });
        if (unsorted.more) looking.giveUp();
        const found = unsorted.more ? await search({ includeIgnored, sorted: true, limit: query.limit }) : unsorted;
        if (unsorted.more && !found.more) return undefined;
        await checkOutcome(context, query, found);
        const hidden = found.records.length > 0 || includeIgnored ? [] : await findIgnored(search);
        const deeper = found.more ? undefined : await looking.result;
        if (!(await isInside(base, found, { hidden, deeper }))) return undefined;
        const records = [...found.records].sort((a, b) => comparePaths(a.path, b.path) || a.line - b.line);
        const fromRoot = records.map((record) => ({ ...record, path: base.fromRoot(record.path) }));
        return {
          matches: await showMatches(context, query, fromRoot),
          more: found.more,
          ignored: hidden.length,
          warnings: [
            ...readWarnings(found.end, path),
            ...binaryWarnings(found, (name) => base.fromRoot(name)),
            ...(deeper === undefined ? [] : [depthWarning(context.maxDepth)]),
          ],
        };
      },
    );
  });
}

async function isInside(
  base: SearchBase,
  found: Found,
  { hidden, deeper }: { readonly hidden: readonly MatchRecord[]; readonly deeper: string | undefined },
): Promise<boolean> {
  const binary = found.binary.map(({ path, offset }) => ({ path, line: 0, offset, text: Buffer.of(0) }));
  const lines = [...found.records, ...found.beyond, ...hidden, ...binary];
  const names = deeper === undefined ? [] : [deeper];
  return (await base.inside.hasLines(lines)) && (await base.inside.hasEntries(names)) && (await base.hasComplaints(found.end));
}

async function searchDirectory(
  base: SearchBase,
  include: PathGlob | undefined,
  query: GrepQuery,
  mode: Parameters<Search>[0],
): Promise<Found> {
  const reader = new MatchRecords();
  const collected = collect(
    reader,
    { limit: mode.limit, around: contextOf(query) },
    (path) => include === undefined || include.matches(path),
  );
  const end = await base.run({
    args: [
      ...patternOptions(query),
      ...nameOptions(include?.names),
      ...(mode.sorted ? ['--sort=path'] : []),
      '-e',
      query.pattern,
      '--',
      './',
    ],
    includeIgnored: mode.includeIgnored,
    signal: query.signal,
    onOutput: collected.onOutput,
  });
  reader.end();
  return { ...collected.found(), end, binary: reader.binary };
}

/** The file is handed over open: no name is looked up again. */
async function grepOneFile(context: SearchContext, path: string, query: GrepQuery): Promise<GrepResult> {
  const file = await openHostFile(context.tree, path);
  try {
    const reader = new MatchRecords();
    const collected = collect(reader, { limit: query.limit, around: contextOf(query) }, () => true);
    const end = await runRipgrep({
      binary: await context.ripgrep(),
      args: ['--no-config', '--color=never', ...patternOptions(query), '-e', query.pattern, '--', '-'],
      directory: process.platform === 'win32' ? '.' : '/',
      stdin: file.descriptor,
      signal: query.signal,
      onOutput: collected.onOutput,
    });
    reader.end();
    const found = { ...collected.found(), end, binary: reader.binary };
    await checkOutcome(context, query, found);
    const records = found.records.map((record) => ({ ...record, path }));
    const matches = await showMatches(context, query, records);
    return { matches, more: found.more, ignored: 0, warnings: [...readWarnings(end), ...binaryWarnings(found, () => path)] };
  } finally {
    await file.close();
  }
}

function patternOptions(query: GrepQuery): string[] {
  const around = contextOf(query);
  return [...RECORD_OPTIONS, '--crlf', ...(around === 0 ? [] : [`--context=${around}`])];
}

function contextOf({ context = 0 }: GrepQuery): number {
  return Math.max(0, Math.trunc(context));
}

interface Bounds {
  readonly limit: number;
  /** Lines of context on each side of a match. */
  readonly around: number;
}

/** Drops context that stands before a match which is not shown. */
function dropUnowned(records: MatchRecord[], around: number): void {
  const last = records.findLastIndex((record) => !record.isContext);
  const { path, line } = records[last] ?? { path: '', line: 0 };
  while (records.length > last + 1) {
    const record = records.at(-1);
    if (record !== undefined && record.path === path && record.line <= line + around) return;
    records.pop();
  }
}

/** Collects up to `limit` matching lines and what stands around them; one more ends the search. */
function collect(reader: MatchRecords, { limit, around }: Bounds, wanted: (path: string) => boolean) {
  const records: MatchRecord[] = [];
  let count = 0;
  const beyond: MatchRecord[] = [];
  let last: { readonly path: string; readonly wanted: boolean } | undefined;
  const take = (record: MatchRecord): boolean => {
    if (last?.path !== record.path) last = { path: record.path, wanted: wanted(record.path) };
    if (!last.wanted) return true;
    if (!record.isContext && count === limit) {
      beyond.push(record);
      dropUnowned(records, around);
    } else records.push(record);
    if (!record.isContext) count += 1;
    return beyond.length === 0;
  };
  return {
    found: () => ({ records, beyond, more: beyond.length > 0 }),
    onOutput: (chunk: Buffer) => reader.push(chunk, take),
  };
}

/** ripgrep says 2 for a bad pattern and for an unreadable file alike: the pattern alone, over nothing, tells them apart. */
async function checkOutcome(context: SearchContext, query: GrepQuery, found: Found): Promise<void> {
  if (found.end.code !== 2 || found.records.length > 0) return;
  const alone = await runRipgrep({
    binary: await context.ripgrep(),
    args: ['--no-config', '--crlf', '-e', query.pattern, '--', '-'],
    directory: process.platform === 'win32' ? '.' : '/',
    signal: query.signal,
    onOutput: () => true,
  });
  if (alone.code === 2) throw badPattern(patternProblem(alone.stderr));
  if (readWarnings(found.end).length === 0)
    throw new ToolFailure('The search failed. Try again with a narrower path.', { code: 'SEARCH_FAILED' });
}

/** The one line of ripgrep's message that says what is wrong. */
function patternProblem(stderr: string): string {
  const error = stderr.split('\n').find((line) => line.startsWith('error: '));
  return (error?.slice('error: '.length) ?? complaints(stderr)[0] ?? 'ripgrep refused it').replace(/\.$/, '');
}

async function findIgnored(search: Search): Promise<readonly MatchRecord[]> {
  const found = await search({ includeIgnored: true, sorted: false, limit: MAX_IGNORED_COUNTED });
  return found.records.filter((record) => !record.isContext);
}

function binaryWarnings(found: Found, fromRoot: (path: string) => string): readonly string[] {
  const withMatches = new Set(found.records.map((record) => record.path));
  return found.binary.map(({ path, offset }) =>
    withMatches.has(path)
      ? `searched in part: ${fromRoot(path)} is binary from byte ${offset} on`
      : `not searched: ${fromRoot(path)} is a binary file`,
  );
}

async function showMatches(context: SearchContext, query: GrepQuery, records: readonly MatchRecord[]): Promise<readonly GrepMatch[]> {
  const long = records.filter((record) => !record.isContext && !fitsLine(record.text));
  const shown = new Map<MatchRecord, string>();
  if (long.length > 0) {
    const locator: Locator = { binary: await context.ripgrep(), pattern: query.pattern, signal: query.signal };
    const places = await locateInLines(
      locator,
      long.map((record) => record.text),
    );
    let huge = 0;
    for (const [index, record] of long.entries()) {
      const place = places[index];
      if (place !== undefined) shown.set(record, clipLine(record.text, place, { before: false, after: record.cut }));
      else if (record.cut && (huge += 1) <= MAX_HUGE_LINES)
        shown.set(record, (await clipFromFile(context, locator, record)) ?? clipHead(record));
    }
  }
  return records.map((record) => {
    const text = shown.get(record) ?? clipHead(record);
    return { path: record.path, line: record.line, text, isContext: record.isContext };
  });
}

async function clipFromFile(context: SearchContext, locator: Locator, record: MatchRecord): Promise<string | undefined> {
  const file = await openHostFile(context.tree, record.path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    // ripgrep's offsets count the decoded text, not the file.
    const start = textStart(await file.read(0, 3));
    return start === undefined ? undefined : await clipHugeLine(locator, { ...record, offset: record.offset + start }, file);
  } finally {
    await file.close();
  }
}

function clipHead(record: MatchRecord): string {
  return clipLine(record.text, 0, { before: false, after: record.cut });
}
