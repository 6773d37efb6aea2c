import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../bin/tackroom.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../dist/index.js', import.meta.url)));
const POLL_MS = 30;
const PATIENCE_MS = 30_000;
const TIMEOUT_MS = 120_000;

/** Why no terminal can be had here; undefined if one can. */
function missing(): string | undefined {
  if (!built) return 'the command is not built (npm run build)';
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'tmux is not installed';
  }
}

/** A test in a real terminal. Where there is none it passes as skipped, except where everything must be there. */
export function testInTerminal(name: string, body: () => Promise<void>): void {
  const reason = missing();
  if (reason === undefined || process.env['CI'] === 'true') test(name, body, TIMEOUT_MS);
  else test(`skipped, because ${reason}: ${name}`, () => undefined);
}

/** The terminal that a command is started in. */
export interface TerminalOptions {
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const open = new Set<TerminalSession>();
afterEach(() => {
  for (const session of open) session.close();
});

/** The command in a terminal of its own: types at it, and sees the screen as a person does. */
export class TerminalSession {
  private readonly cwd: string;
  private readonly server = `tackroom-test-${randomUUID()}`;

  /** Starts the command; below it stands `exit: CODE` once it has ended. */
  constructor(args: readonly string[], options: TerminalOptions) {
    const { cwd, columns = 90, rows = 40, env = {} } = options;
    this.cwd = cwd;
    const variables = Object.entries({
      NODE_OPTIONS: '',
      NO_COLOR: '',
      EDITOR: '',
      VISUAL: '',
      XDG_STATE_HOME: cwd,
      XDG_CACHE_HOME: cwd,
      ...env,
    }).map(([key, value]) => `${key}=${value}`);
    const words = ['env', ...variables, process.execPath, BIN, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
    const line = `trap : INT; ${words.join(' ')}; echo "exit: $?"; exec cat`;
    this.tmux('-f', '/dev/null', 'new-session', '-d', '-x', String(columns), '-y', String(rows), '-c', cwd, 'sh', '-c', line);
    open.add(this);
  }

  /** Types text as it stands. */
  type(text: string): void {
    this.tmux('send-keys', '-l', text);
  }

  /** Presses keys by their names: `Enter`, `Tab`, `Up`, `C-c`. */
  press(...keys: readonly string[]): void {
    this.tmux('send-keys', ...keys);
  }

  /** A line and Enter. */
  enter(line: string): void {
    this.type(line);
    this.press('Enter');
  }

  /** Pastes text as a terminal does: marked as pasted only where the program asked for that. */
  paste(text: string): void {
    this.tmux('set-buffer', text);
    this.tmux('paste-buffer', '-p');
  }

  /** The screen's text, durations replaced, blank ends left out. With colours if asked. */
  screen({ colors = false } = {}): string {
    const text = this.tmux('capture-pane', '-p', ...(colors ? ['-e'] : [])).replaceAll(this.cwd, 'CWD');
    return text
      .split('\n')
      .map((row) => withoutTimes(row).trimEnd())
      .join('\n')
      .trimEnd();
  }

  /** Waits until the screen shows this, and gives it. */
  async until(pattern: RegExp | string): Promise<string> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const screen = this.screen();
      if (typeof pattern === 'string' ? screen.includes(pattern) : pattern.test(screen)) return screen;
      if (performance.now() > deadline) throw new Error(`The screen never showed ${String(pattern)}:\n${screen}`);
      await wait(POLL_MS);
    }
  }

  /** Makes the window wider or narrower. */
  resize(columns: number, rows: number): void {
    this.tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  /** Ends whatever runs in it. */
  close(): void {
    open.delete(this);
    try {
      this.tmux('kill-server');
    } catch {
      // It ended by itself.
    }
  }

  private tmux(...args: readonly string[]): string {
    return execFileSync('tmux', ['-L', this.server, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }
}

/** Durations as one word. The line of a card that stands before one keeps the card's width. */
function withoutTimes(row: string): string {
  return (
    row
      .replace(/ (\d+(?:\.\d)? m?s) ╮/g, (_, time: string) => `${'─'.repeat(time.length - 4)} TIME ╮`)
      // A longer time leaves the arguments before it less room.
      .replace(/^(.{60}).*…  \d+(?:\.\d)? m?s$/, '$1…  TIME')
      .replace(/\d+(?:\.\d)? m?s(?= |$|\u001b)/g, 'TIME')
  );
}
