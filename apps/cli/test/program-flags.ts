import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { buildProgram } from '../src/program.js';

/** A command as it is called, with its flags as they are written in help. */
export interface ListedCommand {
  readonly name: string;
  /** Whether this version has it. */
  readonly available: boolean;
  readonly flags: readonly string[];
  /** Flags that it knows and refuses. */
  readonly refusedFlags: readonly string[];
  readonly help: string;
}

/** Every command of the program that does something. */
export function listCommands(): readonly ListedCommand[] {
  const nowhere = { write: () => true };
  const { signal } = new AbortController();
  const io = {
    stdout: nowhere,
    stderr: nowhere,
    stdin: new PassThrough(),
    env: {},
    cwd: '/',
    signal,
    divertStderr: () => () => undefined,
    interrupt: () => undefined,
  };
  const program = buildProgram(io, { version: '0', decisions: () => [], exit: () => undefined });
  return leaves(program, '');
}

function leaves(command: Command, parents: string): readonly ListedCommand[] {
  const visible = new Set(command.createHelp().visibleCommands(command));
  return command.commands.flatMap((child) => {
    const name = `${parents}${child.name()}`;
    if (child.commands.length > 0) return leaves(child, `${name} `);
    const help = child.createHelp();
    const options = child.options.filter(({ hidden }) => hidden);
    return {
      name,
      available: visible.has(child),
      flags: help.visibleOptions(child).map(({ flags }) => flags),
      refusedFlags: options.map(({ flags }) => flags),
      help: child.helpInformation(),
    };
  });
}
