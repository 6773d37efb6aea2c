import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, lstat, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HarnessError, RunState } from 'tackroom';
import { CliError, reasonOf } from '../cli-error.js';

/** A state as it was read from a file. */
export interface StoredState {
  readonly path: string;
  /** The file as text, to see later whether it is still the same. A byte order mark is no part of it. */
  readonly text: string;
  readonly state: RunState;
}

/** A state file that was taken out of circulation. */
export interface ClaimedState {
  /** Puts the file back: the run was not resumed after all. */
  release(): Promise<void>;
}

/** Finds out before a run whether its state could be written. Throws `CLI_FILE_UNWRITABLE`. */
export async function checkStatePath(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
    const found = await lstat(path).catch(ignoreMissing);
    if (found?.isFile() ?? true) return;
  } catch (error) {
    throw unwritable(path, reasonOf(error), error);
  }
  throw unwritable(path, 'it is no ordinary file');
}

/**
 * Writes a run's state, readable by its owner only, whole or not at all: a reader sees the old file or the new one. A file
 * that is there already may hold another run that waits; it is kept as `….previous`. Gives the path; where the disk does
 * not take the file it is one in the system's temporary folder. Throws `CLI_FILE_UNWRITABLE` if that fails too.
 */
export async function writeState(path: string, state: RunState): Promise<string> {
  try {
    await replaceFile(path, state);
    return path;
  } catch (error) {
    const spare = join(tmpdir(), `tackroom-${state.runId}.json`);
    await replaceFile(spare, state).catch(() => Promise.reject(unwritable(path, reasonOf(error), error)));
    return spare;
  }
}

async function replaceFile(path: string, state: RunState): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, `${JSON.stringify(state, null, 2)}\n`, { flag: 'wx', flush: true, mode: 0o600 });
    await copyFile(path, `${path}.previous`).catch(ignoreMissing);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/** Reads a run's state. Throws `CLI_FILE_UNREADABLE`, `CLI_STATE_CLAIMED`, or what `RunState.parse` says of it, with the path. */
export async function readState(path: string): Promise<StoredState> {
  let text: string;
  try {
    text = await readText(path);
  } catch (error) {
    if (isMissing(error) && (await exists(claimedPath(path)))) throw claimed(path, error);
    const reason = isMissing(error) ? 'there is no such file. A run that pauses writes it with --state' : reasonOf(error);
    throw new CliError('CLI_FILE_UNREADABLE', `The run's state ${path} cannot be read: ${reason}.`, { cause: error });
  }
  try {
    return { path, text, state: RunState.parse(text) };
  } catch (error) {
    throw HarnessError.is(error) ? new CliError(error.code, `${path}: ${error.message}`, { cause: error }) : error;
  }
}

/**
 * Takes a state out of circulation before it is resumed, so that no second process resumes it too. The file stays beside
 * it as `….resumed`. Throws `CLI_STATE_CLAIMED` when another process was faster, or wrote another state meanwhile.
 */
export async function claimState({ path, text }: StoredState): Promise<ClaimedState> {
  const taken = claimedPath(path);
  const release = (): Promise<void> => rename(taken, path);
  try {
    await rename(path, taken);
  } catch (error) {
    if (isMissing(error)) throw claimed(path, error);
    throw unwritable(path, reasonOf(error), error);
  }
  if ((await readText(taken)) === text) return { release };
  await release();
  throw new CliError('CLI_STATE_CLAIMED', `${path} was written anew by another process. Look at it and decide again.`);
}

/** Bytes that are no text would be replaced one by one, and the run would go on with what nobody wrote. */
async function readText(path: string): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
}

function claimed(path: string, cause: unknown): CliError {
  const message = `${path} is gone: this run was resumed already. What was resumed is kept as ${claimedPath(path)}.`;
  return new CliError('CLI_STATE_CLAIMED', message, { cause });
}

function unwritable(path: string, reason: string, cause?: unknown): CliError {
  return new CliError('CLI_FILE_UNWRITABLE', `The run's state cannot be written to ${path}: ${reason}.`, { cause });
}

function claimedPath(path: string): string {
  return `${path}.resumed`;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
  return undefined;
}
