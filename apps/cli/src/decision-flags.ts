import type { JsonObject } from 'tackroom';
import { CliError } from './cli-error.js';
import { parseJsonObject } from './parse-json.js';

/** One answer given on the command line, in the order they were written. */
export type DecisionFlag =
  | { readonly type: 'approve'; readonly id: string }
  | { readonly type: 'reject'; readonly id: string; readonly message: string | undefined }
  | { readonly type: 'edit'; readonly id: string; readonly args: JsonObject }
  | { readonly type: 'answer'; readonly id: string; readonly text: string };

/** Answers, and the arguments that are left for the option parser. */
export interface SplitDecisions {
  readonly decisions: readonly DecisionFlag[];
  readonly rest: readonly string[];
}

/** A value of an answer: what it is called when it is missing, and whether it may be any text, also one like a flag. */
interface AnswerValue {
  readonly what: string;
  readonly isText?: true;
}

/** A way to answer, as help lists it. */
interface AnswerFlag {
  readonly flags: string;
  readonly description: string;
  readonly values: readonly AnswerValue[];
}

const REQUEST: AnswerValue = { what: 'an approval id or "all"' };

/** The answers that a `resume` line may give. */
export const ANSWER_FLAGS: readonly AnswerFlag[] = [
  { flags: '--approve <id|all>', description: 'let the call run', values: [REQUEST] },
  { flags: '--reject <id|all>', description: 'refuse the call', values: [REQUEST] },
  { flags: '-m, --message <text>', description: 'why the one before is refused', values: [{ what: 'a text', isText: true }] },
  {
    flags: '--edit <id> <json>',
    description: 'let the call run with other arguments',
    values: [{ what: 'an approval id' }, { what: 'the new arguments as JSON' }],
  },
  {
    flags: '--answer <id> <text>',
    description: 'answer a question',
    values: [{ what: 'a question id' }, { what: 'the answer', isText: true }],
  },
];

const VALUES: ReadonlyMap<string, readonly AnswerValue[]> = new Map(
  ANSWER_FLAGS.flatMap(({ flags, values }) => (flags.match(/-[-a-z]+/g) ?? []).map((flag) => [flag, values] as const)),
);

/**
 * Takes the answers out of a `resume` command line. They are read here because some take two values and `-m` belongs to
 * the `--reject` before it, which option parsers cannot say. `takesValue` knows the other flags, whose values may look
 * like an answer. Throws `CLI_USAGE` and `CLI_JSON_INVALID`.
 */
export function splitDecisions(argv: readonly string[], takesValue: (flag: string) => boolean): SplitDecisions {
  const decisions: DecisionFlag[] = [];
  const rest: string[] = [];
  const left = [...argv];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const { flag, inline } = splitWord(word);
    const wanted = VALUES.get(flag);
    if (word === '--') {
      rest.push(word, ...left.splice(0));
    } else if (wanted !== undefined) {
      const values = [...inline, ...left.splice(0, wanted.length - inline.length)];
      const missing = wanted.find(({ isText }, index) => values[index] === undefined || (!isText && values[index]?.startsWith('-')));
      if (missing !== undefined) throw new CliError('CLI_USAGE', `${flag} needs ${missing.what}.`);
      addDecision(decisions, flag, values);
    } else {
      rest.push(word);
      if (takesValue(word)) rest.push(...left.splice(0, 1));
    }
  }
  return { decisions, rest };
}

/** `--flag=value` gives the first value of a flag. */
function splitWord(word: string): { readonly flag: string; readonly inline: readonly string[] } {
  const [, flag, value] = /^(--[a-z]+)=(.*)$/s.exec(word) ?? [];
  return flag === undefined || value === undefined ? { flag: word, inline: [] } : { flag, inline: [value] };
}

function addDecision(decisions: DecisionFlag[], flag: string, [first = '', second = '']: readonly string[]): void {
  if (flag === '--approve') decisions.push({ type: 'approve', id: first });
  else if (flag === '--reject') decisions.push({ type: 'reject', id: first, message: undefined });
  else if (flag === '--edit') decisions.push({ type: 'edit', id: first, args: parseJsonObject(second, '--edit') });
  else if (flag === '--answer') decisions.push({ type: 'answer', id: first, text: second });
  else addMessage(decisions, first);
}

function addMessage(decisions: DecisionFlag[], message: string): void {
  const last = decisions.at(-1);
  if (last?.type !== 'reject') throw new CliError('CLI_USAGE', '-m belongs to the --reject before it; there is none.');
  if (last.message !== undefined) throw new CliError('CLI_USAGE', `--reject ${last.id} has two messages.`);
  decisions[decisions.length - 1] = { ...last, message };
}
