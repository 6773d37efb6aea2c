import type { Question } from '../contracts/approvals.js';
import { argsDigest } from './args-digest.js';

/** The digest that a question carries: of everything that a person reads before they answer. */
export function questionDigest({ toolName, args, question, choices }: Omit<Question, 'argsDigest'>): string {
  return argsDigest(toolName, { args, question, choices });
}
