import { userInfo } from 'node:os';
import type { AnsweredBy } from 'tackroom';

/** Who a command's answers are by: the name given with `--by`, else that of the user who runs it. */
export function personName({ by }: { readonly by?: string }): string {
  if (by !== undefined) return by;
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`; // a container may run as a user whom the system has no entry for
  }
}

/** An answer's signature: by whom, and now. */
export function signedBy(name: string): Required<AnsweredBy> {
  return { by: name, at: new Date().toISOString() };
}
