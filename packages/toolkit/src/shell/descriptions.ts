/** What models read of the shell tool. */
export const RUN_COMMAND_DESCRIPTION = [
  'Run a command with bash and wait until it ends. Pipes, redirection and scripts of several lines work.',
  'Each command starts anew in the working directory: `cd` and variables do not last, so say it in one command or use cwd.',
  'There is no terminal and standard input is empty: use flags that keep programs from asking.',
  'Whatever is still running when the command ends or its time is up is stopped, so no server stays up after the call.',
  'The result has the output, the error output if there is any, and how the command ended; very long output loses its middle.',
].join(' ');
