import { ToolFailure, type CommandResult, type Ctx, type JsonObject, type StructuredReturn, type WorkspaceSession } from '@tackroom/core';
import { commandText } from './command-text.js';
import { LiveOutput } from './live-output.js';

/** Arguments of `run_command`. */
export interface RunCommandArgs {
  /**
   * The command, as you would type it in bash.
   * @minLength 1
   */
  readonly command: string;
  /**
   * Seconds after which the command is stopped.
   * @exclusiveMinimum 0
   * @maximum 300
   * @default 30
   */
  readonly timeout_seconds?: number;
  /** Directory to start in, relative to the working directory. It must lie inside the workspace. */
  readonly cwd?: string;
}

/** Bounds of the shell tool: options of the bundle. */
export interface ShellLimits {
  /** How long a command may take, in seconds; 30 unless given. Given, it takes `timeout_seconds` from the model. */
  readonly timeoutSeconds: number;
  /** How much of each output stream is kept, head and tail; 30 000 characters unless given. */
  readonly maxOutputChars: number;
}

/** The bounds unless a bundle says others. */
export const DEFAULT_SHELL_LIMITS: ShellLimits = Object.freeze({ timeoutSeconds: 30, maxOutputChars: 30_000 });

/**
 * Runs a command with bash and reports how it went, whatever its exit code. Output is passed on as progress while it
 * runs. Rejects with `ToolFailure` when nothing was run (`PATH_*` for a directory outside, `SANDBOX_*`) and when the call was
 * cancelled (`COMMAND_CANCELLED`, with the output so far). Called plainly it bypasses the harness.
 */
export async function runCommand(
  args: RunCommandArgs,
  ctx: Pick<Ctx, 'workspace' | 'sandbox' | 'signal'> & { readonly call: Pick<Ctx['call'], 'progress'> },
  limits: ShellLimits = DEFAULT_SHELL_LIMITS,
): Promise<StructuredReturn> {
  const { workspace, sandbox, signal, call } = ctx;
  if (args.command.trim() === '') throw new ToolFailure('The command is empty.', { code: 'SANDBOX_COMMAND_INVALID' });
  const timeoutSeconds = args.timeout_seconds ?? limits.timeoutSeconds;
  const live = new LiveOutput((chunk) => call.progress({ stream: chunk.stream, text: chunk.text }));
  const running = sandbox.exec(args.command, {
    cwd: workspace.normalize(args.cwd ?? '.'),
    timeoutMs: timeoutSeconds * 1_000,
    signal,
    maxOutputChars: limits.maxOutputChars,
    onOutput: (chunk) => live.push(chunk),
  });
  const result = args.cwd === undefined ? await running.catch((error: unknown) => refuseLostDirectory(error, workspace)) : await running;
  const lost = await leaveLostDirectory(workspace);
  const notice = lost === undefined ? '' : `\n[the working directory ${JSON.stringify(lost)} is gone; ${ROOT_NOW}]`;
  const content = commandText(result, { timeoutSeconds, maxOutputChars: limits.maxOutputChars, isolation: sandbox.isolation }) + notice;
  // A command that was cut short has no result: in a run this becomes "cancelled; outcome unknown".
  if (result.aborted) throw new ToolFailure(content, { code: 'COMMAND_CANCELLED' });
  return { output: commandOutput(result), content };
}

const ROOT_NOW = 'the root of the workspace is the working directory now';

/**
 * A command may remove the directory that its session works in, and every one after it would fail. The session goes back to
 * the root. Resolves to the directory that was lost.
 */
async function leaveLostDirectory(workspace: WorkspaceSession): Promise<string | undefined> {
  const { cwd } = workspace;
  if (cwd === '') return undefined;
  const isGone = await workspace.stat('.').then(
    ({ kind }) => kind !== 'directory',
    (error: unknown) => error instanceof ToolFailure && error.code === 'PATH_NOT_FOUND',
  );
  if (!isGone) return undefined;
  await workspace.changeDirectory('../'.repeat(cwd.split('/').length));
  return cwd;
}

/** Somebody else removed it: the command does not run in the root, because it was meant, and may have been approved, for another place. */
async function refuseLostDirectory(error: unknown, workspace: WorkspaceSession): Promise<never> {
  if (!(error instanceof ToolFailure) || error.code !== 'SANDBOX_CWD_MISSING') throw error;
  const lost = await leaveLostDirectory(workspace);
  if (lost === undefined) throw error;
  const message = `The command was not run: the working directory ${JSON.stringify(lost)} is gone. T${ROOT_NOW.slice(1)}; run it again if it is meant for there.`;
  throw new ToolFailure(message, { code: error.code, cause: error });
}

function commandOutput(result: CommandResult): JsonObject {
  const { stdout, stderr, exitCode, signal, timedOut, durationMs } = result;
  return { stdout, stderr, exitCode, ...(signal === null ? {} : { signal }), timedOut, durationMs };
}
