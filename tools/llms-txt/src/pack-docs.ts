import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { listFiles } from '@tackroom/source-tree';
import { buildLlmsText } from './build-llms-text.js';

const COPIED = ['docs', 'llms.txt'];

/**
 * The pages that go into a published package, by their path in it: what one needs to use it, and llms.txt for just these. Links
 * that lead elsewhere in the repository are only their words.
 */
export function packedDocs(root: string): ReadonlyMap<string, string> {
  const files = ['docs/guides', 'docs/reference'].flatMap((folder) => listFiles(root, folder, ['.md']));
  const packed = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const isPacked = (path: string): boolean => packed.has(path) || path === 'README.md';
  const pages = [...packed].map(([file, text]): [string, string] => [file, keepLinks(text, posix.dirname(file), isPacked)]);
  return new Map([...pages, ['llms.txt', keepEntries(buildLlmsText(root).text, isPacked)]]);
}

/** Puts {@link packedDocs} into a package's folder, in the place of what was put there before. */
export function packDocs(root: string, folder: string): void {
  removeDocs(root, folder);
  for (const [path, text] of packedDocs(root)) {
    mkdirSync(dirname(join(root, folder, path)), { recursive: true });
    writeFileSync(join(root, folder, path), text);
  }
}

/** Takes away what {@link packDocs} put there: checks of the repository's pages would find it. */
export function removeDocs(root: string, folder: string): void {
  for (const path of COPIED) rmSync(join(root, folder, path), { recursive: true, force: true });
}

function keepLinks(text: string, from: string, isPacked: (path: string) => boolean): string {
  return text.replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, words: string, target: string) => {
    const [path = ''] = target.split('#', 1);
    return /^[a-z]+:/.test(target) || path === '' || isPacked(posix.join(from, path)) ? whole : words;
  });
}

/** Drops the lines of pages that are not there, and headings under which nothing is left. */
function keepEntries(text: string, isPacked: (path: string) => boolean): string {
  const lines = text.split('\n').filter((line) => {
    const target = /^- \[[^\]]*\]\(([^)]+)\)/.exec(line)?.[1];
    return target === undefined || isPacked(target);
  });
  return (
    lines
      .join('\n')
      .replace(/^## .+\n\n+(?=## |$(?![^]))/gm, '')
      .trimEnd() + '\n'
  );
}
