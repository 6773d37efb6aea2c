import { HarnessError, problemsError } from '@tackroom/core';
import type { Problem } from '@tackroom/core';
import type { MakeFailure } from '../di/container-scope.js';
import type { DisposalFailure } from '../di/disposal-stack.js';

/** Everything that keeps a harness from booting, collected from all checks. */
export class BootProblems {
  private readonly problems: Problem[] = [];
  private cause: unknown;

  /** How many have been found so far. */
  get count(): number {
    return this.problems.length;
  }

  /** Whether nothing has been found so far. */
  get none(): boolean {
    return this.problems.length === 0;
  }

  /** Adds problems that a check found. */
  add(problems: readonly Problem[]): void {
    this.problems.push(...problems);
  }

  /** Adds providers that could not be made; the first error becomes the cause of the whole. */
  addFailures(failures: readonly MakeFailure[]): void {
    for (const { problem, cause } of failures) {
      this.problems.push(problem);
      this.cause ??= cause;
    }
  }

  /**
   * Adds what an error of ours reports. An error of another kind is a fault and is rethrown. One whose problems are taken over
   * has nothing more to say, so that only its own cause is kept: a console would print everything twice.
   */
  addError(where: string, error: unknown): void {
    if (!HarnessError.is(error)) throw error;
    this.add(error.problems.length > 0 ? error.problems : [{ code: error.code, where, message: error.message }]);
    this.cause ??= error.problems.length > 0 ? error.cause : error;
  }

  /** Runs a check that throws its problems. */
  collect<T>(where: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.addError(where, error);
      return undefined;
    }
  }

  /** All of it as one `BOOT_INVALID`, with what could not be closed after it. */
  toError(unclosed: readonly DisposalFailure[]): HarnessError {
    const left = unclosed.map(({ what, error }) => ({
      code: 'CLOSE_FAILED',
      where: what,
      message: `could not be closed after the failed boot: ${String(error)}`,
    }));
    const { code, message, problems } = problemsError('BOOT_INVALID', 'The harness cannot boot', [...this.problems, ...left]);
    return new HarnessError(code, message, { problems, cause: this.cause });
  }
}
