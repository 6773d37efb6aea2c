import { ToolFailure, type CtxRun } from '@tackroom/core';

const MAX_RUNS = 200;
const MAX_FILES = 2_000;

/**
 * Which content of which file each run has seen, for tools that refuse to change what was not read. What was not noted
 * for longest is forgotten: then the file must be read once more.
 */
export class ReadRevisions {
  private readonly runs = new Map<string, Map<string, string>>();

  /** Notes that the run has seen, or made, this content. `path` is relative to the root. */
  note(run: CtxRun, path: string, revision: string): void {
    const files = this.runs.get(keyOf(run)) ?? new Map<string, string>();
    putLast(this.runs, keyOf(run), files, MAX_RUNS);
    putLast(files, path, revision, MAX_FILES);
  }

  /** The content that the run has seen last; `name` is for messages. Throws `ToolFailure` `FILE_NOT_READ` if there is none. */
  seen(run: CtxRun, path: string, name: string): string {
    const revision = this.runs.get(keyOf(run))?.get(path);
    if (revision !== undefined) return revision;
    throw new ToolFailure(`${name} was not read in this run. Read it before changing it.`, { code: 'FILE_NOT_READ' });
  }
}

function keyOf(run: CtxRun): string {
  return JSON.stringify([run.sessionId, run.id]);
}

function putLast<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
