import { compileGlob, isGlob } from '../../registry/glob.js';
import { readVariablePattern } from '../match/variable-pattern.js';
import type { ShellReader } from '../shell/load-shell-reader.js';
import { KNOWN_COMMANDS } from './known-commands.js';
import { OPEN_ENDED } from './open-ended-programs.js';
import type { PatternFinding } from './policy-finding.js';

/** Examples that are named of what a pattern covers as well. */
const MAX_EXAMPLES = 3;

/** What is said of a pattern that allows commands; the most telling thing, and nothing of one that is bounded. */
export function lintAllowPattern(pattern: string, read: ShellReader): PatternFinding | undefined {
  return everyProgram(pattern) ?? neverAllows(pattern, read) ?? openEnded(pattern) ?? longerWords(pattern);
}

/** A star where the program's name is. */
function everyProgram(pattern: string): PatternFinding | undefined {
  if (!/^[*?]/.test(pattern)) return undefined;
  const isAll = /^\*+$/.test(pattern);
  const message = isAll
    ? 'allows every command that can be judged, whatever it does; allow the tool as a whole if that is meant, or name the programs'
    : 'begins with a star, so that any program may stand there; name the program';
  return { kind: 'covers-every-program', message };
}

/** A pattern for one command that no command matches, neither without arguments nor with one. */
function neverAllows(pattern: string, read: ShellReader): PatternFinding | undefined {
  const samples = pattern.endsWith(' *') ? [pattern, pattern.slice(0, -2)] : [pattern];
  const reasons = samples.map((sample) => reasonAgainst(sampleOf(sample), read));
  const [why] = reasons;
  if (why === undefined || reasons.includes(undefined)) return undefined;
  const plain = plainOf(pattern);
  const isMended = plain !== pattern && reasonAgainst(sampleOf(plain), read) === undefined;
  return { kind: 'never-allows', message: `never allows anything: ${why}`, ...(isMended ? { suggestion: plain } : {}) };
}

function reasonAgainst(sample: string, read: ShellReader): string | undefined {
  const { command: own } = readVariablePattern(sample);
  const { commands, obstacle } = read(own);
  if (commands.length > 1) return 'each command of a line is compared by itself; write one rule for each';
  if (obstacle !== undefined) return `such a line asks, whatever a pattern says, because ${obstacle}`;
  const [command] = commands;
  if (command === undefined || command.text === own) return undefined;
  return `commands are compared word by word, with one blank between and without quotes: here ${JSON.stringify(command.text)}`;
}

/** The pattern in the form that commands are compared in: a word with white space stands in single quotes. */
function plainOf(pattern: string): string {
  return pattern
    .replace(/"([^"]*)"/g, (_quoted, text: string) => (/\s/.test(text) ? `'${text}'` : text))
    .trim()
    .replace(/ {2,}/g, ' ');
}

/** The shortest text that the pattern matches, with letters for what it leaves open. */
function sampleOf(pattern: string): string {
  return pattern.replace(/\[[!^]?[^][^\]]*\]/gu, (set) => (/^\[[^!^]\]$/u.test(set) ? set.slice(1, -1) : 'x')).replace(/\*+|\?/g, 'x');
}

function openEnded(pattern: string): PatternFinding | undefined {
  const { command } = readVariablePattern(pattern);
  const variables = pattern.slice(0, pattern.length - command.length);
  const head = /^(.*?) ?\*$/.exec(command)?.[1];
  const found = head === undefined ? undefined : OPEN_ENDED.find(({ pattern: programs }) => programs.test(head));
  if (found === undefined) return undefined;
  const { why, suggestion } = found;
  const message = `leaves open what ${head ?? ''} does: ${why}`;
  return {
    kind: 'runs-what-it-is-given',
    message,
    ...(suggestion === undefined ? {} : { suggestion: variables + suggestion.replace('%', head ?? '') }),
  };
}

/** A star right behind a word. */
function longerWords(pattern: string): PatternFinding | undefined {
  const word = /(?:^|\s)([\w.-]*\w)\*$/.exec(pattern)?.[1];
  const bounded = `${pattern.slice(0, -1)} *`;
  if (word === undefined || word.startsWith('-') || isGlob(pattern.slice(0, -1))) return undefined;
  const matches = compileGlob(pattern);
  const meant = compileGlob(bounded);
  const others = KNOWN_COMMANDS.filter((name) => matches(name) && !meant(name) && name !== pattern.slice(0, -1));
  const examples = others.length === 0 ? 'every longer word' : others.slice(0, MAX_EXAMPLES).join(', ');
  return { kind: 'covers-longer-words', message: `has no blank before its star, so that it also covers ${examples}`, suggestion: bounded };
}
