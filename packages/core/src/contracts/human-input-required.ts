import { HarnessError } from './errors.js';

const brand = Symbol.for('@tackroom/core/HumanInputRequired@1');

/**
 * A handler throws this to ask a person and to wait without holding anything: the run pauses with a question, and the answer
 * becomes the result of the call, with the output `{ answer }` where the tool's output schema allows that. The handler is not run
 * again, so throw it before anything took effect. Where a call has no run that can pause, its result is the error `CALL_NEEDS_RUN`.
 */
export class HumanInputRequired extends Error {
  readonly question: string;
  /** Suggested answers, each once; empty means free text. */
  readonly choices: readonly string[];
  readonly [brand] = true;

  /** Blank choices are dropped. Throws `HarnessError` `QUESTION_INVALID` for a question that is blank or no text. */
  constructor(question: string, choices: readonly string[] = []) {
    const isText = typeof question === 'string' && question.trim() !== '';
    if (!isText) throw new HarnessError('QUESTION_INVALID', 'The question is blank or no text; write what a person is to answer.');
    super(question);
    this.name = 'HumanInputRequired';
    this.question = question.trim();
    this.choices = cleanChoices(choices);
  }

  /** Whether `value` is a HumanInputRequired, also of another copy of the package. */
  static is(value: unknown): value is HumanInputRequired {
    try {
      return typeof value === 'object' && value !== null && brand in value;
    } catch {
      return false;
    }
  }
}

/** Choices as a person reads them: without blanks around them and none of them twice. */
function cleanChoices(choices: readonly string[]): readonly string[] {
  const texts = Array.isArray(choices) ? choices.filter((choice): choice is string => typeof choice === 'string') : [];
  return [...new Set(texts.map((choice) => choice.trim()).filter((choice) => choice !== ''))];
}
