/**
 * What is wrong with how a project was asked for. Has the shape that the `tackroom` command prints of any error: a stable
 * `code`, and `problems`, which is empty. A class of its own, because this package depends on nothing.
 */
export class CreateError extends Error {
  readonly code: string;
  readonly problems: readonly never[] = [];

  constructor(code: string, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CreateError';
    this.code = code;
  }
}

/** What a failed system call says, on one line and without a full stop. */
export function reasonOf(error: unknown): string {
  const { message = String(error) } = error as Partial<Error>; // an error of another realm is none by instanceof
  return message.replace(/\s*\n\s*/g, ' ').replace(/\.$/, '');
}
