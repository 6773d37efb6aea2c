/** Where a command reads and writes. The process's own streams, or a test's. */
export interface CommandIo {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean | undefined; readonly columns?: number | undefined };
  readonly stderr: { write(text: string): unknown };
  readonly stdin: NodeJS.ReadStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute directory that relative paths of flags start from. */
  readonly cwd: string;
  /** Fires when the person interrupts the command. */
  readonly signal: AbortSignal;
}

/** Writes one JSON value and a newline. */
export function writeJson(io: CommandIo, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Writes a line for a person. */
export function writeLine(io: CommandIo, text: string): void {
  io.stdout.write(`${text}\n`);
}
