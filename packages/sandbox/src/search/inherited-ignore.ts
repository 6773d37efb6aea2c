import type { FileHandle } from 'node:fs/promises';
import { unnamedFile } from '../unnamed-file.js';
import { openHostFile } from '../workspace/host-file.js';
import type { FileTree } from '../workspace/file-tree.js';
import { compileName } from './name-pattern.js';

/** Names of the files whose rules count, weakest first. */
export const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore'];
/** Of a longer file the rest is not read. */
export const MAX_RULES_BYTES = 262_144;

/**
 * The ignore rules that directories between the root and `base` (both relative to the root) set for what lies below
 * `base`, as an open file that has no name any more; undefined when there are none. ripgrep would take them from the
 * parents of the directory it searches, but then also from above the root. The caller closes the handle.
 */
export async function inheritedRules(tree: FileTree, base: string): Promise<FileHandle | undefined> {
  // Handed over as a descriptor, which Windows does not have.
  if (process.platform === 'win32') return undefined;
  const rules = await inheritedRuleLines(tree, base);
  return rules.length === 0 ? undefined : unnamedFile(rules.join('\n'));
}

/** The same rules as lines that read from `base`. */
export async function inheritedRuleLines(tree: FileTree, base: string): Promise<readonly string[]> {
  if (base === '' || base.startsWith('/')) return [];
  const names = base.split('/');
  const rules: string[] = [];
  for (let depth = tree.rootDepth(base); depth < names.length; depth += 1) {
    for (const file of IGNORE_FILES) {
      const text = await readRules(tree, [...names.slice(0, depth), file].join('/'));
      for (const line of text.split(/\r?\n/)) rules.push(...rebaseRule(line, names.slice(depth)));
    }
  }
  return rules;
}

/**
 * A line of an ignore file as it reads from a directory further down; `below` names the way to it. What says "ignore
 * this very directory, or all of it" is left out: who searches there by name wants to see it.
 */
export function rebaseRule(line: string, below: readonly string[]): readonly string[] {
  const text = line.replace(/(?<!\\) +$/, '');
  if (text === '' || text.startsWith('#')) return [];
  const [, not = '', body = ''] = /^(!?)(.*)$/s.exec(text) ?? [];
  const [, pattern = '', directory = ''] = /^(.*?)(\/?)$/s.exec(body) ?? [];
  if (!pattern.includes('/')) return [text];
  const names = pattern.split('/').filter((name) => name !== '');
  return remainders(names, below)
    .filter(([first, ...rest]) => !(rest.length === 0 && (first === '**' || first === '*')))
    .map((rest) => `${not}/${rest.join('/')}${directory}`);
}

/** What is left of `pattern` once it has matched all of `names`, one for each way to match. */
function remainders(pattern: readonly string[], names: readonly string[]): string[][] {
  let places = new Set([0]);
  for (const name of names) {
    const next = new Set<number>();
    for (const place of skipCrossings(places, pattern)) {
      const part = pattern[place];
      if (part === '**') next.add(place);
      else if (part !== undefined && matchesName(part, name)) next.add(place + 1);
    }
    places = next;
  }
  return [...skipCrossings(places, pattern)].filter((place) => place < pattern.length).map((place) => pattern.slice(place));
}

/** `**` may stand for nothing. */
function skipCrossings(places: ReadonlySet<number>, pattern: readonly string[]): Set<number> {
  const all = new Set(places);
  for (const place of all) if (pattern[place] === '**') all.add(place + 1);
  return all;
}

function matchesName(pattern: string, name: string): boolean {
  try {
    return compileName(pattern)(name);
  } catch {
    return false;
  }
}

async function readRules(tree: FileTree, path: string): Promise<string> {
  const file = await openHostFile(tree, path).catch(() => undefined);
  if (file === undefined) return '';
  try {
    return Buffer.from(await file.read(0, MAX_RULES_BYTES)).toString('utf8');
  } finally {
    await file.close();
  }
}
