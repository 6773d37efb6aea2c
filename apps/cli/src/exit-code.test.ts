import type { DirectOutcome, RunResult } from 'tackroom';
import { exitCodeOfCall, exitCodeOfRun } from './exit-code.js';

const result = (success: boolean, code: string, attempts: number): DirectOutcome => ({
  kind: 'result',
  decision: undefined,
  result: { callId: 'c', toolName: 't', success, content: '', error: { code, message: '' }, metadata: { durationMs: 0, attempts } },
});

test.each([
  ['success', result(true, '', 1), 0],
  ['an error result', result(false, 'TOOL_ERROR', 1), 1],
  ['unknown arguments', result(false, 'ARGUMENTS_INVALID', 0), 1],
  ['a denial', result(false, 'PERMISSION_DENIED', 0), 4],
  ['a refusal', result(false, 'APPROVAL_REJECTED', 0), 4],
  ['an approver that failed', result(false, 'APPROVAL_FAILED', 0), 4],
  ['an answer of somebody who may not give it', result(false, 'APPROVAL_NOT_ENTITLED', 0), 4],
  ['an approval that came too late', result(false, 'APPROVAL_EXPIRED', 0), 4],
  ['a tool that fails with the code of a denial', result(false, 'PERMISSION_DENIED', 1), 1],
  ['an ask', { kind: 'pending' } as DirectOutcome, 3],
])('a call: %s', (_what, outcome, code) => {
  expect(exitCodeOfCall(outcome, false)).toBe(code);
});

test('a call that was interrupted, whatever came of it', () => {
  expect([true, false].map((success) => exitCodeOfCall(result(success, 'CALL_CANCELLED', 1), true))).toEqual([130, 130]);
});

test.each([
  ['completed', true, 0],
  ['completed', false, 5],
  ['failed', false, 1],
  ['paused', false, 3],
  ['needs-input', false, 3],
  ['cancelled', false, 130],
] as const)('a run that is %s, ok: %s', (status, ok, code) => {
  expect(exitCodeOfRun({ status, ok } as RunResult)).toBe(code);
});
