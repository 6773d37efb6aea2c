import type { Question, RunState } from 'tackroom';
import { writeLine, type CommandIo } from '../io.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import type { PersonInput } from '../terminal/person-input.js';
import { goByNumber, readChoice } from './read-choice.js';
import { signedBy } from './who-answers.js';

/** Who is asked, and where. */
export interface AnswerDesk {
  readonly person: PersonInput;
  readonly io: CommandIo;
  readonly name: string;
  readonly signal: AbortSignal;
}

/**
 * Asks the person at the terminal what a paused run asks, one question after another. If they leave one open, or are
 * interrupted, the answers before it are kept, and the rest still waits.
 */
export async function answerQuestions(state: RunState, desk: AnswerDesk): Promise<RunState> {
  let answered = state;
  for (const item of state.pending) {
    const text = item.kind === 'question' ? await ask(item, desk) : undefined;
    if (text === undefined) return answered;
    answered = answered.answer(item.id, text, signedBy(desk.name));
  }
  return answered;
}

async function ask({ question, choices }: Question, { person, io, signal }: AnswerDesk): Promise<string | undefined> {
  const { yellow } = paint(io.stdout, io.env);
  writeLine(io, `\n${yellow('A question for you:')} ${printable(question)}`);
  const isNumbered = goByNumber(choices);
  for (const [at, choice] of choices.entries()) writeLine(io, `  ${isNumbered ? `${at + 1}.` : '-'} ${printable(choice)}`);
  const how = isNumbered ? 'Your answer, or a number' : 'Your answer';
  try {
    const line = await person.ask(`${how} (empty: no answer; end of input: later): `, { signal, fresh: true });
    return line === undefined ? undefined : readChoice(line, choices);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
