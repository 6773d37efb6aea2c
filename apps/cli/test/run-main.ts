import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { main } from '@tackroom/cli';
import type { CommandIo } from '@tackroom/cli';

/** What a command line did. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the command finds around it. */
export interface RunMainOptions {
  readonly cwd: string;
  /** Interrupts the command as soon as it has printed this; at once if it is empty. */
  readonly interruptAt?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What a pipe brings on stdin; nothing unless given. */
  readonly input?: string;
  /** A terminal at both ends, with the `input` typed already. */
  readonly atTerminal?: boolean;
  /** A terminal at both ends, and what the person types, a line for each prompt; then the input ends. */
  readonly typed?: readonly string[];
}

/** Of one user, for all command lines of a test file. */
const STATE_HOME = mkdtempSync(join(tmpdir(), 'tackroom-state-'));
afterAll(() => rmSync(STATE_HOME, { recursive: true, force: true }));

/** Runs a command line in this process, on real files and a real harness. */
export async function runMain(
  args: readonly string[],
  { cwd, interruptAt, env = {}, input = '', atTerminal = false, typed }: RunMainOptions,
): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const interrupt = new AbortController();
  if (interruptAt === '') interrupt.abort(new Error('interrupted'));
  const stdin = Object.assign(new PassThrough(), { isTTY: atTerminal || typed !== undefined });
  if (typed === undefined) stdin.end(input);
  const answers = [...(typed ?? [])];
  // Once the command listens; a terminal echoes what is typed.
  const answer = (line: string | undefined): void => {
    stdout += `${line ?? '^D'}\n`;
    setImmediate(() => (line === undefined ? stdin.end() : stdin.write(`${line}\n`)));
  };
  const io: CommandIo = {
    stdout: {
      write: (text) => {
        stdout += text;
        if (interruptAt !== undefined && stdout.includes(interruptAt)) interrupt.abort(new Error('interrupted'));
        if (text.endsWith(': ') && typed !== undefined) answer(answers.shift());
      },
      isTTY: atTerminal || typed !== undefined,
      columns: 80,
    },
    stderr: { write: (text) => (stderr += text) },
    stdin,
    env: { NO_COLOR: '1', TERM: 'dumb', XDG_STATE_HOME: STATE_HOME, ...env },
    cwd,
    signal: interrupt.signal,
    divertStderr: () => () => undefined,
    interrupt: () => interrupt.abort(new Error('interrupted')),
  };
  const code = await main(args, io);
  return { code, stdout, stderr };
}

/** The one JSON value that a command printed. */
export function jsonOf({ stdout }: Ran): never {
  const lines = stdout.trimEnd().split('\n');
  if (lines.length !== 1) throw new Error(`There are ${lines.length} lines on stdout:\n${stdout}`);
  return JSON.parse(stdout) as never; // each test knows what it asks for
}

/** The JSON lines that a run printed. */
export function eventsOf({ stdout }: Ran): readonly Readonly<Record<string, never>>[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, never>>); // likewise
}

/** A folder with these files, gone after the tests of this file. Objects are written as JSON. */
export function scratchFolder(files: Readonly<Record<string, unknown>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tackroom-cli-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}
