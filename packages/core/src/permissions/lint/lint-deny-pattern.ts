import { compileLooseOptions } from '../match/loose-options.js';
import type { PatternFinding } from './policy-finding.js';

/** What is said of a pattern that denies commands or asks about them. */
export function lintDenyPattern(pattern: string): PatternFinding | undefined {
  if (/(?:^|\s)-[^\s]/.test(pattern) && compileLooseOptions(pattern) === undefined) {
    const message =
      'is about its options in this order and spelling only, because one of them or the program is a pattern itself; write the program and each option out';
    return { kind: 'options-in-one-order', message };
  }
  if (/^[\w./-]+$/.test(pattern)) {
    const message = `is about ${pattern} without arguments only`;
    return { kind: 'only-without-arguments', message, suggestion: `${pattern} *` };
  }
  return undefined;
}
