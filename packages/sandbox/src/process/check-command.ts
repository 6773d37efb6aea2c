import { ToolFailure, type CommandOptions } from '@tackroom/core';

const MAX_ARGUMENT_BYTES = 120_000;
const MAX_COMMAND_BYTES = 4_194_304;

/** Throws `ToolFailure` `SANDBOX_COMMAND_INVALID` for a command that nothing could run. */
export function checkCommand(command: string, options: CommandOptions): void {
  const { args = [] } = options;
  if ([command, ...args].some((text) => text.includes('\0')))
    throw new ToolFailure('The command holds a NUL character.', { code: 'SANDBOX_COMMAND_INVALID' });
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) {
    throw new ToolFailure(`The command is too long: at most ${MAX_COMMAND_BYTES} bytes. Write a script file and run that.`, {
      code: 'SANDBOX_COMMAND_INVALID',
    });
  }
  if (args.reduce((sum, arg) => sum + Buffer.byteLength(arg) + 1, 0) > MAX_ARGUMENT_BYTES) {
    throw new ToolFailure(`The arguments of the command are too long: at most ${MAX_ARGUMENT_BYTES} bytes in all.`, {
      code: 'SANDBOX_COMMAND_INVALID',
    });
  }
  if (options.timeoutMs !== undefined && !(options.timeoutMs > 0)) {
    throw new ToolFailure('The timeout of a command must be more than zero.', { code: 'SANDBOX_COMMAND_INVALID' });
  }
}
