import type { CommandOptions, CommandResult, SandboxSession } from '@tackroom/core';
import type { CopiedWorkspace } from './copied-workspace.js';
import type { SyncReport } from './sync-report.js';

/** A sandbox session over a copy: its first command makes the copy, closing it brings changes back. */
export class CopiedSandboxSession implements SandboxSession {
  readonly isolation: string;
  readonly ownsFilesystem = true;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly sessionId: string,
    private readonly parts: {
      readonly commands: SandboxSession;
      readonly workspace: CopiedWorkspace;
      readonly onSync: ((report: SyncReport, sessionId: string) => void) | undefined;
    },
  ) {
    this.isolation = parts.commands.isolation;
  }

  async exec(command: string, options?: CommandOptions): Promise<CommandResult> {
    if (this.closing === undefined) await this.parts.workspace.copyOf(this.sessionId).ready();
    return this.parts.commands.exec(command, options);
  }

  /** The copy is kept if its changes could not be brought back. */
  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    const { commands, workspace, onSync } = this.parts;
    await commands.close();
    const report = await workspace.copyOf(this.sessionId).sync();
    await workspace.forget(this.sessionId);
    if (report !== undefined) onSync?.(report, this.sessionId);
  }
}
