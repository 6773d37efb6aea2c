import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { RunState } from 'tackroom';
import { cliError } from '../cli-error.js';

/** Writes a run's state whole or not at all: a reader sees the old file or the new one. */
export async function writeState(path: string, state: RunState): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, `${JSON.stringify(state, null, 2)}\n`, { flush: true });
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw cliError(
      'CLI_STATE_UNWRITABLE',
      `The run's state cannot be written to ${path}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

/** Reads a run's state. Throws `CLI_FILE_UNREADABLE`, or what `RunState.parse` says of it. */
export async function readState(path: string): Promise<RunState> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw cliError('CLI_FILE_UNREADABLE', `There is no run state at ${path}. A run that pauses writes it with --state.`, { cause: error });
  }
  return RunState.parse(text);
}

/**
 * Takes a state out of circulation before it is resumed, so that no second process resumes it too. The file stays beside
 * it as `….resumed`, for a person to look at.
 */
export async function claimState(path: string): Promise<void> {
  try {
    await rename(path, `${path}.resumed`);
  } catch (error) {
    throw cliError('CLI_STATE_CLAIMED', `${path} is gone: another process resumed this run.`, { cause: error });
  }
}
