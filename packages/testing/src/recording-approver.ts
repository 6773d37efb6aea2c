import { HarnessError } from '@tackroom/core';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '@tackroom/core';

/** Asks `answer` and keeps what was asked. */
export class RecordingApprover implements Approver {
  private readonly asked: ApprovalRequest[] = [];

  constructor(private readonly answer: Approver['approve']) {}

  /** Every request so far, in order. */
  get requests(): readonly ApprovalRequest[] {
    return this.asked;
  }

  approve(request: ApprovalRequest, signal: AbortSignal): ReturnType<Approver['approve']> {
    this.asked.push(request);
    return this.answer(request, signal);
  }
}

/** An answer as data, or one that depends on the request; `undefined` lets the run pause. */
export type ScriptedAnswer = ApprovalAnswer | undefined | ((request: ApprovalRequest) => ApprovalAnswer | undefined);

/**
 * Answers requests from a list, in the order they come. One more request throws `SCRIPT_EXHAUSTED`, which counts as a
 * rejection; compare `requests` with the list to see that none was missing.
 */
export function scriptedApprover(answers: readonly ScriptedAnswer[]): RecordingApprover {
  let given = 0;
  return new RecordingApprover((request) => {
    if (given >= answers.length) {
      throw new HarnessError('SCRIPT_EXHAUSTED', `${answers.length} answers were scripted, but ${request.toolName} asked for another one.`);
    }
    const answer = answers[given++];
    return typeof answer === 'function' ? answer(request) : answer;
  });
}
