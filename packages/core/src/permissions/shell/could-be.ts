import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { couldMatch } from './could-match.js';

/** Options: a cluster with one of the letters, or a long name, which most programs accept cut short. */
export interface OptionTable {
  readonly cluster: RegExp | undefined;
  /** Without dashes. */
  readonly long: readonly string[];
  /** Long names may stand behind one dash as well. */
  readonly oneDash?: boolean;
}

/** What words are looked up in: one word, several, an expression, or options. */
export type WordTable = string | ReadonlySet<string> | RegExp | OptionTable;

/** Makes a table of options: letters of short ones, and long ones without dashes. */
export function optionTable(letters: string | undefined, long: readonly string[] = [], oneDash = false): OptionTable {
  return {
    oneDash,
    cluster: letters === undefined || letters === '' ? undefined : new RegExp(`^-(?:[${letters}]|[^-].*[${letters}])`, 's'),
    long,
  };
}

/**
 * Whether a word is one of a table, or may be: the one answer for every table of words. A word that is known in part is anything that
 * its known parts fit into, so that a word cannot pass a table by being broken with an empty expansion.
 */
export function couldBe(word: string, table: WordTable): boolean {
  return word.includes(UNKNOWN_TEXT) ? mayBe(word, table) : isListed(word, table);
}

function isListed(word: string, table: WordTable): boolean {
  if (typeof table === 'string') return word === table;
  if (table instanceof RegExp) return table.test(word);
  return 'long' in table ? isListedOption(word, table) : table.has(word);
}

/** Whether a word of which all is known is one of the options. */
export function isListedOption(word: string, table: OptionTable): boolean {
  if (!word.startsWith('-')) return false;
  if (!word.startsWith('--'))
    return table.cluster?.test(word) === true || (table.oneDash === true && word.length > 2 && isLong(word.slice(1), table));
  return isLong(word.slice(2), table);
}

/** Some parsers, as that of node, take an underscore for a dash. */
function isLong(option: string, { long }: OptionTable): boolean {
  const end = option.indexOf('=');
  const written = end < 0 ? option : option.slice(0, end);
  const name = written.includes('_') ? written.replaceAll('_', '-') : written;
  return name !== '' && long.some((candidate) => candidate.startsWith(name));
}

function mayBe(word: string, table: WordTable): boolean {
  if (typeof table === 'string') return fits(word, table);
  if (table instanceof RegExp) return couldMatch(word, table);
  if ('long' in table) return mayBeOption(word, table);
  for (const listed of table) if (fits(word, listed)) return true;
  return false;
}

function mayBeOption(word: string, { cluster, long, oneDash }: OptionTable): boolean {
  const start = word.slice(0, word.indexOf(UNKNOWN_TEXT));
  if (start !== '' && !start.startsWith('-')) return false;
  if (cluster !== undefined && couldMatch(word, cluster)) return true;
  if (start === '' || start === '-') return long.length > 0;
  if (!start.startsWith('--') && oneDash !== true) return false;
  const [name = ''] = start.replace(/^--?/, '').replaceAll('_', '-').split('=', 1);
  // What is unknown may begin with "=" or be the rest of the name.
  return long.some((candidate) => candidate.startsWith(name)) && !(name === '' && start.includes('='));
}

/** Whether the known parts stand in the text in this order, at its ends where the word has known ends. */
function fits(word: string, text: string): boolean {
  const parts = word.split(UNKNOWN_TEXT);
  const [start = ''] = parts;
  const end = parts.at(-1) ?? '';
  if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false;
  let at = start.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - end.length;
}
