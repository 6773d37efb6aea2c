import { hasSeen } from '../permissions/visible-text.js';

/** What a person said, or why nobody has. Texts are for the model. */
export interface Answer {
  /** Null when nobody answered. */
  readonly answer: string | null;
  readonly content: string;
}

/** Why a question has no answer, as the model reads it. */
export const UNANSWERED = {
  nobody: 'Nobody answered.',
  blank: 'The answer was left empty, so nobody has answered.',
} as const;

/** A question without an answer. It never reads like something that a person said. */
export function unanswered(why: string): Answer {
  return { answer: null, content: `${why} Go on with the most likely reading of the task, and state that assumption first.` };
}

/** What a person said to a question. Text in which nothing can be seen is no answer. */
export function answered(text: string, choices: readonly string[]): Answer {
  const answer = text.trim().toWellFormed();
  if (!hasSeen(answer)) return unanswered(UNANSWERED.blank);
  const isOther = choices.length > 0 && !choices.some((choice) => isSame(choice, answer));
  return { answer, content: `The user answered${isOther ? ' with none of the choices' : ''}: ${answer}` };
}

function isSame(choice: string, answer: string): boolean {
  return asCompared(choice.trim()) === asCompared(answer);
}

function asCompared(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
