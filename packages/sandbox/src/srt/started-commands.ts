import type { FileHandle } from 'node:fs/promises';
import { ToolFailure, type CommandResult } from '@tackroom/core';
import { unnamedFile } from '../unnamed-file.js';

/**
 * Which commands of a session were really started. What the program around a command says and what the command says look
 * alike, so that only a mark which the command's own shell leaves can tell.
 */
export class StartedCommands {
  private count = 0;

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<StartedCommands> {
    return new StartedCommands(await unnamedFile('', 'a+'));
  }

  /** The file for marks, to be given to each command. */
  get fd(): number {
    return this.file.fd;
  }

  next(): string {
    return String((this.count += 1));
  }

  /** A line of bash that leaves the mark over this descriptor and closes it. */
  markLine(id: string, descriptor: number): string {
    return `echo ${id} >&${descriptor}; exec ${descriptor}>&-`;
  }

  /** Rejects with `SANDBOX_START_FAILED` if this command never began. */
  async ensureStarted(id: string, result: CommandResult): Promise<void> {
    if (result.exitCode === 0 || result.timedOut || result.aborted) return;
    const { size } = await this.file.stat();
    const { buffer } = await this.file.read(Buffer.alloc(size), 0, size, 0);
    if (buffer.toString('latin1').split('\n').includes(id)) return;
    throw new ToolFailure(`The sandbox could not be set up: ${result.stderr.trim()}`, { code: 'SANDBOX_START_FAILED' });
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
