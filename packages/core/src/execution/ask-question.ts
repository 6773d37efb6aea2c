import type { Question } from '../contracts/approvals.js';
import { questionDigest } from '../permissions/question-digest.js';
import { auditAttempt } from './audit-end.js';
import { deepFreeze } from './deep-freeze.js';
import type { FinishedAttempts } from './judge-attempt.js';
import type { PerformingCall } from './prepared-call.js';
import { shownQuestion } from './shown-question.js';

/**
 * The question that a handler has asked, and its line in the audit trail: who approved the call before would be
 * forgotten behind who answers. Throws `QUESTION_INVALID` for what is no question.
 */
export function askQuestion(
  { call, run, tools }: PerformingCall,
  { asked, attempts }: Extract<FinishedAttempts, { kind: 'asks' }>,
): Question {
  const { clock, ids } = tools.kernel;
  const attempt = call.firstAttempt + attempts - 1;
  const question = {
    kind: 'question' as const,
    id: ids.next('question'),
    runId: run.runId,
    callId: call.callId,
    agentPath: run.agentPath,
    toolName: call.toolName,
    args: call.args,
    ...shownQuestion(asked),
    attempt,
    requestedAt: new Date(clock.now()).toISOString(),
  };
  auditAttempt({ kernel: tools.kernel, run, call }, { attempt, outcome: 'pending', errorCode: undefined, answer: call.answer });
  return deepFreeze({ ...question, argsDigest: questionDigest(question) });
}
