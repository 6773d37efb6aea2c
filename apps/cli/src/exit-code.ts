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

/** How `call` ends for an outcome. */
export function exitCodeOfCall(outcome: DirectOutcome): ExitCode {
  if (outcome.kind === 'pending') return ExitCode.pending;
  if (outcome.result.success) return ExitCode.success;
  const refused = outcome.result.error?.code === 'PERMISSION_DENIED' || outcome.result.error?.code === 'APPROVAL_REJECTED';
  return refused ? ExitCode.denied : ExitCode.failed;
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
