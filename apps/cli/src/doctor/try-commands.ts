import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Harness } from 'tackroom';
import { reasonOf } from '../cli-error.js';
import type { CommandTrial } from './surroundings.js';

/** A command that prints a version answers at once, or something is wrong. */
const TIMEOUT_SECONDS = 5;

/** Runs command lines through the tool `run_command`, in an empty folder that is there only meanwhile. */
export class CommandTrials {
  private opened: Promise<{ readonly harness: Harness; readonly folder: string }> | undefined;

  /** Runs one line; never rejects. */
  async run(line: string): Promise<CommandTrial> {
    try {
      this.opened ??= open();
      const { harness } = await this.opened;
      const args = { command: line, timeout_seconds: TIMEOUT_SECONDS };
      const { success, output, content, error } = await harness.execute({ id: 'doctor', name: 'run_command', args });
      const { stdout } = (output ?? {}) as { readonly stdout?: unknown };
      return { success, text: typeof stdout === 'string' ? stdout : (error?.message ?? String(content)) };
    } catch (error) {
      return { success: false, text: reasonOf(error) };
    }
  }

  /** Closes what was opened and removes the folder. */
  async close(): Promise<void> {
    const opened = await this.opened?.catch(() => undefined);
    await opened?.harness.close().catch(() => undefined);
    if (opened !== undefined) await rm(opened.folder, { recursive: true, force: true });
  }
}

async function open(): Promise<{ readonly harness: Harness; readonly folder: string }> {
  const { HarnessModule } = await import('tackroom');
  const folder = await mkdtemp(join(tmpdir(), 'tackroom-doctor-'));
  try {
    const harness = await HarnessModule.create({ bundles: ['shell'], workspace: { root: folder }, permissions: { profile: 'open' } });
    return { harness, folder };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
