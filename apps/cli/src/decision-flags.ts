import type { JsonObject } from 'tackroom';
import { cliError } from './cli-error.js';
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

/**
 * Takes the answers out of a `resume` command line. They are read here because each takes up to two values and `-m`
 * belongs to the `--reject` before it, which option parsers do not say.
 */
export function splitDecisions(argv: readonly string[]): SplitDecisions {
  const decisions: DecisionFlag[] = [];
  const rest: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const flag = argv[index] ?? '';
    const value = (after: number, what: string): string => {
      const given = argv[index + after];
      if (given === undefined) throw cliError('CLI_USAGE', `${flag} needs ${what}.`);
      return given;
    };
    if (flag === '--approve') {
      decisions.push({ type: 'approve', id: value(1, 'an approval id or "all"') });
      index += 1;
    } else if (flag === '--reject') {
      decisions.push({ type: 'reject', id: value(1, 'an approval id or "all"'), message: undefined });
      index += 1;
    } else if (flag === '-m' || flag === '--message') {
      addMessage(decisions, value(1, 'a text'));
      index += 1;
    } else if (flag === '--edit') {
      decisions.push({
        type: 'edit',
        id: value(1, 'an approval id'),
        args: parseJsonObject(value(2, 'the new arguments as JSON'), '--edit'),
      });
      index += 2;
    } else if (flag === '--answer') {
      decisions.push({ type: 'answer', id: value(1, 'a question id'), text: value(2, 'the answer') });
      index += 2;
    } else rest.push(flag);
  }
  return { decisions, rest };
}

function addMessage(decisions: DecisionFlag[], message: string): void {
  const last = decisions.at(-1);
  if (last?.type !== 'reject') throw cliError('CLI_USAGE', '-m belongs to the --reject before it; there is none.');
  decisions[decisions.length - 1] = { ...last, message };
}
