import type { CommandOptions, CommandResult, SandboxSession } from '@tackroom/core';
import { BubblewrapSandbox, type BubblewrapSandboxOptions } from '../src/bubblewrap/bubblewrap-sandbox.js';
import { leavesNothingRunning, scratchDirectory } from './scratch.js';

/** A bubblewrap sandbox over a scratch directory with `root/sub/f`. Call inside `describe` or at the top of a test file. */
export function bubblewrapBench(): {
  readonly scratch: ReturnType<typeof scratchDirectory>;
  readonly open: (options?: BubblewrapSandboxOptions, root?: string | null) => Promise<SandboxSession>;
  /** Opens a session for one command. */
  readonly exec: (command: string, options?: BubblewrapSandboxOptions & CommandOptions) => Promise<CommandResult>;
} {
  const scratch = scratchDirectory();
  leavesNothingRunning();
  beforeEach(() => scratch.write({ 'root/sub/f': 'text\n' }));
  const open = (options: BubblewrapSandboxOptions = {}, root: string | null = scratch.at('root')): Promise<SandboxSession> =>
    new BubblewrapSandbox({ graceMs: 300, ...options }).open({ sessionId: 's', root });
  const exec = async (command: string, options: BubblewrapSandboxOptions & CommandOptions = {}): Promise<CommandResult> => {
    const session = await open(options);
    try {
      return await session.exec(command, options);
    } finally {
      await session.close();
    }
  };
  return { scratch, open, exec };
}
