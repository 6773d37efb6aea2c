/** Somewhere that text goes. */
export interface CommandOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal in columns. */
  readonly columns?: number | undefined;
  /** Its height in rows. */
  readonly rows?: number | undefined;
}

/** Where a command reads and writes: the process's own streams, or a test's. */
export interface CommandIo {
  readonly stdout: CommandOutput;
  readonly stderr: CommandOutput;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute directory that relative paths of flags start from, unless `--cwd` names another one. */
  readonly cwd: string;
  /** Fires when the person interrupts the command, or nobody reads its output any more. */
  readonly signal: AbortSignal;
  /**
   * Hands what is written to stderr to somebody who draws on the same terminal, until the returned function is called; the
   * last one to ask gets it. Does nothing where stderr is no terminal.
   */
  divertStderr(take: (text: string) => void): () => void;
  /** What ^C does, for those who read single keys: the first time `signal` fires, the second time the process ends. */
  interrupt(): void;
}

/** Writes one JSON value and a newline. */
export function writeJson(io: CommandIo, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Writes a line for a person. */
export function writeLine(io: CommandIo, text: string): void {
  io.stdout.write(`${text}\n`);
}

/** Whether a person sits at both ends and can be asked. */
export function isTerminal({ stdin, stdout }: CommandIo): boolean {
  return stdin.isTTY === true && stdout.isTTY === true;
}
