import type { SyncReport } from './sync-report.js';
import { token, type Token } from './token.js';
import type { Workspace } from './workspace.js';

/** Output of a running command, as it arrives: decoded text, control sequences removed. */
export interface CommandChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** How to run a command. Paths are workspace-relative; times are milliseconds. */
export interface CommandOptions {
  /** Relative to the workspace root; `''` is the root. */
  readonly cwd?: string;
  /** `$1`, `$2` and so on of the command, word for word: what comes from elsewhere and must not be read as bash. */
  readonly args?: readonly string[];
  /** Added to the allow-listed environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly stdin?: string;
  readonly signal?: AbortSignal;
  readonly onOutput?: (chunk: CommandChunk) => void;
  /** Bound on kept output per stream, in UTF-16 code units; head and tail are kept. */
  readonly maxOutputChars?: number;
}

/** How a command ended. Exactly one of `exitCode` and `signal` is set unless it never started. */
export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  /** Bytes that the command wrote, kept or not. */
  readonly outputBytes: number;
  readonly durationMs: number;
  /** What the sandbox itself refused, if it can tell. */
  readonly denials: readonly string[];
  /** True when the command ended and left processes running, which were ended with it. */
  readonly stoppedBackground?: boolean;
}

/** What a tool may do with a sandbox: run commands, nothing about its lifecycle. */
export interface SandboxAccess {
  /** `none` on the host. */
  readonly isolation: string;
  /** Runs `bash -c` text. Rejects with `SANDBOX_*` codes only when nothing could be started. */
  exec(command: string, options?: CommandOptions): Promise<CommandResult>;
}

/** An opened sandbox of one session. */
export interface SandboxSession extends SandboxAccess {
  readonly ownsFilesystem: boolean;
  /**
   * Brings the changes of its own files back; the session goes on with the files as they are then. Called when nothing of it
   * is under way. Undefined if no file was looked at since the last time. Sessions without files of their own have no such
   * method.
   */
  sync?(): Promise<SyncReport | undefined>;
  /** Ends what is running, brings back what {@link sync} has not, and gives everything up. */
  close(): Promise<void>;
}

/** Opens sandboxes. Whoever made the provider closes it. */
export interface SandboxProvider {
  readonly name: string;
  /**
   * The files of its sessions, if it has its own: the file tools of a harness work on those. A session of it belongs to the
   * sandbox session whose id it is given, and ends with it whether or not a command was run.
   */
  readonly workspace?: Workspace | undefined;
  /** Tries whether sessions can be opened here. A boot waits for it; rejects with `HarnessError` `SANDBOX_UNAVAILABLE`. */
  check?(): Promise<void>;
  open(session: { readonly sessionId: string; readonly root: string | null }): Promise<SandboxSession>;
}

/** Token of the {@link SandboxProvider} port. */
export const SandboxProvider: Token<SandboxProvider> = token('@tackroom/core/SandboxProvider');
