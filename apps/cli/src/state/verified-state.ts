import { HarnessError, RunState } from 'tackroom';
import { CliError } from '../cli-error.js';
import { KEY_VARIABLE, type StateKey } from './state-keeping.js';
import type { StoredState } from './state-file.js';

/**
 * The state as its key vouches for it. Throws `RUN_STATE_TAMPERED` for one that it did not sign, unless `acceptUnsigned`: then
 * what somebody decided or granted in it counts for nothing.
 */
export function verifiedState(
  { path, text }: StoredState,
  { key, acceptUnsigned }: { readonly key: StateKey; readonly acceptUnsigned: boolean },
): RunState {
  try {
    return RunState.parse(text, { stateKey: key, ...(acceptUnsigned ? { acceptUnsigned } : {}) });
  } catch (error) {
    throw HarnessError.is(error, 'RUN_STATE_TAMPERED') ? refused(path, text, error) : error;
  }
}

function refused(path: string, text: string, cause: Error): CliError {
  const isSigned = typeof (JSON.parse(text) as { readonly signature?: unknown }).signature === 'string';
  const what = isSigned
    ? `${path} was altered after it was signed, or signed with another key: every user has a key of their own. If another user or machine wrote it, give that key with --state-key FILE or ${KEY_VARIABLE}. If somebody altered it, take the file that was written.`
    : `${path} is not signed, so anybody could have written it. If you know where it comes from, add --accept-unsigned: what was decided in it does not count, and everything that waits is asked again.`;
  return new CliError('RUN_STATE_TAMPERED', what, { cause });
}
