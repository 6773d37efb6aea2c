/** One of several problems that an error reports at once. */
export interface Problem {
  /** Stable code of this problem, `AREA_WHAT`. */
  readonly code: string;
  /** Where it is: a class member, an option path, a file. */
  readonly where: string;
  /** What is wrong and what to write instead, in one sentence or two. */
  readonly message: string;
  /** One remedy settles it wherever it is found: with the same message in several places it is reported once. */
  readonly once?: true;
}

/** Options of {@link HarnessError}. */
export interface HarnessErrorOptions {
  readonly cause?: unknown;
  readonly problems?: readonly Problem[];
}

const brand = Symbol.for('@tackroom/core/HarnessError@1');
const failureBrand = Symbol.for('@tackroom/core/ToolFailure@1');
const transientBrand = Symbol.for('@tackroom/core/TransientToolError@1');

/**
 * The one error class that Tackroom throws at programmers and callers. `code` is stable and documented; `problems` is
 * filled by checks that report everything at once. Test with {@link HarnessError.is}, which also holds across copies of
 * the package.
 */
export class HarnessError extends Error {
  readonly code: string;
  readonly problems: readonly Problem[];
  readonly [brand] = true;

  constructor(code: string, message: string, options: HarnessErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HarnessError';
    this.code = code;
    this.problems = options.problems ?? [];
  }

  /** Whether `value` is a HarnessError, optionally of one code. */
  static is(value: unknown, code?: string): value is HarnessError {
    return carries(value, brand) && (code === undefined || (value as HarnessError).code === code);
  }
}

/** Whatever can be thrown can come here, also what throws when it is looked at. */
function carries(value: unknown, mark: symbol): boolean {
  try {
    return typeof value === 'object' && value !== null && mark in value;
  } catch {
    return false;
  }
}

/** Puts every problem into one error: a count, then a line each. */
export function problemsError(code: string, what: string, all: readonly Problem[]): HarnessError {
  const problems = gathered(all);
  const lines = problems.map((problem) => `  - ${problem.where}: ${problem.message} [${problem.code}]`);
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return new HarnessError(code, `${what}: ${count}.\n${lines.join('\n')}`, { problems });
}

/** Places of one problem that are named; the rest is counted. */
const MAX_PLACES = 3;

function gathered(problems: readonly Problem[]): readonly Problem[] {
  const isSame = (a: Problem, b: Problem): boolean => a === b || (a.once === true && a.code === b.code && a.message === b.message);
  return problems
    .filter((problem, at) => problems.findIndex((earlier) => isSame(problem, earlier)) === at)
    .map((problem) => ({
      ...problem,
      where: placesText([...new Set(problems.filter((other) => isSame(problem, other)).map(({ where }) => where))]),
    }));
}

function placesText(where: readonly string[]): string {
  const rest = where.length - MAX_PLACES;
  return rest > 0 ? `${where.slice(0, MAX_PLACES).join('; ')} and ${rest} more` : where.join('; ');
}

/** A handler throws this to say: it failed for good, do not repeat. The message reaches the model. */
export class ToolFailure extends Error {
  /** Code of the error result; `TOOL_FAILED` unless given. */
  readonly code: string;
  readonly [failureBrand] = true;

  constructor(message: string, options: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ToolFailure';
    this.code = options.code ?? 'TOOL_FAILED';
  }

  /** Whether `value` is a ToolFailure, also of another copy of the package. */
  static is(value: unknown): value is ToolFailure {
    return carries(value, failureBrand);
  }
}

/**
 * A handler throws this to say: nothing took effect and a repeat may succeed. `safe` and `idempotent` tools are repeated
 * under their retry policy; a `manual` tool gives an error result.
 */
export class TransientToolError extends Error {
  /** How long to wait before the next attempt, in milliseconds; overrides the computed back-off. */
  readonly retryAfterMs: number | undefined;
  readonly [transientBrand] = true;

  constructor(message: string, options: { readonly retryAfterMs?: number; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TransientToolError';
    this.retryAfterMs = options.retryAfterMs;
  }

  /** Whether `value` is a TransientToolError, also of another copy of the package. */
  static is(value: unknown): value is TransientToolError {
    return carries(value, transientBrand);
  }
}
