import type { AskOperator, OperatorCall, OperatorReply, OperatorTurn } from 'tackroom';
import { CliError } from '../cli-error.js';
import type { CommandIo } from '../io.js';
import { paint } from '../output/paint.js';
import type { PersonInput } from '../terminal/person-input.js';
import { completeToolLine } from './complete-tool-line.js';
import { keptResultIds } from './kept-results.js';
import { readOperatorLine } from './read-operator-line.js';

/** How the person is asked. */
export interface OperatorDesk {
  readonly io: CommandIo;
  readonly person: PersonInput;
  /** Gives a line that is no command of the surroundings; undefined at the end of the input. */
  readonly readLine?: (turn: OperatorTurn, prompt: string) => Promise<string | undefined>;
}

/** What the prompt of the person who plays the model looks like. */
const PROMPT = 'model › ';

/**
 * Puts each request of a run to the person at the input: one line is a call, or the final answer. An empty line ends the
 * run too. The end of the input fails the request with `CLI_INPUT_ENDED`.
 */
export function askOperator(desk: OperatorDesk): AskOperator {
  const { person } = desk;
  const readLine =
    desk.readLine ??
    (({ tools, messages, signal }, prompt) => {
      const complete = completeToolLine(tools, keptResultIds(messages));
      return person.ask(prompt, { remember: true, complete, ...(signal === undefined ? {} : { signal }) });
    });
  return async (turn) => {
    await nextTurn();
    return readReply(turn, (prompt) => readLine(turn, prompt), desk.io);
  };
}

/** Reads lines until they make a reply. Lines that end in ` &` gather calls that run beside each other. */
async function readReply(
  { tools }: Pick<OperatorTurn, 'tools'>,
  read: (prompt: string) => Promise<string | undefined>,
  io: CommandIo,
): Promise<OperatorReply> {
  const calls: OperatorCall[] = [];
  for (;;) {
    const line = await read(paint(io.stdout, io.env).bold(calls.length === 0 ? PROMPT : '    & › '));
    if (line === undefined) throw new CliError('CLI_INPUT_ENDED', 'The input ended before the person who plays the model answered.');
    if (line.trim() === '') return calls.length > 0 ? { calls } : { text: '(done)' };
    const meant = readOperatorLine(line, tools);
    if (meant.kind === 'mistake') io.stderr.write(`${meant.problem}\n`);
    else if (meant.kind === 'answer' && calls.length === 0) return { text: meant.text };
    else if (meant.kind === 'answer') io.stderr.write('Another call is expected here; an empty line sends the calls so far.\n');
    else {
      calls.push(meant.call);
      if (!meant.more) return { calls };
    }
  }
}

/** What was reported before the question is shown before it. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
