import type { DirectOutcome, RunResult } from 'tackroom';

/** Stable exit codes of the command. */
export const ExitCode = Object.freeze({
  success: 0,
  failed: 1,
  usage: 2,
  /** An approval or an answer is needed; nothing of it ran. */
  pending: 3,
  denied: 4,
  /** A limit, a truncated reply or a refusal ended the run. */
  limited: 5,
  cancelled: 130,
});

/** One of {@link ExitCode}. */
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Errors that the pipeline gives a call which the policy or a person refused, or on which nobody could decide. */
const REFUSED: readonly (string | undefined)[] = [
  'PERMISSION_DENIED',
  'APPROVAL_REJECTED',
  'APPROVAL_FAILED',
  'APPROVAL_NOT_ENTITLED',
  'APPROVAL_EXPIRED',
];

/**
 * How `call` ends for an outcome. A tool that was interrupted may still give a result of some kind, and one may fail with
 * a code of the pipeline's, but then it was attempted.
 */
export function exitCodeOfCall(outcome: DirectOutcome, interrupted: boolean): ExitCode {
  if (outcome.kind === 'pending') return ExitCode.pending;
  if (interrupted) return ExitCode.cancelled;
  const { success, error, metadata } = outcome.result;
  if (success) return ExitCode.success;
  return metadata.attempts === 0 && REFUSED.includes(error?.code) ? ExitCode.denied : ExitCode.failed;
}

/** How `run` and `resume` end for a result. */
export function exitCodeOfRun(result: RunResult): ExitCode {
  switch (result.status) {
    case 'completed':
      return result.ok ? ExitCode.success : ExitCode.limited;
    case 'paused':
    case 'needs-input':
      return ExitCode.pending;
    case 'cancelled':
      return ExitCode.cancelled;
    case 'failed':
      return ExitCode.failed;
  }
}
