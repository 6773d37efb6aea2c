import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of a snippet, or why there is none. */
export type Snippet = { readonly text: string } | { readonly problem: string };

const REGION = /^\s*(?:\/\/|#) #region (?<name>\S+)\s*$/;
const END = /^\s*(?:\/\/|#) #endregion\b/;

/**
 * Reads what `source` names: a file (`path`), or what stands between `// #region name` and its `// #endregion` in a file
 * (`path#name`). Common indentation and the region marks are taken off.
 */
export function readSnippet(root: string, source: string): Snippet {
  const [path = '', region] = source.split('#', 2);
  if (path.startsWith('/') || path.split('/').includes('..')) return { problem: `${path} is not a path from the repository's root.` };
  if (!existsSync(join(root, path))) return { problem: `${path} does not exist.` };
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  if (region === undefined) return { text: tidy(lines) };
  const starts = lines.flatMap((line, at) => (REGION.exec(line)?.groups?.['name'] === region ? [at] : []));
  if (starts.length !== 1) return { problem: `${path} has ${starts.length === 0 ? 'no' : 'more than one'} region "${region}".` };
  return regionFrom(lines, (starts[0] ?? 0) + 1) ?? { problem: `The region "${region}" of ${path} has no #endregion.` };
}

function regionFrom(lines: readonly string[], first: number): Snippet | undefined {
  let depth = 1;
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (REGION.test(line)) depth += 1;
    else if (END.test(line)) depth -= 1;
    if (depth === 0) return { text: tidy(lines.slice(first, at)) };
  }
  return undefined;
}

function tidy(lines: readonly string[]): string {
  const kept = lines.filter((line) => !REGION.test(line) && !END.test(line)).map((line) => line.trimEnd());
  const indents = kept.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const indent = indents.reduce((least, width) => Math.min(least, width), Infinity);
  const text = kept.map((line) => line.slice(Math.min(indent, line.length))).join('\n');
  return text.replace(/\n{3,}/g, '\n\n').replace(/^\n+|\n+$/g, '');
}
