import { ToolFailure } from '@tackroom/core';

/** The failure of a command whose working directory cannot be used. */
export function directoryFailure(kind: 'OUTSIDE' | 'MISSING' | 'INVALID', why: string, cause?: unknown): ToolFailure {
  return new ToolFailure(`The command was not run, because its working directory cannot be used: ${why}`, {
    code: `SANDBOX_CWD_${kind}`,
    cause,
  });
}
