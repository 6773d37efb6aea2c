import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallIntent } from 'tackroom';
import { UndoLog, type UndoOptions } from '../src/undo/undo-log.js';

/** A folder whose changes are remembered, made anew for each test. */
export interface WatchedFolder {
  readonly root: string;
  readonly log: UndoLog;
  at(path: string): string;
  read(path: string): string;
  /** One call that does this to the files. */
  call(work: () => void, callId?: string): Promise<void>;
  /** Each outcome with its path, as `/undo` will tell. */
  undo(): Promise<readonly string[] | undefined>;
}

/** Makes the folder before each test of the file, and removes it afterwards. */
export function watchedFolder(options: UndoOptions = {}): WatchedFolder {
  let root = '';
  let log: UndoLog;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tackroom-watched-'));
    log = new UndoLog(options);
    log.watch(root);
  });
  afterEach(async () => {
    await log.close();
    rmSync(root, { recursive: true, force: true });
  });
  const at = (path: string): string => join(root, path);
  return {
    get root() {
      return root;
    },
    get log() {
      return log;
    },
    at,
    read: (path) => readFileSync(at(path), 'utf8'),
    async call(work, callId = 'c') {
      await log.intent(intent(callId));
      work();
      await log.result('r', callId);
    },
    async undo() {
      const undone = await log.undo();
      return undone?.files.map(({ path, outcome, reason }) => `${outcome} ${path}${reason === undefined ? '' : `: ${reason}`}`);
    },
  };
}

/** How a call begins. */
export function intent(callId: string, replayPolicy: CallIntent['replayPolicy'] = 'manual'): CallIntent {
  return { runId: 'r', callId, toolName: 't', attempt: 1, args: {}, replayPolicy, idempotencyKey: 'k', definitionFingerprint: 'f' };
}
