import type { ApprovalAnswer } from '@tackroom/core';
import { freezeJson } from '../freeze-json.js';

/** An approver's answer as plain data of the run's own: nobody who sees it can change what was decided. */
export function plainAnswer(answer: ApprovalAnswer): ApprovalAnswer {
  try {
    return freezeJson(JSON.parse(JSON.stringify(answer)) as ApprovalAnswer); // the same, as JSON
  } catch {
    return REFUSED;
  }
}

const REFUSED: ApprovalAnswer = Object.freeze({ type: 'reject', message: 'The approver gave an answer that cannot be written as JSON.' });
