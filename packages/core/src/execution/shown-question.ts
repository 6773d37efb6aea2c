import { HumanInputRequired } from '../contracts/human-input-required.js';
import { escapeUnseen, escapeUnseenLines } from '../permissions/visible-text.js';

/**
 * A question as a person is shown it: what cannot be seen is written out, so that a model cannot paint over what they read.
 * Throws `QUESTION_INVALID` for what is no question, as one of another copy of the package may be.
 */
export function shownQuestion(asked: Pick<HumanInputRequired, 'question' | 'choices'>): Pick<HumanInputRequired, 'question' | 'choices'> {
  const { question, choices } = new HumanInputRequired(asked.question, asked.choices);
  return { question: escapeUnseenLines(question), choices: choices.map(escapeUnseen) };
}
