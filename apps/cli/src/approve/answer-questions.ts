import type { Question, RunState } from 'tackroom';
import { writeLine, type CommandIo } from '../io.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import type { PersonInput } from '../terminal/person-input.js';
import { signedBy } from './who-answers.js';

/** Who is asked, and where. */
export interface AnswerDesk {
  readonly person: PersonInput;
  readonly io: CommandIo;
  readonly name: string;
  readonly signal: AbortSignal;
}

/**
 * Asks the person at the terminal what a paused run asks, one question after another. Undefined if they leave one open, or are
 * interrupted: nothing is answered then, and the run stays paused.
 */
export async function answerQuestions(state: RunState, desk: AnswerDesk): Promise<RunState | undefined> {
  let answered = state;
  for (const item of state.pending) {
    const text = item.kind === 'question' ? await ask(item, desk) : undefined;
    if (text === undefined) return undefined;
    answered = answered.answer(item.id, text, signedBy(desk.name));
  }
  return answered;
}

async function ask({ question, choices }: Question, { person, io, signal }: AnswerDesk): Promise<string | undefined> {
  const { yellow } = paint(io.stdout, io.env);
  writeLine(io, `\n${yellow('A question for you:')} ${printable(question)}`);
  for (const [at, choice] of choices.entries()) writeLine(io, `  ${at + 1}. ${printable(choice)}`);
  const how = choices.length === 0 ? 'Your answer' : 'Your answer, or a number';
  try {
    const line = await person.ask(`${how} (empty: none; end of input: later): `, { signal, fresh: true });
    return line === undefined ? undefined : (choices[Number(line.trim()) - 1] ?? line);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
