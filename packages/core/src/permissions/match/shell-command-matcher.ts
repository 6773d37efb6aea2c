import type { CallFacts } from '../../contracts/permissions.js';
import { type ShellCommand, type ShellLine, UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { programName } from '../shell/read-shell-word.js';
import { compileCommandCoverage, compileCovers, factOf, type PlaceTest } from './command-coverage.js';
import { compileMayMatch } from './globs-meet.js';
import { type CommandTest, compileLooseOptions } from './loose-options.js';
import type { Match, Reading, StringMatcher } from './matcher.js';
import { readVariablePattern } from './variable-pattern.js';

/**
 * Judges a shell line by what parsing makes of it. A pattern that ends in ` *` also covers the command without arguments.
 *
 * To permit, every command of the line must match as it stands, and spell out options that write or execute; a line that
 * cannot be judged is `unknown`. To restrict, it is enough that the text matches, or a command in one of its spellings;
 * `unknown` is what may hide such a command. Without facts a restricting pattern is judged by the text, which can condemn
 * a line but never clear it, and a permitting one says `unknown` or `no`. Throws `PATTERN_INVALID`.
 */
export function compileShellCommandMatcher(pattern: string, reading: Reading, places?: PlaceTest): StringMatcher {
  if (reading === 'restrict') return compileRestricting(pattern);
  const covers = compileCovers(readVariablePattern(pattern).command);
  const coverage = compileCommandCoverage(pattern, places);
  return (value, key, facts) => {
    const fact = factOf(facts, key, value);
    if (fact === undefined) return covers(value) ? 'unknown' : 'no';
    const covered = coverage(value, key, facts);
    if (covered?.every(Boolean) === true) return 'yes';
    // What the pattern is about, but for something beside the command's own words, is not a matter of another pattern.
    const depends = covered === undefined || (fact.line.composed === true && fact.line.commands.some(dependsOnMore));
    return depends && (fact.line.commands.some(({ text }) => covers(text)) || covers(value)) ? 'unknown' : 'no';
  };
}

function dependsOnMore({ sets, place }: ShellCommand): boolean {
  return place !== undefined || sets?.some(({ isInert }) => !isInert) === true;
}

function compileRestricting(pattern: string): StringMatcher {
  const covers = compileCovers(pattern);
  const mayBeWhole = compileMayMatch(pattern);
  const mayBeBare = pattern.endsWith(' *') ? compileMayMatch(pattern.slice(0, -2)) : mayBeWhole;
  const loosely = compileLooseOptions(pattern);
  const mayBe = (text: string): boolean => text.includes(UNKNOWN_TEXT) && (mayBeWhole(text) || mayBeBare(text));
  return (value, key, facts): Match => {
    if (covers(value) || covers(value.trim())) return 'yes';
    const line = factOf(facts, key, value)?.line;
    if (line === undefined) return 'unknown';
    if (spellings(line, facts).some(covers)) return 'yes';
    const loose = loosely === undefined ? 'no' : judgeLoosely(loosely, line, facts);
    if (loose === 'yes') return 'yes';
    if (loose === 'unknown' || line.hidden !== undefined || line.spellings.some(mayBe)) return 'unknown';
    const isSuspect = (text: string): boolean => covers(text) || mayBe(text) || (loosely?.(text.split(' ')) ?? 'no') !== 'no';
    return line.suspects.some(isSuspect) ? 'unknown' : 'no';
  };
}

/** The commands of a line and what they start, by a pattern that names options. */
function judgeLoosely(test: CommandTest, { words }: ShellLine, { caseInsensitivePaths }: CallFacts): Match {
  let result: Match = 'no';
  for (const [name = '', ...rest] of words) {
    const plain = programName(name);
    const match = test([caseInsensitivePaths ? plain.toLowerCase() : plain, ...rest]);
    if (match === 'yes') return 'yes';
    if (match === 'unknown') result = 'unknown';
  }
  return result;
}

/** Where names of files are found whatever their case, so are programs. */
function spellings({ spellings }: ShellLine, { caseInsensitivePaths }: CallFacts): readonly string[] {
  if (!caseInsensitivePaths) return spellings;
  return [...spellings, ...spellings.map((text) => text.replace(/^\S+/, (name) => name.toLowerCase()))];
}
