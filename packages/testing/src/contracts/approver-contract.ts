import type { ApprovalAnswer, ApprovalRequest, Approver } from '@tackroom/core';
import { declareSuite } from './test-api.js';
import type { Expect, Suite, TestApi } from './test-api.js';

/** An approver under test. `answer` says what the person behind it will say next; without it nobody answers. */
export interface ApproverUnderTest {
  readonly approver: Approver;
  answer(answer: ApprovalAnswer | undefined): void;
}

const ANSWERS: readonly (ApprovalAnswer | undefined)[] = [
  { type: 'approve' },
  { type: 'approve', scope: 'session' },
  { type: 'reject' },
  { type: 'reject', message: 'not on a Friday' },
  { type: 'edit', args: { table: 'staging' } },
  undefined,
];

/**
 * Declares the tests of an {@link Approver}; `make` gives a fresh one for each. What an approver adds to an answer (`by`,
 * `at`) is its own business.
 */
export function approverContract(name: string, make: () => ApproverUnderTest | Promise<ApproverUnderTest>, api: TestApi): void {
  declareSuite(name, api, APPROVER_SUITE, { make, expect: api.expect });
}

const APPROVER_SUITE: Suite<{ readonly make: () => ApproverUnderTest | Promise<ApproverUnderTest>; readonly expect: Expect }> = {
  'the answer is what the person said': async ({ make, expect }) => {
    for (const answer of ANSWERS) {
      const { approver, answer: say } = await make();
      say(answer);
      const got = await approver.approve(requestOf('apr_1'), new AbortController().signal);
      expect(got === undefined ? undefined : wordOf(got)).toEqual(answer);
    }
  },

  'each request has its own answer': async ({ make, expect }) => {
    const { approver, answer } = await make();
    answer({ type: 'approve' });
    answer({ type: 'reject' });
    const { signal } = new AbortController();
    const answers = [await approver.approve(requestOf('apr_1'), signal), await approver.approve(requestOf('apr_2'), signal)];
    expect(answers.map((answer) => answer?.type)).toEqual(['approve', 'reject']);
  },

  'an abort ends the wait, and never with an approval': async ({ make, expect }) => {
    const { approver } = await make();
    const controller = new AbortController();
    const asking = (async () => approver.approve(requestOf('apr_1'), controller.signal))();
    controller.abort();
    expect((await asking.catch(() => undefined))?.type !== 'approve').toEqual(true);
  },
};

function requestOf(id: string): ApprovalRequest {
  return {
    kind: 'approval',
    id,
    runId: 'run_1',
    callId: 'call_1',
    agentPath: ['root'],
    toolName: 'delete_records',
    title: 'Delete records',
    args: { table: 'users' },
    argsDigest: 'sha256:0',
    definitionFingerprint: 'sha256:1',
    reason: 'the tool requires approval',
    text: 'delete_records\n  table: "users"',
    suggestedGrants: ['delete_records{"table":"users"}'],
    requestedAt: '2026-01-01T00:00:00.000Z',
  };
}

function wordOf(answer: ApprovalAnswer): ApprovalAnswer {
  const { by: _, at: __, ...word } = answer;
  return word;
}
