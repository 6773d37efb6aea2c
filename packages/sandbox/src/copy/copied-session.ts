import type { CommandOptions, CommandResult, SandboxSession, SyncReport } from '@tackroom/core';
import type { CopiedWorkspace } from './copied-workspace.js';

/** What a copied session is put together from. */
export interface CopiedSessionParts {
  readonly commands: SandboxSession;
  readonly workspace: CopiedWorkspace;
  readonly onSync: ((report: SyncReport, sessionId: string) => void) | undefined;
}

/** A sandbox session over a copy: its first command makes the copy, closing it brings changes back. */
export class CopiedSandboxSession implements SandboxSession {
  readonly isolation: string;
  readonly ownsFilesystem = true;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly sessionId: string,
    private readonly parts: CopiedSessionParts,
  ) {
    this.isolation = parts.commands.isolation;
  }

  async exec(command: string, options?: CommandOptions): Promise<CommandResult> {
    if (this.closing === undefined) await this.parts.workspace.copyOf(this.sessionId).ready();
    return this.parts.commands.exec(command, options);
  }

  async sync(): Promise<SyncReport | undefined> {
    return this.tell(await this.parts.workspace.copyOf(this.sessionId).sync());
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    const { commands, workspace } = this.parts;
    const closed = commands.close();
    this.tell(await workspace.end(this.sessionId, closed));
    await closed;
  }

  private tell(report: SyncReport | undefined): SyncReport | undefined {
    if (report !== undefined) this.parts.onSync?.(report, this.sessionId);
    return report;
  }
}
