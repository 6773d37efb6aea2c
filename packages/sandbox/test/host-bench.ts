import { ToolFailure, type CommandOptions, type CommandResult, type SandboxSession } from '@tackroom/core';
import { HostSandbox, type HostSandboxOptions } from '../src/process/host-sandbox.js';
import { hasProgram, leavesNothingRunning, scratchDirectory } from './scratch.js';

/** Whether commands can run on this machine at all. */
export const hasBash = process.platform !== 'win32' && hasProgram('bash', '-c', 'true');

/** A host sandbox over a scratch directory with `root/sub/f` and a sibling `root-evil`. Call inside `describe`. */
export function hostBench(): {
  readonly scratch: ReturnType<typeof scratchDirectory>;
  readonly open: (options?: HostSandboxOptions, root?: string | null) => Promise<SandboxSession>;
  readonly exec: (command: string, options?: CommandOptions) => Promise<CommandResult>;
  readonly said: (command: string, options?: CommandOptions) => Promise<string>;
} {
  const scratch = scratchDirectory();
  leavesNothingRunning();
  beforeEach(() => scratch.write({ 'root/sub/f': '', 'root-evil/f': '' }));
  const open = (options: HostSandboxOptions = {}, root: string | null = scratch.at('root')): Promise<SandboxSession> =>
    new HostSandbox({ graceMs: 300, ...options }).open({ sessionId: 's', root });
  const exec = async (command: string, options: CommandOptions = {}): Promise<CommandResult> => (await open()).exec(command, options);
  const said = async (command: string, options: CommandOptions = {}): Promise<string> => (await exec(command, options)).stdout;
  return { scratch, open, exec, said };
}

/** Code and message of the `ToolFailure` that this ends with, which names nothing outside the root. */
export async function failure(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolFailure)) throw new Error('expected a failure', { cause: error });
  expect(error.message).not.toContain('evil');
  return `${error.code}: ${error.message}`;
}
