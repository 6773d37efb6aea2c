import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a folder, by its path relative to the root, is passed over with everything in it. */
export type PassesOver = (path: string) => boolean;

/** What others keep, or make again: histories of version control, our own records, and installed packages. */
const ALWAYS: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.tackroom', 'node_modules', '.venv', '__pycache__']);

/**
 * Which folders below a root hold nothing that a person wrote: those of {@link ALWAYS}, and those that the root's
 * `.gitignore` names. Its patterns name none: what they match would have to be looked at to be known.
 */
export async function readPassedOver(root: string): Promise<PassesOver> {
  const named = namedFolders(await readFile(join(root, '.gitignore'), 'utf8').catch(() => ''));
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return ALWAYS.has(name) || named.has(name) || named.has(`/${path}`);
  };
}

/** Names that are ignored at any depth, and paths from the root that begin with `/`. A later line takes back an earlier one. */
function namedFolders(text: string): ReadonlySet<string> {
  const named = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    const [, not = '', body = ''] = /^(!?)(?:\*\*\/)?(.*?)\/?\s*$/.exec(line) ?? [];
    if (body === '' || body.startsWith('#')) continue;
    const place = body.includes('/') ? `/${body.replace(/^\//, '')}` : body;
    if (not !== '') takeBack(named, place);
    else if (!PATTERN.test(place)) named.add(place);
  }
  return named;
}

const PATTERN = /[*?[\]\\]/;

function takeBack(named: Set<string>, pattern: string): void {
  for (const place of named) if (mayMatch(pattern, place)) named.delete(place);
}

/** Too much rather than too little: what is looked at in vain costs time, what is not looked at cannot be undone. */
function mayMatch(pattern: string, place: string): boolean {
  const pieces = pattern.split(/[*?]+|\[.*\]|\\/).map((piece) => piece.replace(/[.+^${}()|]/g, '\\$&'));
  const name = place.slice(place.lastIndexOf('/') + 1);
  const expression = new RegExp(`^${pieces.join('.*')}$`);
  return [place, name, `/${name}`].some((candidate) => expression.test(candidate));
}
