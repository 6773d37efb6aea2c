import { compileGlob, isGlob } from '../../registry/glob.js';
import { foldCase } from '../match/path-glob.js';
import { KEYS, OBEYED, REPOSITORY_NAMES, REPOSITORY_OBEYED } from './protected-names.js';

/** Why a name is protected. */
export type ProtectedKind = 'repository' | 'obeyed' | 'keys';

/** What of a path is protected. */
export interface ProtectedPart {
  readonly kind: ProtectedKind;
  /** How many names of the path lead to it: with all below them they are protected. */
  readonly length: number;
  /** How many names lead to the first name of the entry. */
  readonly start: number;
}

interface Entry {
  readonly kind: ProtectedKind;
  readonly names: readonly ((name: string) => boolean)[];
}

/** Names that are one text on every file system but for their case. */
const PLAIN = /^(?:[!-9;-~]*[!-\-/-9;-~])?$/;
const SHORT_STEM = 6;

/** A whole list: entries by their first name, and those that begin with a pattern. */
class NameList {
  private readonly byName = new Map<string, Entry[]>();
  private readonly others: Entry[] = [];

  constructor(groups: Readonly<Partial<Record<ProtectedKind, readonly string[]>>>) {
    for (const [kind, texts] of Object.entries(groups) as [ProtectedKind, readonly string[]][]) {
      for (const text of texts) this.add(kind, text.split('/'));
    }
  }

  /** The entry that stands at a place of a path, the longest if there are several. */
  at(names: readonly string[], start: number): ProtectedPart | undefined {
    const first = names[start] ?? '';
    let found: ProtectedPart | undefined;
    for (const entries of [this.byName.get(first), this.others]) {
      for (const { kind, names: tests } of entries ?? []) {
        if (found !== undefined && start + tests.length <= found.length) continue;
        if (tests.every((test, at) => start + at < names.length && test(names[start + at] ?? ''))) {
          found = { kind, start, length: start + tests.length };
        }
      }
    }
    return found;
  }

  private add(kind: ProtectedKind, texts: readonly string[]): void {
    const entry = { kind, names: texts.map(nameTest) };
    const first = foldCase(texts[0] ?? '');
    if (isGlob(first)) this.others.push(entry);
    else {
      for (const name of [first, ...shortNames(first)]) this.byName.set(name, [...(this.byName.get(name) ?? []), entry]);
    }
  }
}

const PROTECTED = new NameList({ repository: REPOSITORY_NAMES, obeyed: OBEYED, keys: KEYS });
const IN_REPOSITORY = new NameList({ obeyed: REPOSITORY_OBEYED });

/** Splits a path for {@link findProtected}. Backslashes separate names too, as they do on Windows. */
export function namesOf(path: string): readonly string[] {
  return path.split(/[/\\]/).filter((name) => name !== '' && name !== '.');
}

/**
 * The first protected part of a path, by its spelling: whatever the case, and however Windows and macOS spell the same name
 * (trailing dots and spaces, streams, short names, characters that are not shown).
 */
export function findProtected(path: readonly string[]): ProtectedPart | undefined {
  const names = path.map(plainName);
  for (let start = 0; start < names.length; start += 1) {
    const found = PROTECTED.at(names, start);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What of a path that is relative to a repository git obeys. */
export function findObeyedInRepository(path: readonly string[]): ProtectedPart | undefined {
  return IN_REPOSITORY.at(path.map(plainName), 0);
}

/** One spelling for all that a file system may take for the same name. */
function plainName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  const seen = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/:.*$/s, '');
  return foldCase(seen.replace(/[. ]+$/, ''));
}

function nameTest(text: string): (name: string) => boolean {
  const folded = foldCase(text);
  if (isGlob(folded)) return compileGlob(folded);
  const names = new Set([folded, ...shortNames(folded)]);
  return (name) => names.has(name);
}

/** How Windows also calls a name that begins with a dot or is long: `git~1`. The digit says which of several; the first few count. */
function shortNames(name: string): readonly string[] {
  const [stem = '', ending = ''] = name.replace(/^\.+/, '').split('.');
  const isShort = !name.startsWith('.') && stem.length <= 8 && ending.length <= 3;
  if (isShort || stem === '') return [];
  const tail = ending === '' ? '' : `.${ending.slice(0, 3)}`;
  return [1, 2, 3, 4].map((digit) => `${stem.slice(0, SHORT_STEM)}~${digit}${tail}`);
}
